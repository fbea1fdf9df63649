import BlockLibrary
import BlockModel
import BlockNotation

/// Blocks to look for in a program. An empty input of the pattern matches any content of that input. The statements of
/// a body match in their order, with others between them. Case is ignored. If the pattern is the whole program, the
/// program may have no other blocks.
package nonisolated struct BlockPattern {
  /// Owns the pattern's blocks.
  private let pattern: Workspace
  private let isWhole: Bool

  /// Reads a pattern.
  /// - Parameters:
  ///   - text: stacks in the notation, in English unless it names another language.
  ///   - library: the wordings of the program's blocks.
  ///   - isWhole: whether the program has to consist of these blocks.
  /// - Throws: `NotationError` with every mistake.
  package init(_ text: String, library: NotationLibrary, isWhole: Bool = false) throws(NotationError) {
    pattern = try LessonNotation.read(text, library: library)
    self.isWhole = isWhole
  }

  /// Whether there are no blocks in the pattern.
  package var isEmpty: Bool { pattern.topBlocks.isEmpty }

  /// Whether a program matches.
  package func matches(_ workspace: Workspace) -> Bool {
    let found = found(in: workspace)
    if isWhole { return isWhole(workspace, found) }
    return pattern.topBlocks.allSatisfy { top in
      let stack = Self.stack(top)
      if stack.count == 1 { return found[top.id]?.isEmpty == false }
      // Each list of statements is looked through once, from its first one.
      return workspace.blocks.values.contains { block in
        block.parent?.nextBlock !== block && Self.has(stack, in: block, found)
      }
    }
  }

  /// Whether a block, or the statement in whose line it is, matches the pattern's first block.
  package func matches(_ block: Block) -> Bool {
    guard let workspace = block.workspace, let top = pattern.topBlocks.first else { return false }
    let found = found(in: workspace)[top.id] ?? []
    return found.contains(block.id) || found.contains(block.lineHead.id)
  }

  /// Returns the first line of the pattern, as text, that matches no line of a program; nil if all lines occur, but in
  /// other places.
  package func lackingLine(in workspace: Workspace, library: NotationLibrary) -> String? {
    let found = found(in: workspace, inLines: true)
    let lines = pattern.topBlocks.flatMap { Array($0.descendants()) }.filter { $0.lineHead === $0 }
    let lacking = lines.first { found[$0.id]?.isEmpty != false }
    return lacking.flatMap { LineWriter.words(of: $0, library: library, in: pattern) }
  }

  /// The ids of the blocks that match a block of the pattern.
  private typealias Found = [String: Set<String>]

  /// Finds the matches of each block of the pattern, with its contents, from the inside out.
  /// - Parameter inLines: whether only lines have to match, without the statements in them.
  private func found(in workspace: Workspace, inLines: Bool = false) -> Found {
    let blocks = Dictionary(grouping: workspace.blocks.values, by: \.type)
    var found: Found = [:]
    for part in pattern.topBlocks.flatMap({ Array($0.descendants()) }).reversed() {
      let matching = (blocks[part.type] ?? []).filter { matches(part, $0, found, inLines) }
      found[part.id] = Set(matching.map(\.id))
    }
    return found
  }

  private func matches(_ part: Block, _ block: Block, _ found: Found, _ inLines: Bool) -> Bool {
    guard part.isEnabled == block.isEnabled, Self.name(of: part) == Self.name(of: block) else { return false }
    if isWhole, part.inputs.count != block.inputs.count { return false }
    return part.inputs.allSatisfy { input in
      input.fields.allSatisfy { Self.matches($0, in: block) }
        && (inLines && input.kind == .statement || matches(input, in: block, found))
    }
  }

  private func matches(_ input: Input, in block: Block, _ found: Found) -> Bool {
    guard input.connection != nil else { return true }
    guard let other = block.firstInput(withName: input.name) else { return false }
    guard let child = input.connectedBlock else { return !isWhole || other.connectedBlock == nil }
    guard let otherChild = other.connectedBlock else { return false }
    return Self.has(Self.stack(child), in: otherChild, found, exactly: isWhole)
  }

  private func isWhole(_ workspace: Workspace, _ found: Found) -> Bool {
    var left = workspace.topBlocks
    for top in pattern.topBlocks {
      let stack = Self.stack(top)
      guard let index = left.firstIndex(where: { Self.has(stack, in: $0, found, exactly: true) }) else { return false }
      left.remove(at: index)
    }
    return left.isEmpty
  }

  /// A block and those below it.
  private static func stack(_ block: Block) -> [Block] {
    Array(sequence(first: block, next: \.nextBlock))
  }

  /// Whether statements match those of a list, in their order.
  /// - Parameters:
  ///   - first: the first one of the list.
  ///   - exactly: whether the list may have no others.
  private static func has(_ parts: [Block], in first: Block, _ found: Found, exactly isExact: Bool = false) -> Bool {
    var rest = parts[...]
    for block in sequence(first: first, next: \.nextBlock) {
      guard let part = rest.first else { return !isExact }
      if found[part.id]?.contains(block.id) == true { rest.removeFirst() } else if isExact { return false }
    }
    return rest.isEmpty
  }

  private static func matches(_ field: Field, in block: Block) -> Bool {
    guard field.isSaved, let name = field.name else { return true }
    return block.firstField(withName: name).map { value(of: $0) == value(of: field) } ?? false
  }

  /// A field's value, or the name of its variable, because ids differ in the pattern.
  private static func value(of field: Field) -> String {
    (field.variable?.name ?? field.state?.plainText ?? "").lowercased()
  }

  /// The function that a block calls; nil if it calls none.
  private static func name(of block: Block) -> String? {
    (block.mutator as? MutatorProcedureCaller)?.name.lowercased()
  }
}

/// Reads the notation of lessons, which is in English unless it names another language.
package nonisolated enum LessonNotation {
  /// - Throws: `NotationError` with every mistake.
  package static func read(_ text: String, library: NotationLibrary) throws(NotationError) -> Workspace {
    let header = text.hasPrefix("@language") ? "" : "@language(\"en\")\n"
    return try NotationReader.read(Array((header + text).utf8), library: library).workspace
  }

  /// Returns a text in which the blocks in backquotes are worded in the library's language, in quotation marks.
  package static func wording(of text: String, library: NotationLibrary) -> String {
    text.split(separator: "`", omittingEmptySubsequences: false).enumerated().map { index, part in
      if index.isMultiple(of: 2) { return String(part) }
      let workspace = try? read(String(part), library: library)
      let line = workspace.flatMap { workspace in
        workspace.topBlocks.first.flatMap { LineWriter.words(of: $0, library: library, in: workspace) }
      }
      return "‘\(line ?? String(part))’"
    }.joined()
  }
}
