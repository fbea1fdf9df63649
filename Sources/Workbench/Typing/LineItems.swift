import BlockEditing
import BlockLayout
import BlockLibrary
import BlockModel

extension LineEntry {
  /// The typed items; nil for those that were left empty.
  fileprivate var items: [BlockSnapshot?] {
    var items: [Int: BlockSnapshot] = [:]
    var count = 0
    for (index, record) in snapshot.records.enumerated() where record.parent == 0 {
      guard case .input(let name, _) = record.slot, let item = name.number(after: "ADD") else { continue }
      items[item] = snapshot.part(at: index)
      count = max(count, item + 1)
    }
    for hole in holes where hole.record == 0 { count = max(count, (hole.input.number(after: "ADD") ?? -1) + 1) }
    return (0..<count).map { items[$0] }
  }
}

extension IntentState {
  /// The list or text whose item a target is, or is in.
  func itemsBlock(at target: LineTarget) -> Block? {
    guard var connection = target.connection(in: workspace), connection.kind == .inputValue else { return nil }
    while !(connection.sourceBlock.mutator is MutatorItems) {
      guard let superior = connection.sourceBlock.superiorConnection, superior.kind == .inputValue else { return nil }
      connection = superior
    }
    return connection.sourceBlock
  }

  /// The item at the cursor: that of the nearest list or text around it, or the last one of the list at the cursor.
  /// - Throws: `FieldError` if there is none.
  func itemAtCursor() throws(FieldError) -> LineTarget {
    guard let block = cursorBlock, cursorComment == nil else { throw FieldError("there is no item here") }
    if case .emptyInput(let id, let name) = cursor, itemsBlock(at: .input(name, of: id)) != nil {
      return .input(name, of: id)
    }
    if block.mutator is MutatorItems {
      guard let last = block.inputs.last(where: { $0.kind == .value }) else {
        throw FieldError("\(named: block) has no items yet\(hint("edit-parts", "adds one"))")
      }
      return .input(last.name, of: block.id)
    }
    guard let superior = block.superiorConnection, let input = superior.sourceInput,
      itemsBlock(at: .input(input.name, of: superior.sourceBlock.id)) != nil
    else { throw FieldError("\(named: block) is not an item of a list or text") }
    return .input(input.name, of: superior.sourceBlock.id)
  }
}

extension IntentResolver {
  /// Puts typed values into the items of a block: the first one into the item at the line, the others into the empty
  /// items after it, or into new ones.
  func addItems(to block: Block, _ entry: LineEntry) -> Resolution {
    guard let layout = state.mutatorLayout(of: block) as? MutatorPartsLayout, let kind = layout.kinds.first else {
      return .refused(reason: "no item can be added to \(named: block)")
    }
    let items = entry.items
    guard items.count > 1 else { return .refused(reason: "nothing was typed") }
    layout.read()
    guard var index = branch(of: entry.target, in: block, layout) else { return .refused(reason: Self.targetIsGone) }
    var changes: [ProgramChange] = []
    var focus: FocusItem?
    if let first = items[0] {
      switch typeLine(LineEntry(target: entry.target, snapshot: first)) {
      case .changes(let plan): changes = plan.changes
      case let other: return other
      }
    }
    var added = 0
    var filled: [(index: Int, item: BlockSnapshot?)] = []
    for item in items.dropFirst() {
      let next = index + 1
      let isFree = layout.draft.parts.indices.contains(next) && isFree(layout.draft.parts[next], of: layout, in: block)
      if isFree {
        index = next
      } else {
        do throws(FieldError) {
          index = try layout.draft.add(kind, behind: index)
        } catch {
          return .refused(reason: error.reason)
        }
        added += 1
      }
      filled.append((index, item))
    }
    if added > 0 { changes.append(.mutate(layout)) }
    for (index, item) in filled {
      let input = layout.inputs(of: kind, at: layout.draft.index(at: index))[0]
      focus = item?.records[0].id.map { .block(id: $0) } ?? .emptyInput(blockID: block.id, name: input)
      guard let item else { continue }
      changes.append(.insert(item, at: ConnectionTarget(blockID: block.id, inputName: input)))
    }
    if changes.isEmpty, let focus { return .cursor(focus, statusMessage: nil) }
    let count = items.compactMap(\.self).count
    let message =
      count == 0 ? "added an empty item" : count == 1 && items[0] == nil ? nil : "inserted \(count) items"
    return .changes(
      Plan(changes, focus: focus.map { .item($0) } ?? .unchanged) { state, _ in message ?? state.description() })
  }

  /// Whether an item of the block's present shape holds nothing but a default value.
  private func isFree(_ part: MutatorPart, of layout: MutatorPartsLayout, in block: Block) -> Bool {
    guard case .present(let index) = part.id, let name = layout.inputs(of: part.kind, at: index).first,
      let connection = block.firstInput(withName: name)?.connection
    else { return false }
    return connection.targetBlock?.isShadow ?? true
  }
}

/// The toolbox's blocks for typed lines, wherever they are typed. They are made again only when the program's
/// variables or functions change: in a program with thousands of variables, making them takes most of the time of a
/// key press.
final class LineToolbox {
  struct Entry {
    var label: String
    /// The text in which typed words are searched, in lower case.
    var searchText: String
    var snapshot: BlockSnapshot
    var colour: BlockBuilder.Colour
    /// The topic of its type, if its definition was found for the program; otherwise nil.
    var topic: String?

    /// Whether a typed word is in its label, or another word begins with it. Users don't see the words of its type and
    /// category, so a match inside one of these doesn't count: “low” doesn't find “controls flow statements”.
    func has(_ word: Substring) -> Bool {
      searchText.hasPart(word)
        && (label.lowercased().hasPart(word) || searchText.split(separator: " ").contains { $0.hasPrefix(word) })
    }
  }

  /// The data that the blocks depend on.
  private struct Basis: Equatable {
    var variables: [VariableReference]
    var callers: [BlockSnapshot]

    init(_ workspace: Workspace) {
      variables = workspace.variables.all.map { VariableReference(id: $0.id, name: $0.name, type: $0.type) }
      callers = ProcedureBlocks.definitions(in: workspace).compactMap(ProcedureBlocks.caller)
    }
  }

  private var basis: Basis?
  private var entries: [Entry] = []

  /// Makes the blocks again the next time, because their wordings have changed.
  func forget() { basis = nil }

  /// Returns the blocks of all categories.
  func entries(_ toolbox: Toolbox, in workspace: Workspace) -> [Entry] {
    let now = Basis(workspace)
    if now == basis { return entries }
    basis = now
    entries = ToolboxContents(workspace: workspace).blocks(in: toolbox).compactMap { item, category in
      guard case .insert(let snapshot) = item.action else { return nil }
      let type = snapshot.records.first?.type ?? ""
      // A typed number is a value, not the default of a block.
      let words = item.label.split(separator: " ").filter {
        $0.contains(where: \.isLetter) || !$0.contains(where: \.isNumber)
      }
      var text = "\(words.joined(separator: " ")) \(type.replacing("_", with: " ")) \(category.name)"
      // Apps write several words as one.
      if category.isFound { text += " " + text.separatingWords }
      return Entry(
        label: item.label, searchText: text.lowercased(), snapshot: snapshot, colour: item.colour,
        topic: category.isFound ? Toolbox.topic(of: type) : nil)
    }
    return entries
  }
}

/// A block of the toolbox that a typed line can become.
struct LineToolboxBlock {
  var entry: LineToolbox.Entry
  var type: String { entry.snapshot.records.first?.type ?? "" }
  /// Why it doesn't fit; nil if it does.
  var refusal: String?
  /// Whether the program has blocks of the same topic.
  var isNear = false

  /// The blocks of all categories.
  static func all(for target: LineTarget, in controller: WorkbenchController) -> [LineToolboxBlock] {
    let workspace = controller.workspace
    let contents = ToolboxContents(workspace: workspace)
    let connection = target.connection(in: workspace)
    let entries = controller.lineToolbox.entries(controller.toolbox, in: workspace)
    let hasTopics = entries.contains { $0.topic != nil }
    let topics = hasTopics ? Set(Set(workspace.blocks.values.map(\.type)).map(Toolbox.topic)) : []
    return entries.map {
      LineToolboxBlock(
        entry: $0, refusal: refusal(of: $0.snapshot, at: connection, contents),
        isNear: $0.topic.map(topics.contains) ?? false)
    }
  }

  static let valueRefusal = "a value, not a statement"

  private static func refusal(
    of snapshot: BlockSnapshot, at connection: Connection?, _ contents: ToolboxContents
  ) -> String? {
    let isValue = contents.hasOutput(snapshot)
    guard let connection else { return isValue ? valueRefusal : nil }
    if contents.canConnect(snapshot, connection) { return nil }
    if connection.kind == .inputValue { return isValue ? "of another type" : "a statement, not a value" }
    return isValue ? valueRefusal : contents.hasPrevious(snapshot) ? "of another type" : "stands alone"
  }
}
