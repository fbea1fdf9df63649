import AppModules
import BlockModel
import MortiseScreen
import MortiseTerminal
import ProgramJournal
import Workbench

/// The dialog in which the user changes a block's shape with its mutator. The block previews the draft at once. The
/// draft is applied as one undo step, or cancelled without a trace.
public final class MutatorDialog: EditorController, TextEditing, ScrollingMode {
  override var mode: (any Mode)? { self }
  private unowned let module: MutatorsModule
  private let view: any MutatorView
  private let session: MutationSession
  private var isApplied = false
  private var list = ListBody()
  /// The text of the selected row while the user types it.
  private var entry: TextEntry?
  /// Whether the user types the name of a new function.
  private var isNaming = false
  /// Why the typed text was refused.
  private var refusal: String?
  private var drawing = MutatorDialogDrawing()

  let opened: OpenedPart?
  /// The dialog's commands with those of its view.
  private lazy var table = Self.table(
    adding: view.commands.map { command in
      command.adapted { dialog in MutatorSelection(dialog: dialog, row: dialog.list.selected) }
    })

  init(view: any MutatorView, session: MutationSession, module: MutatorsModule) {
    self.module = module
    self.view = view
    self.session = session
    opened = .bubble(.mutator, blockID: session.block.id)
    super.init()
    if let row = view.firstTypedRow {
      select(row)
      beginTyping(inRow: row)
      isNaming = true
    }
    module.showStatus("\(view.title) · \(description)\(statusHint)")
  }

  /// Whether the user is typing a name.
  var isTyping: Bool { entry != nil }

  var commands: CommandTable<MutatorDialog> { entry == nil ? table : Self.typingCommands }

  let hintGroups: Set<CommandGroup> = [.finishing]

  /// The rows of the view, followed by an OK row unless Enter applies the changes on every part.
  private var rows: [MutatorRow] {
    if let known = knownRows { return known }
    let rows = makeRows()
    knownRows = rows
    return rows
  }

  /// The cached rows; nil after a change.
  private var knownRows: [MutatorRow]?

  private func makeRows() -> [MutatorRow] {
    let rows = view.rows
    let parts = rows.filter { !$0.isRemoved }
    if parts.allSatisfy({ $0.enter == .apply }), !parts.isEmpty { return rows }
    return rows + [
      MutatorRow(label: Self.applyLabel, text: "apply", statusText: "OK")
    ]
  }

  private static let applyLabel = "OK"

  private var row: MutatorRow? { rows.indices.contains(list.selected) ? rows[list.selected] : nil }

  func statusText(on screen: EditorScreen) -> String { description }

  var typedLine: TypedLine? { entry.map { TypedLine(label: row?.label ?? view.title, entry: $0) } }

  private var description: String {
    if let entry {
      let text = "\(row?.label ?? ""): “\(entry.buffer.currentLine)”\(entry.isSelected ? ", selected" : "")"
      return refusal ?? text
    }
    return row?.statusText ?? view.title
  }

  var statusHint: String {
    if entry != nil { return refusal == nil ? " · Enter accepts, Esc cancels" : "" }
    if row?.label == Self.applyLabel { return " · \(Self.applyHint)" }
    return row?.enter == .type ? " · Enter changes it" : ""
  }

  private static let applyHint = "Enter applies the changes, Esc cancels"

  // MARK: - The draft

  var draft: DialogDraft? {
    guard session.isChanged || entry != nil else { return nil }
    return DialogDraft(
      .mutator(blockID: session.block.id), text: entry?.buffer.text, mutation: session.layout.requestedState,
      row: list.selected)
  }

  /// Restores the draft of an earlier session.
  func restore(_ draft: DialogDraft) {
    if let mutation = draft.mutation { try? session.change { session.layout.restore(mutation) } }
    knownRows = nil
    select(draft.row)
    guard let text = draft.text, row?.enter == .type else { return }
    beginTyping(inRow: list.selected)
    edit { entry in
      entry.clear()
      entry.paste(text)
    }
  }

  // MARK: - Commands

  func handle(_ event: InputEvent, on screen: EditorScreen) {
    switch event {
    case .key(let key): press(key, on: screen)
    case .mouse(let mouse): handle(mouse, on: screen)
    case .paste(let text): entry?.paste(text)
    default: break
    }
  }

  func refuse(_ reason: String, on screen: EditorScreen) {
    module.showStatus(reason)
    screen.device.bell()
  }

  var rowCount: Int { rows.count }

  var page: Int { list.page }

  func move(by distance: Int) { select(list.selected + distance) }

  /// Performs the action of Enter on the selected row.
  func enter(on screen: EditorScreen) {
    switch row?.enter {
    case .type: beginTyping(inRow: list.selected)
    case .act: show({ () throws(FieldError) in try view.act(onRow: list.selected) }, on: screen)
    case .apply, nil: apply(on: screen)
    }
  }

  var enterHint: String {
    switch row?.enter {
    case .type: "rename"
    case .act: "change"
    case .apply, nil: "apply"
    }
  }

  var enterApplies: Bool { row?.enter == .apply || row == nil }

  /// Shows the outcome of a change, or why it is refused.
  func show(_ answer: () throws(FieldError) -> MutatorAnswer, on screen: EditorScreen) {
    defer { knownRows = nil }
    do throws(FieldError) {
      show(try answer(), on: screen)
    } catch {
      refuse(error.reason, on: screen)
    }
  }

  private func show(_ answer: MutatorAnswer, on screen: EditorScreen) {
    knownRows = nil
    switch answer {
    case .shown(let row, let message):
      select(row)
      module.showStatus(message)
    case .typing(let row):
      select(row)
      beginTyping(inRow: row)
    case .choosing(let title, let names, let take):
      module.push(
        ListPopup(title: title, rows: names.map { ListPopup.Row($0) }, anchor: .centre) { [self] index in
          do throws(FieldError) {
            show(try take(index), on: screen)
          } catch {
            module.showStatus(error.reason)
          }
        })
    }
  }

  private func select(_ index: Int) {
    list.count = rows.count
    list.select(index)
  }

  func apply(on screen: EditorScreen) {
    isApplied = true
    screen.modes.pop(self)
    let id = session.block.id
    module.emit(module.perform(.applyMutation).isChange ? .applied(blockID: id) : .cancelled(blockID: id))
  }

  func cancel(on screen: EditorScreen) {
    screen.modes.pop(self)
  }

  /// Cancels the preview if the dialog is closed in any way without applying it.
  override public func viewDidDisappear() {
    if isApplied { return }
    module.perform(.cancelMutation)
    module.emit(.cancelled(blockID: session.block.id))
  }

  // MARK: - Typing

  private func beginTyping(inRow row: Int) {
    entry = TextEntry(view.text(ofRow: row))
    refusal = nil
  }

  func edit(_ change: (inout TextEntry) -> Void) {
    refusal = nil
    guard var entry else { return }
    change(&entry)
    entry.stopReplacing()
    self.entry = entry
  }

  func leaveText() {
    entry = nil
    isNaming = false
    view.leaveText(ofRow: list.selected)
    knownRows = nil
    select(list.selected)
  }

  func acceptText(on screen: EditorScreen) {
    guard let text = entry?.buffer.text else { return }
    do throws(FieldError) {
      let answer = try view.setText(text, ofRow: list.selected)
      entry = nil
      show(answer, on: screen)
      if isNaming { select(rows.count - 1) }
      isNaming = false
    } catch {
      refusal = "not accepted: \(error.reason)"
      entry?.stopReplacing()
      screen.device.bell()
    }
  }

  // MARK: - The mouse

  private func handle(_ mouse: MouseEvent, on screen: EditorScreen) {
    if let rows = mouse.scrolledRows, entry == nil { return move(by: rows) }
    if mouse.kind == .press, mouse.button == .left { press(at: mouse.position, on: screen) }
  }

  private func press(at position: Point, on screen: EditorScreen) {
    if let key = drawing.key(at: position - list.frame.origin) { return press(key, on: screen) }
    if entry != nil { return }
    if let index = list.row(at: position) {
      let wasSelected = index == list.selected
      select(index)
      // A click applies the changes only on the OK row.
      let isButton = index == rows.count - 1 && row?.label == Self.applyLabel
      if isButton || wasSelected && row?.enter != .apply { enter(on: screen) }
    } else if !list.frame.contains(position) {
      if session.isChanged {
        module.showStatus("the dialog is open: \(Self.applyHint)")
      } else {
        cancel(on: screen)
      }
    }
  }

  // MARK: - Drawing

  func window(on screen: EditorScreen) -> ModeWindow? {
    list.count = rows.count
    return drawing.window(
      content, list: &list, entry: entry, refusal: refusal, on: screen,
      beside: module.context.viewport.rect(of: session.block))
  }

  /// Scrolls the block away from where the window will be.
  func willShow() {
    let viewport = module.context.viewport
    guard let block = viewport.rect(of: session.block) else { return }
    if let row = drawing.rowToScrollTo(block, for: content, on: module.scene.screen) {
      viewport.makeRoom(rows: block.minY - row)
    }
  }

  private var content: MutatorDialogDrawing.Content {
    MutatorDialogDrawing.Content(title: view.title, rows: rows, hints: commands.hints(in: self))
  }

  /// Returns the commands of a mutator dialog, with those that its view adds.
  static func table(adding commands: [DialogCommand]) -> CommandTable<MutatorDialog> {
    CommandTable(
      "dialog", "In the dialog of a block’s ⚙",
      scrollCommands("row", others: ["down": ["<Tab>"]]) + commands + finishing)
  }

  private static let finishing: [DialogCommand] = [
    DialogCommand(
      "enter", "<Enter>", title: "Apply or change", group: .finishing,
      help: "apply the changes as one undo step; on a name: rename; on a check box: toggle; on a removed part: restore",
      runIn: { $0.enter(on: $1) }
    ).hinted { $0.enterHint },
    DialogCommand(
      "apply", "<C-s>", title: "Apply", group: .finishing, help: "apply the changes as one undo step",
      runIn: { $0.apply(on: $1) }
    ).hinted { $0.enterApplies ? nil : "apply" },
    DialogCommand(
      "cancel", "<Esc>", title: "Cancel", group: .finishing, help: "cancel; nothing changes", hint: "cancel",
      runIn: { $0.cancel(on: $1) }),
  ]

  /// The commands while the user types a name in the dialog.
  static let typingCommands = CommandTable<MutatorDialog>(
    "dialog-name", "While a name is typed in the dialog",
    lineCommands + [
      DialogCommand(
        "accept", "<Enter>", title: "Accept", group: .finishing, help: "accept the name", hint: "OK",
        runIn: { $0.acceptText(on: $1) }),
      DialogCommand(
        "apply", "<C-s>", title: "Apply", group: .finishing,
        help: "accept the name, and apply the changes as one undo step"
      ) { dialog, screen in
        dialog.acceptText(on: screen)
        if !dialog.isTyping { dialog.apply(on: screen) }
      },
      DialogCommand(
        "cancel", "<Esc>", title: "Cancel", group: .finishing, help: "cancel; the name stays as it was", hint: "cancel"
      ) {
        $0.leaveText()
      },
    ], fallback: typing)
}

typealias DialogCommand = Command<MutatorDialog>
