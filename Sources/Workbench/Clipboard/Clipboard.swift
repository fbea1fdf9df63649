import BlockFormats
import BlockLibrary
import BlockModel
import BlockNotation
import Markup

/// The content of the clipboard or of a pasted text. Nothing in it has an id, so that a paste makes new ones.
public struct Clipboard {
  /// The copied stacks, in the order in which they are pasted.
  public var stacks: [BlockSnapshot] = []
  /// The copied workspace comments; empty if blocks were copied.
  public var comments: [CommentSnapshot] = []
  /// The definitions of the functions that the blocks call, directly or indirectly, for programs without them.
  var functions: [BlockSnapshot] = []

  init(_ stack: BlockSnapshot) { stacks = [stack] }

  init(_ stacks: [BlockSnapshot]) { self.stacks = stacks }

  init(_ comment: WorkspaceComment) { comments = [comment.snapshot] }

  /// Reads the text of a program or of one block, in one of Blockly's formats.
  /// - Parameter functionCount: how many of the last stacks are definitions that only programs without them need.
  /// - Throws: `MarkupError` when it can't be read.
  init(text: String, factory: BlockFactory, functionCount: Int = 0) throws(MarkupError) {
    var text = text
    if text.hasPrefix("<block") { text = "<xml>\(text)</xml>" }
    self.init(copying: try ProgramReader.read(Array(text.utf8), factory: factory).workspace)
    let count = min(functionCount, stacks.count)
    functions = Array(stacks.suffix(count))
    stacks.removeLast(count)
  }

  /// Reads text in the notation. It may be indented as a whole.
  /// - Throws: `NotationError` with every mistake.
  init(notation text: String, library: NotationLibrary) throws(NotationError) {
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let isIndent = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let isBlank = { (byte: UInt8) in isIndent(byte) || byte == UInt8(ascii: "\r") }
    let width = lines.lazy.filter { !$0.allSatisfy(isBlank) }.map { $0.prefix(while: isIndent).count }.min() ?? 0
    let outdented = lines.map { $0.dropFirst(min(width, $0.prefix(while: isIndent).count)) }
    do throws(NotationError) {
      let bytes = Array(outdented.joined(separator: [UInt8(ascii: "\n")]))
      self.init(copying: try NotationReader.read(bytes, library: library).workspace)
    } catch {
      var error = error
      for index in error.mistakes.indices { error.mistakes[index].position.column += width }
      throw error
    }
  }

  /// Copies a program that nothing else owns.
  private init(copying workspace: Workspace) {
    // The workspace owns the blocks.
    withExtendedLifetime(workspace) {
      stacks = workspace.topBlocks.map { BlockSnapshot(copying: $0, followers: true).withoutVariableIDs }
      comments = workspace.comments.map(\.snapshot)
    }
  }

  /// Adds the definitions of the functions that the stacks call, directly or indirectly.
  mutating func addFunctions(of workspace: Workspace) {
    let names = stacks.reduce(into: Set<String>()) { $0.formUnion($1.calledFunctions) }
    if names.isEmpty { return }
    var definitions: [String: Block] = [:]
    for block in ProcedureBlocks.definitions(in: workspace).reversed() {
      if let name = ProcedureBlocks.name(definedBy: block) { definitions[name.lowercased()] = block }
    }
    functions = Self.needed(by: stacks, defined: []) { name in
      definitions[name].map { BlockSnapshot(copying: $0, followers: false) }
    }
  }

  /// The definitions that the stacks need in a program.
  func functions(missingIn workspace: Workspace) -> [BlockSnapshot] {
    if functions.isEmpty { return [] }
    let defined = ProcedureBlocks.definitions(in: workspace).compactMap(ProcedureBlocks.name(definedBy:))
    let known = Dictionary(
      functions.map { ($0.definedFunctions.first ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    return Self.needed(by: stacks, defined: Set(defined.map { $0.lowercased() })) { known[$0] }
  }

  /// - Parameters:
  ///   - defined: the functions that need no definition, in lower case.
  ///   - definition: returns the definition of a function.
  private static func needed(
    by stacks: [BlockSnapshot], defined: Set<String>, definition: (String) -> BlockSnapshot?
  ) -> [BlockSnapshot] {
    var defined = stacks.reduce(into: defined) { $0.formUnion($1.definedFunctions) }
    var found: [BlockSnapshot] = []
    var pending = stacks
    while let snapshot = pending.popLast() {
      for name in snapshot.calledFunctions where defined.insert(name).inserted {
        guard let function = definition(name) else { continue }
        found.append(function)
        pending.append(function)
      }
    }
    return found
  }
}

extension BlockSnapshot {
  /// A copy of a block, with all blocks in it, as a stack of its own.
  /// - Parameter followers: whether to include the blocks below it.
  init(copying block: Block, followers: Bool) {
    self.init(copyOf: BlockSnapshot(of: block, followers: followers))
  }

  /// A copy of statements that follow each other, with all blocks in them.
  init(copying first: Block, through last: Block) {
    self.init(copyOf: BlockSnapshot(of: first, through: last))
  }

  private init(copyOf original: BlockSnapshot) {
    self = original.withoutBookmarks
    for index in records.indices { records[index].id = nil }
    records[0].slot = .top
    // A default value that is copied is a value of its own.
    records[0].isShadow = false
  }

  /// The same blocks with variables that are found by their names and types: another program's ids mean nothing.
  fileprivate var withoutVariableIDs: BlockSnapshot {
    var snapshot = self
    for index in records.indices {
      for (field, record) in records[index].fields.enumerated() {
        guard case .variable(var reference) = record.state, reference.name != nil else { continue }
        reference.id = nil
        snapshot.records[index].fields[field].state = .variable(reference)
      }
      guard ProcedureBlocks.callerType(ofDefinition: records[index].type) != nil else { continue }
      snapshot.records[index].mutation = records[index].mutation?.withoutVariableIDs
    }
    return snapshot
  }

  /// The names of the functions that the blocks call, in lower case, in order: names are case-insensitive.
  fileprivate var calledFunctions: [String] {
    records.compactMap { record in
      guard ProcedureBlocks.definitionType(ofCaller: record.type) != nil else { return nil }
      let name = record.mutation?.element?[attribute: "name"] ?? record.mutation?.json?["name"]?.string
      return name?.lowercased()
    }
  }

  /// The names of the functions that the blocks define, in lower case.
  fileprivate var definedFunctions: [String] {
    records.compactMap { record in
      guard ProcedureBlocks.callerType(ofDefinition: record.type) != nil else { return nil }
      return record.fields.first { $0.name == "NAME" }?.state.text.lowercased()
    }
  }
}

extension MutationState {
  /// The same inputs of a function without the ids of their variables.
  fileprivate var withoutVariableIDs: MutationState {
    guard let element else { return self }
    // Quotes in values are escaped, so these are the attributes.
    var parts = element.xmlText().split(separator: " varid=\"", omittingEmptySubsequences: false).map(String.init)
    for index in parts.indices.dropFirst() {
      parts[index] = String(parts[index].drop { $0 != "\"" }.dropFirst())
    }
    guard let xml = try? XMLParser.parse(parts.joined()) else { return self }
    return MutationState(xml: xml)
  }
}
