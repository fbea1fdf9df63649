import BlockEvents
import BlockLayout
import BlockLibrary
import BlockModel
import EventQueues

/// A search in a program: the items that were found. It follows the changes of the program.
public final class ProgramSearch {
  /// The text or subject of the search.
  public private(set) var query: SearchQuery
  private let workspace: Workspace
  /// The texts of all lines, by the id of their first block or comment.
  private var lines: [String: LineText] = [:]
  /// The line of each block.
  private var lineOfBlock: [String: String] = [:]
  /// The items found in each line. Lines without any are absent.
  private var hits: [String: [FocusItem]] = [:]
  /// The number of items found.
  public private(set) var count = 0
  private var needles: [Needle] = []
  /// The items in reading order; nil after a change.
  private var sorted: [FocusItem]?
  private let readingIndices: ReadingIndices
  /// The item that the search went to last.
  private var latest: FocusItem?
  private var latestCursor: FocusItem?

  /// A text to find, perhaps inside other blocks.
  private struct Needle {
    var text: [UInt8]
    /// The beginnings of the blocks around it, from the inside out.
    var holders: [[UInt8]]
  }

  /// - Throws: `Progress.Cancelled` if the user gives up.
  init(
    _ query: SearchQuery, in workspace: Workspace, readingIndices: ReadingIndices
  ) throws(Progress.Cancelled) {
    self.query = query
    self.readingIndices = readingIndices
    self.workspace = workspace
    try Progress.within(0...0.6, Self.activity) { () throws(Progress.Cancelled) in
      var loop = Progress.Loop(of: workspace.blocks.count)
      for top in workspace.topBlocks {
        for block in top.descendants() {
          loop.step()
          try loop.checkCancelled()
          if block.outputConnection?.target == nil { read(block) }
        }
      }
    }
    for comment in workspace.comments { lines[comment.id] = LineText(of: comment) }
    try change(to: query)
  }

  /// Looks for something else in the same program.
  /// - Throws: `Progress.Cancelled` if the user gives up; the search can't be used then.
  func change(to query: SearchQuery) throws(Progress.Cancelled) {
    self.query = query
    needles = Self.needles(of: query)
    latest = nil
    try Progress.within(0.6...1, Self.activity) { () throws(Progress.Cancelled) in try findAll() }
  }

  private static let activity = Progress.Activity("searching", canStop: true)

  /// The text or subject of the search, as a text for the user.
  public var title: String {
    switch query {
    case .text(let text): return "“\(text)”"
    case .uses(.variable(let id)): return "uses of “\(workspace.variables[id]?.name ?? "")”"
    case .uses(.function(let name)): return "uses of the function “\(name)”"
    case .uses(.blockType(_, let words)): return "“\(words)” blocks"
    }
  }

  // MARK: - Finding

  private static func needles(of query: SearchQuery) -> [Needle] {
    guard case .text(let text) = query, !text.isEmpty else { return [] }
    let folded = LineText.folded(text)
    // A text may contain the word itself.
    var needles = [Needle(text: folded, holders: [])]
    let parts = String(decoding: folded, as: UTF8.self).split(separator: Self.inside).map {
      withoutBlanksAtEnds($0.utf8)
    }
    if parts.count > 1, parts.allSatisfy({ !$0.isEmpty }) {
      needles.append(Needle(text: parts[0], holders: Array(parts.dropFirst())))
    }
    return needles
  }

  private static let inside = " inside "

  private static func withoutBlanksAtEnds(_ text: Substring.UTF8View) -> [UInt8] {
    var bytes = Array(text.drop { $0 == UInt8(ascii: " ") })
    while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    return bytes
  }

  private var isStructural: Bool { needles.contains { !$0.holders.isEmpty } }

  private func findAll() throws(Progress.Cancelled) {
    hits = [:]
    count = 0
    sorted = nil
    var memory = HolderMemory()
    var loop = Progress.Loop(of: lines.count)
    for (id, line) in lines {
      loop.step()
      try loop.checkCancelled()
      let found = find(in: line, &memory)
      if !found.isEmpty { hits[id] = found }
      count += found.count
    }
  }

  /// Earlier results of `isHeld`, by block and by the number of holders already found.
  private struct HolderMemory {
    var isHeld: [String: [Int: Bool]] = [:]
  }

  private func find(in line: LineText, _ memory: inout HolderMemory) -> [FocusItem] {
    switch query {
    case .uses(let subject): return line.blocks.flatMap { uses(of: subject, in: $0.id) }
    case .text(let text):
      // A list of thousands of items is one line.
      var seen: Set<FocusItem> = []
      var items: [FocusItem] = []
      for needle in needles {
        for item in line.items(with: needle.text) where !seen.contains(item) {
          guard needle.holders.isEmpty || isHeld(item, by: needle.holders, &memory) else { continue }
          seen.insert(item)
          items.append(item)
        }
      }
      for block in line.blocks where isTypeOrID(text, of: block.id) {
        let item = FocusItem.block(id: block.id)
        if seen.insert(item).inserted { items.append(item) }
      }
      return items
    }
  }

  /// Whether a text is the id or type of a block, or a part of its type. A part must contain “_”: “text” alone would
  /// find all texts.
  private func isTypeOrID(_ text: String, of blockID: String) -> Bool {
    guard let type = workspace.blocks[blockID]?.type else { return false }
    return text == blockID || text == type || text.contains("_") && type.hasPart(text)
  }

  private func uses(of subject: SearchSubject, in blockID: String) -> [FocusItem] {
    guard let block = workspace.blocks[blockID] else { return [] }
    switch subject {
    case .variable(let id):
      return block.inputs.flatMap(\.fields).compactMap { field in
        field.variable?.id == id ? FocusItem(of: field, in: block) : nil
      }
    case .function(let name): return SearchSubject.function(of: block) == name ? [.block(id: blockID)] : []
    case .blockType(let type, _): return block.type == type ? [.block(id: blockID)] : []
    }
  }

  /// Whether an item's block is inside blocks that begin with some texts.
  /// - Parameter holders: the beginnings, from the inside out.
  private func isHeld(_ item: FocusItem, by holders: [[UInt8]], _ memory: inout HolderMemory) -> Bool {
    guard let id = item.blockID, var block = workspace.blocks[id] else { return false }
    var missing = 0
    var path: [(id: String, missing: Int)] = []
    var result = false
    while true {
      if let known = memory.isHeld[block.id]?[missing] {
        result = known
        break
      }
      path.append((block.id, missing))
      guard let superior = block.superiorConnection else { break }
      block = superior.sourceBlock
      // A block below another one is not inside it.
      if superior.sourceInput == nil { continue }
      if begins(block, with: holders[missing]) { missing += 1 }
      if missing == holders.count {
        result = true
        break
      }
    }
    for step in path { memory.isHeld[step.id, default: [:]][step.missing] = result }
    return result
  }

  private func begins(_ block: Block, with text: [UInt8]) -> Bool {
    guard let line = lineOfBlock[block.id].flatMap({ lines[$0] }),
      let part = line.blocks.first(where: { $0.id == block.id })
    else { return false }
    return line.begins(part, with: text)
  }

  // MARK: - What was found

  /// Whether an item was found.
  public func contains(_ item: FocusItem) -> Bool {
    let line = item.blockID.map { lineOfBlock[$0] ?? $0 } ?? item.elementID
    return hits[line]?.contains(item) ?? false
  }

  /// All items found, in reading order.
  /// - Parameter layout: gives the order of stacks and comments.
  func items(in layout: WorkspaceLayout) -> [FocusItem] {
    if let sorted { return sorted }
    let all = readingIndices.sorted(hits.values.flatMap(\.self), in: layout)
    sorted = all
    return all
  }

  /// Returns the first item after the cursor, or before it, wrapping around at the ends of the program.
  /// - Parameter includesCursor: whether the item at the cursor counts.
  func step(
    from cursor: FocusItem?, forward: Bool, includesCursor: Bool = false, in layout: WorkspaceLayout
  ) -> ReadingIndices.Step? {
    let current = latest != nil && cursor == latestCursor ? latest : cursor
    return readingIndices.step(
      from: current, forward: forward, includesCursor: includesCursor, among: items(in: layout), in: layout)
  }

  /// Remembers the item that the search went to. The cursor is elsewhere if a collapsed block hides the item.
  func went(to item: FocusItem, cursor: FocusItem?) {
    latest = item
    latestCursor = cursor
  }
}

// MARK: - Changes of the program

extension ProgramSearch: EventManagerListener {
  /// A search begins with the program as it is.
  public var wantsLoadingEvents: Bool { false }

  public func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) {
    guard event.workspaceID == workspace.id, !(event is UIEvent) else { return }
    switch event {
    case let event as CreateEvent: update(event.snapshot.records.compactMap(\.id))
    case let event as DeleteEvent: update(event.snapshot.records.compactMap(\.id))
    case let event as MoveEvent:
      update([event.blockID, event.old.parentID, event.new.parentID].compactMap { $0 })
    case let event as CommentEvent: updateComment(event.commentID)
    case is VariableRenameEvent: readAll()
    default: if let id = event.blockID { update([id]) }
    }
  }

  /// Reads the lines of some blocks again: those where they were, and those where they are.
  private func update(_ ids: [String]) {
    sorted = nil
    var changed: Set<String> = []
    for id in ids {
      if let old = lineOfBlock[id] { changed.insert(old) }
      if let block = workspace.blocks[id] { changed.insert(block.lineHead.id) }
    }
    var pending = Array(changed)
    while let id = pending.popLast() {
      forget(line: id)
      guard let block = workspace.blocks[id], block.outputConnection?.target == nil else { continue }
      // The events of a group are fired after all of its changes: a block may come from a line that only a later event
      // mentions.
      for former in read(block) where changed.insert(former).inserted { pending.append(former) }
    }
    // A change of the program can't be cancelled.
    if isStructural { return Progress.within(nil) { try? findAll() } ?? () }
    var memory = HolderMemory()
    for id in changed { find(inLine: id, &memory) }
  }

  private func updateComment(_ id: String) {
    sorted = nil
    forget(line: id)
    if let comment = workspace.comment(withID: id) { lines[id] = LineText(of: comment) }
    var memory = HolderMemory()
    find(inLine: id, &memory)
  }

  private func find(inLine id: String, _ memory: inout HolderMemory) {
    guard let line = lines[id] else { return }
    let found = find(in: line, &memory)
    if !found.isEmpty { hits[id] = found }
    count += found.count
  }

  private func readAll() {
    let lineIDs = Array(lines.keys)
    update(lineIDs.filter { workspace.blocks[$0] != nil })
  }

  /// Reads a line.
  /// - Returns: the other lines that its blocks were in.
  @discardableResult
  private func read(_ block: Block) -> Set<String> {
    let line = LineText(of: block)
    lines[block.id] = line
    var formers: Set<String> = []
    for part in line.blocks {
      if let former = lineOfBlock.updateValue(block.id, forKey: part.id), former != block.id { formers.insert(former) }
    }
    return formers
  }

  private func forget(line id: String) {
    for part in lines[id]?.blocks ?? [] where lineOfBlock[part.id] == id { lineOfBlock[part.id] = nil }
    lines[id] = nil
    count -= hits.removeValue(forKey: id)?.count ?? 0
  }
}

/// The text or subject of a search.
public enum SearchQuery: Equatable {
  /// Words of blocks, values of fields, names of variables, comments, and the types and ids of blocks. With ` inside `,
  /// only in blocks that begin with what follows it: `print inside repeat`.
  case text(String)
  /// The uses of what is at the cursor.
  case uses(SearchSubject)

  /// The maximum length of a searched text in bytes, so that no key is slow after a long paste.
  static let longestText = 2_000
}

/// A variable, function or block type that a program can use in several places.
public enum SearchSubject: Equatable {
  /// A variable: the fields and mutators that refer to it.
  case variable(id: String)
  /// A function: its definition and its calls.
  case function(name: String)
  /// A type of block, and its words.
  case blockType(String, words: String)

  /// The variable, function or type that a block, or one of its fields, uses.
  @MainActor init?(at block: Block, fieldName: String?) {
    let field = fieldName.flatMap { block.firstField(withName: $0) } ?? block.onlyField
    if let variable = field?.variable {
      self = .variable(id: variable.id)
    } else if let name = Self.function(of: block) {
      self = .function(name: name)
    } else if !block.isUnknown, fieldName == nil, let variable = Self.onlyVariable(of: block) {
      // “set x to …” is about x.
      self = .variable(id: variable.id)
    } else {
      self = .blockType(block.type, words: BlockLabel.words(of: block))
    }
  }

  private static func onlyVariable(of block: Block) -> Variable? {
    guard block.type.hasPrefix("variables_") || block.type == "math_change" else { return nil }
    return block.inputs.lazy.flatMap(\.fields).compactMap(\.variable).first { _ in true }
  }

  /// The name of the function that a block defines or calls, in lower case: Blockly's names ignore case.
  static func function(of block: Block) -> String? {
    let name = ProcedureBlocks.name(definedBy: block) ?? (block.mutator as? MutatorProcedureCaller)?.name
    return name?.lowercased()
  }
}
