import BlockEditing
import BlockLayout
import BlockModel
import Workbench

/// The view of mutators whose blocks consist of parts, such as branches, items or parameters. Each part has a row.
final class PartsView: MutatorView {
  private enum Item {
    case name
    case part(Int)
    case option(Int)
    /// A removed part whose blocks will be disconnected, by its index among the removed parts.
    case removed(Int)
  }

  private let session: MutationSession
  private let layout: MutatorPartsLayout
  /// The part that was just added, while the user types its name.
  private var unnamed: MutatorPart.ID?

  init(session: MutationSession, layout: MutatorPartsLayout) {
    self.session = session
    self.layout = layout
  }

  private var draft: MutatorDraft { layout.draft }

  var title: String { layout.title }

  /// The row of the name, for a function without one.
  var firstTypedRow: Int? { layout.isUnnamed ? 0 : nil }

  // MARK: - Rows

  private var items: [Item] {
    let removed = draft.removed.indices.filter { !draft.removed[$0].disconnected.isEmpty }
    return (draft.name == nil ? [] : [.name]) + draft.parts.indices.map { .part($0) }
      + draft.options.indices.map { .option($0) } + removed.map { .removed($0) }
  }

  var rows: [MutatorRow] {
    let parts = draft.indexedParts
    let counts = Dictionary(layout.kinds.map { ($0, draft.count(of: $0)) }) { first, _ in first }
    return items.map { item in
      guard case .part(let position) = item else { return row(item) }
      let (part, index) = parts[position]
      return row(of: part, at: position, index: index, count: counts[part.kind] ?? 0)
    }
  }

  private func row(_ item: Item) -> MutatorRow {
    switch item {
    case .name:
      let name = draft.name ?? ""
      return MutatorRow(label: "name", text: name, statusText: "name: \(name)", enter: .type)
    case .part(let position):
      let part = draft.parts[position]
      return row(of: part, at: position, index: draft.index(at: position), count: draft.count(of: part.kind))
    case .option(let index):
      let option = draft.options[index]
      let note = option.isOn || option.disconnected.isEmpty ? "" : "disconnects: \(option.disconnected)"
      let description = "\(option.name): \(option.isOn ? "yes" : "no")" + (note.isEmpty ? "" : " · \(note)")
      return MutatorRow(
        label: option.isOn ? "[✓]" : "[ ]", text: option.name + (note.isEmpty ? "" : " · \(note)"),
        statusText: description + (note.isEmpty && option.isOn ? disconnectionNote(option.disconnected) : ""),
        enter: .act)
    case .removed(let index):
      let part = draft.removed[index]
      let name = part.name.isEmpty ? part.kind.name : "\(part.kind.name) \(part.name)"
      return MutatorRow(
        label: "removed", text: "disconnects: \(part.disconnected)",
        statusText: "disconnects: \(part.disconnected) · of the removed \(name) · Enter restores it", enter: .act,
        isRemoved: true)
    }
  }

  private func row(of part: MutatorPart, at position: Int, index: Int, count: Int) -> MutatorRow {
    let label = layout.label(of: part, at: index)
    let description = layout.description(of: part, at: index, count: count)
    let note = draft.canRemove(part) ? disconnectionNote(part.disconnected) : ""
    guard part.kind.isNamed else {
      let content = part.content.isEmpty ? "empty" : part.content
      return MutatorRow(label: label, text: content, statusText: "\(description): \(content)\(note)")
    }
    let content = [part.content, layout.note(onPartAt: position)].filter { !$0.isEmpty }.map { " · \($0)" }.joined()
    return MutatorRow(
      label: label, text: part.name + content,
      statusText: "\(description): \(part.name)\(content)\(note)",
      enter: .type)
  }

  /// Returns a note on what removing a part or option would disconnect.
  private func disconnectionNote(_ disconnected: String) -> String {
    disconnected.isEmpty ? "" : " · removing disconnects: \(disconnected)"
  }

  private func row(ofPart id: MutatorPart.ID) -> Int {
    items.firstIndex { if case .part(let position) = $0 { draft.parts[position].id == id } else { false } } ?? 0
  }

  private func row(ofPartAt position: Int, otherwise row: Int) -> Int {
    draft.parts.indices.contains(position) ? self.row(ofPart: draft.parts[position].id) : row
  }

  // MARK: - Commands

  var kinds: [MutatorPart.Kind] { layout.kinds }

  var hasOrder: Bool { kinds.contains(where: \.isMovable) }

  var hasNames: Bool { kinds.contains(where: \.isNamed) }

  private func item(atRow row: Int) -> Item? { items.indices.contains(row) ? items[row] : nil }

  /// Changes the draft. A refused change has no effect.
  private func edit(_ change: () throws(FieldError) -> Void) throws(FieldError) {
    let before = layout.draft
    try session.change { () throws(FieldError) in
      do throws(FieldError) {
        try change()
      } catch {
        layout.draft = before
        throw error
      }
    }
  }

  func add(_ kind: MutatorPart.Kind, row: Int) throws(FieldError) -> MutatorAnswer {
    if !kind.isMovable, let position = draft.positions(of: kind).first {
      return try remove(row: self.row(ofPart: draft.parts[position].id))
    }
    let position: Int? = if case .part(let position) = item(atRow: row) { position } else { nil }
    var added = 0
    try edit { () throws(FieldError) in
      added = try layout.draft.add(kind, behind: position)
      if kind.isNamed { try layout.renamePart(at: added, to: layout.suggestedName(for: kind)) }
    }
    let part = draft.parts[added]
    let row = self.row(ofPart: part.id)
    guard kind.isNamed else {
      return .shown(
        row: row, message: "added \(description(ofPartAt: added))\(part.content.isEmpty ? "" : ": \(part.content)")")
    }
    unnamed = part.id
    return .typing(row: row)
  }

  func refusalToRemove(row: Int) -> String? {
    switch item(atRow: row) {
    case .part, .removed: nil
    case .name, .option, nil: "this can't be removed"
    }
  }

  func remove(row: Int) throws(FieldError) -> MutatorAnswer {
    switch item(atRow: row) {
    case .part(let position):
      let part = draft.parts[position]
      let description = description(ofPartAt: position)
      try edit { () throws(FieldError) in try layout.draft.remove(at: position) }
      // Without parts, the row that applies is next.
      let next =
        draft.parts.isEmpty ? items.count : self.row(ofPartAt: min(position, draft.parts.count - 1), otherwise: 0)
      let note = part.disconnected.isEmpty ? "" : " · disconnects: \(part.disconnected)"
      return .shown(row: next, message: "removed \(description)\(note)")
    case .removed(let index): return try restore(index)
    case .name, .option, nil: return .shown(row: row)
    }
  }

  private func description(ofPartAt position: Int) -> String {
    let part = draft.parts[position]
    let description = layout.description(of: part, at: draft.index(at: position), count: draft.count(of: part.kind))
    return part.name.isEmpty ? description : "\(description), \(part.name)"
  }

  func refusalToMove(row: Int) -> String? {
    if case .part = item(atRow: row) { nil } else { "this can't be moved" }
  }

  func move(row: Int, by distance: Int) throws(FieldError) -> MutatorAnswer {
    guard case .part(let position) = item(atRow: row) else { return .shown(row: row) }
    try edit { () throws(FieldError) in try layout.draft.move(at: position, by: distance) }
    return .shown(row: self.row(ofPart: draft.parts[position + distance].id))
  }

  func refusalToAct(row: Int) -> String? {
    switch item(atRow: row) {
    case .option, .removed: nil
    case .name, .part, nil: "there is no check box here"
    }
  }

  /// Toggles a check box, or restores a removed part.
  func act(onRow row: Int) throws(FieldError) -> MutatorAnswer {
    switch item(atRow: row) {
    case .option(let index):
      try edit { () throws(FieldError) in layout.draft.options[index].isOn.toggle() }
      return .shown(row: row)
    case .removed(let index): return try restore(index)
    case .name, .part, nil: return .shown(row: row)
    }
  }

  private func restore(_ index: Int) throws(FieldError) -> MutatorAnswer {
    var position = 0
    try edit { () throws(FieldError) in position = try layout.draft.restore(at: index) }
    return .shown(row: row(ofPart: draft.parts[position].id), message: "restored \(description(ofPartAt: position))")
  }

  // MARK: - Names

  func refusalToRename(row: Int) -> String? {
    item(atRow: row).map { self.row($0).enter == .type } == true ? nil : "this has no name"
  }

  func text(ofRow row: Int) -> String {
    guard items.indices.contains(row) else { return "" }
    switch items[row] {
    case .name: return draft.name ?? ""
    case .part(let position): return draft.parts[position].name
    default: return ""
    }
  }

  func setText(_ text: String, ofRow row: Int) throws(FieldError) -> MutatorAnswer {
    guard items.indices.contains(row) else { return .shown(row: row) }
    let item = items[row]
    try edit { () throws(FieldError) in
      switch item {
      case .name: try layout.rename(to: text)
      case .part(let position): try layout.renamePart(at: position, to: text)
      default: break
      }
    }
    unnamed = nil
    if case .name = item, let name = draft.name, name != text {
      return .shown(row: row, message: "“\(text)” is taken; named it “\(name)”")
    }
    if case .part(let position) = item { return .shown(row: self.row(ofPartAt: position, otherwise: row)) }
    return .shown(row: row)
  }

  func leaveText(ofRow row: Int) {
    guard let id = unnamed, let position = draft.parts.firstIndex(where: { $0.id == id }) else { return }
    unnamed = nil
    try? edit { () throws(FieldError) in try layout.draft.remove(at: position) }
  }

  var refusalToUseVariable: String? {
    guard hasNames else { return "no part here has a name" }
    return layout.knownNames.isEmpty ? "there are no other variables to use here" : nil
  }

  /// Asks for a variable, and uses its name for the part in a row, or for a new part.
  func useVariable(row: Int) throws(FieldError) -> MutatorAnswer {
    guard let kind = kinds.first(where: \.isNamed) else { return .shown(row: row) }
    let item = item(atRow: row)
    let names = layout.knownNames
    return .choosing(title: "Variable", names: names) { [self] index throws(FieldError) in
      var position = 0
      try edit { () throws(FieldError) in
        if case .part(let present) = item { position = present } else { position = try layout.draft.add(kind) }
        try layout.renamePart(at: position, to: names[index])
      }
      return .shown(row: self.row(ofPartAt: position, otherwise: row))
    }
  }

  /// Returns the commands of a dialog with some kinds of parts.
  static func table(_ kinds: [MutatorPart.Kind]) -> CommandTable<PartSelection> {
    CommandTable("parts", "In the dialog of a block’s ⚙, also", adding(kinds) + partCommands)
  }

  /// The commands for the parts of a block.
  private static let partCommands: [PartCommand] = [
    command(
      "remove", "<Delete>", "<Backspace>", title: "Remove", help: "remove the part; on a removed part: restore it",
      hint: { _ in "remove" }, unavailable: { $0.refusalToRemove(row: $1) },
      change: { view, row throws(FieldError) in try view.remove(row: row) }),
    command(
      "move-up", "<S-Up>", "K", title: "Move up", help: "move the part up", hint: { $0.hasOrder ? "" : nil },
      unavailable: { $0.refusalToMove(row: $1) },
      change: { view, row throws(FieldError) in try view.move(row: row, by: -1) }),
    command(
      "move-down", "<S-Down>", "J", title: "Move down", help: "move the part down",
      hint: { $0.hasOrder ? "move" : nil },
      unavailable: { $0.refusalToMove(row: $1) },
      change: { view, row throws(FieldError) in try view.move(row: row, by: 1) }),
    command(
      "rename", "r", title: "Rename…", help: "rename the input or the function", hint: { $0.hasNames ? "rename" : nil },
      unavailable: { $0.refusalToRename(row: $1) }, change: { _, row throws(FieldError) in .typing(row: row) }),
    command(
      "use-variable", "v", title: "Use a variable", help: "use a variable for the input, or for a new input",
      hint: { $0.hasNames ? "use variable" : nil }, unavailable: { view, _ in view.refusalToUseVariable },
      change: { view, row throws(FieldError) in try view.useVariable(row: row) }),
    command(
      "toggle", "<Space>", title: "Check or uncheck", help: "toggle the check box; on a removed part: restore it",
      hint: { _ in nil },
      unavailable: { $0.refusalToAct(row: $1) }, change: { view, row throws(FieldError) in try view.act(onRow: row) }),
  ]

  /// The commands that add parts.
  private static func adding(_ kinds: [MutatorPart.Kind]) -> [PartCommand] {
    kinds.map { kind in
      command(
        "add-\(kind.name)", String(kind.key), title: "Add \(kind.name)",
        help: kind.isMovable ? "add another \(kind.name)" : "add the \(kind.name), or remove it",
        hint: { view in
          let isThere = !kind.isMovable && !view.draft.positions(of: kind).isEmpty
          return isThere ? "remove \(kind.name)" : "add \(kind.name)"
        },
        unavailable: { _, _ in nil }, change: { view, row throws(FieldError) in try view.add(kind, row: row) })
    }
  }

  private static func command(
    _ name: String, _ keys: String..., title: String, help: String, hint: @escaping (PartsView) -> String?,
    unavailable: @escaping (PartsView, Int) -> String?,
    change: @escaping (PartsView, Int) throws(FieldError) -> MutatorAnswer
  ) -> PartCommand {
    PartCommand(
      name, keys: keys, title: title, group: .editing, help: help,
      unavailable: { unavailable($0.view, $0.selection.row) },
      runIn: { part, screen in
        let row = part.selection.row
        part.selection.show({ () throws(FieldError) in try change(part.view, row) }, on: screen)
      }
    ).hinted { hint($0.view) }
  }

  var commands: [MutatorCommand] {
    Self.table(kinds).adapted { [unowned self] in PartSelection(view: self, selection: $0) }
  }
}

/// The row of a parts view that a command acts on.
struct PartSelection {
  let view: PartsView
  let selection: MutatorSelection
}

typealias PartCommand = Command<PartSelection>
