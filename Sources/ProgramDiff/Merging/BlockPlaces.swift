import BlockEditing
import BlockLayout
import BlockLibrary
import BlockModel
import BlockNotation

/// The places of a program's blocks in its file, for references that find them again.
final class BlockPlaces {
  private let workspace: Workspace
  private let stacks: [Block]
  private var places: [ObjectIdentifier: (stack: Int, block: Int)] = [:]
  /// The blocks of a type by their lines, in the order of the file. Computed on demand: all lines would take as long
  /// as the merge.
  private var lines: [String: [String: [Block]]] = [:]
  private lazy var library = NotationLibrary.of(workspace.factory)

  /// - Parameter copies: the ids of conflicts' copies that have no comment yet; they are ignored.
  init(in workspace: Workspace, without copies: Set<String> = []) {
    self.workspace = workspace
    stacks = workspace.topBlocks.filter { !ConflictCopy.isCopy($0) && !copies.contains($0.id) }
    for (stack, top) in stacks.enumerated() {
      for (index, block) in top.descendants().enumerated() where block.hasImplicitID {
        places[ObjectIdentifier(block)] = (stack + 1, index + 1)
      }
    }
  }

  private func blocks(of type: String, line: String) -> [Block] {
    if lines[type] == nil {
      lines[type] = Dictionary(grouping: stacks.lazy.flatMap { $0.descendants() }.filter { $0.type == type }) {
        ConflictNote.BlockReference.cutLine(of: $0, library, in: workspace)
      }
    }
    return lines[type]?[line] ?? []
  }

  /// Returns a reference that finds a block again; nil for a copy, or an id with a line break.
  /// - Parameter line: the block's line in words.
  func reference(to block: Block, line: String) -> ConflictNote.BlockReference? {
    guard block.hasImplicitID else { return block.id.contains(where: \.isNewline) ? nil : .id(block.id) }
    guard let place = places[ObjectIdentifier(block)] else { return nil }
    let equal = blocks(of: block.type, line: line)
    let number = equal.count > 1 ? equal.firstIndex { $0 === block } : nil
    return .index(
      stack: place.stack, block: place.block,
      alike: number.map { ConflictNote.Alike(number: $0 + 1, of: equal.count) }, line: line)
  }

  /// Finds a block at once, before any change; nil if that needs the search of `block(in:_:for:)`.
  fileprivate func block(for reference: ConflictNote.BlockReference) -> Block? {
    guard case .index(let stack, let index, let alike, let line) = reference else { return nil }
    let equal = types.flatMap { blocks(of: $0, line: line) }
    if let alike { return alike.block(among: equal) }
    if equal.count == 1 { return equal[0] }
    return equal.first { places[ObjectIdentifier($0)].map { $0.stack == stack && $0.block == index } ?? false }
  }

  private lazy var types = Set(stacks.lazy.flatMap { $0.descendants() }.map(\.type))
}

extension ConflictNote.Alike {
  /// Finds a block among those with its line; nil if the number of its type's blocks has changed.
  /// - Parameter equal: in the order of the file.
  fileprivate func block(among equal: [Block]) -> Block? {
    let groups = Dictionary(grouping: equal, by: \.type).values.filter { $0.count == count }
    return groups.count == 1 ? groups[0].dropFirst(number - 1).first : nil
  }
}

extension ConflictCopy {
  /// Settles a conflict, and updates the notes of the other copies: a changed block may no longer be like the block
  /// of a note, and a moved one may be before it.
  package static func settling<Failure: Error>(
    through coordinator: WorkspaceLayoutCoordinator, _ settle: () throws(Failure) -> Void
  ) throws(Failure) {
    let workspace = coordinator.workspace
    let library = NotationLibrary.of(workspace.factory)
    var found: [(copy: Block, note: ConflictNote, blocks: [Block?])] = []
    let before = BlockPlaces(in: workspace)
    for copy in workspace.topBlocks where isCopy(copy) {
      guard let note = copy.comment.flatMap({ ConflictNote(text: $0.text) }) else { continue }
      let blocks = note.references.map(before.block)
      if blocks.contains(where: { $0 != nil }) { found.append((copy, note, blocks)) }
    }
    try settle()
    if found.isEmpty { return }
    let places = BlockPlaces(in: workspace)
    for (copy, note, blocks) in found {
      guard workspace.blocks[copy.id] === copy, isCopy(copy), var comment = copy.comment else { continue }
      let references = zip(note.references, blocks).map { old, block in
        guard let block, workspace.blocks[block.id] === block else { return old }
        let line = ConflictNote.BlockReference.cutLine(of: block, library, in: workspace)
        return places.reference(to: block, line: line) ?? old
      }
      // Keep unchanged notes as they are: earlier versions worded the rest differently.
      if references == note.references { continue }
      var note = note
      note.references = references
      comment.text = note.text
      coordinator.set(.comment, to: .comment(comment), of: copy)
    }
  }
}

extension ConflictNote {
  /// The references of the note: to the block, and to the block of the place.
  fileprivate var references: [BlockReference] {
    get { [block, place?.block].compactMap(\.self) }
    set {
      var rest = newValue[...]
      if block != nil { block = rest.popFirst() }
      if place?.block != nil, let new = rest.popFirst() { place?.block = new }
    }
  }
}

extension ConflictNote.Place {
  fileprivate var block: ConflictNote.BlockReference? {
    get {
      switch self {
      case .below(let block), .above(let block), .input(_, let block): block
      case .stack: nil
      }
    }
    set {
      guard let newValue else { return }
      switch self {
      case .below: self = .below(newValue)
      case .above: self = .above(newValue)
      case .input(let name, _): self = .input(name, of: newValue)
      case .stack: break
      }
    }
  }
}

extension ConflictNote.BlockReference {
  /// Returns a block's line in words or, if it has none, its label, uncut so that two versions differ.
  static func line(of block: Block, _ library: NotationLibrary, in workspace: Workspace) -> String {
    LineWriter.words(of: block, library: library, in: workspace) ?? BlockLabel.header(of: block, limit: 400)
  }

  /// The line as in notes.
  fileprivate static func cutLine(of block: Block, _ library: NotationLibrary, in workspace: Workspace) -> String {
    ConflictWords.cut(line(of: block, library, in: workspace))
  }

  /// Finds the block; nil if it is deleted or ambiguous.
  /// - Parameter copy: the conflict's copy, or nil. A call with the function name of the copy counts as the block, as
  ///   the function may have been renamed.
  package func block(in workspace: Workspace, _ library: NotationLibrary, for copy: Block? = nil) -> Block? {
    guard case .index(let stack, let index, let alike, let line) = self else {
      if case .id(let id) = self { return workspace.blocks[id] }
      return nil
    }
    // Notes may state types, as earlier versions wrote them.
    func isIt(_ block: Block) -> Bool {
      let whole = Self.line(of: block, library, in: workspace)
      return line == whole || line == ConflictWords.cut(whole)
        || line == LineWriter.line(of: block, library: library, in: workspace) ?? block.type
    }
    let name = (copy?.mutator as? MutatorProcedureCaller)?.name
    func isCall(_ block: Block) -> Bool { name != nil && (block.mutator as? MutatorProcedureCaller)?.name == name }
    let stacks = workspace.topBlocks.filter { !ConflictCopy.isCopy($0) }
    let blocks = stacks.lazy.flatMap { $0.descendants() }
    if let alike {
      // The number is useless if the program has changed above the block.
      let found = Array(blocks.filter(isIt))
      if let block = alike.block(among: found) { return block }
      let calls = Array(blocks.filter(isCall))
      return found.isEmpty && calls.count == alike.count ? calls.dropFirst(alike.number - 1).first : nil
    }
    if stacks.indices.contains(stack - 1) {
      let block = stacks[stack - 1].descendants().dropFirst(index - 1).first { _ in true }
      if let block, isIt(block) || isCall(block) { return block }
    }
    // The program may have changed since.
    var found: Block?
    for block in blocks where isIt(block) {
      if found != nil { return nil }
      found = block
    }
    return found
  }
}
