import AppModules
import BlockModel
import Screen
import Terminal
import Workbench

/// The window in which a user changes what a block is made of. What is wanted is shown in the block behind at once; it is
/// kept as one step, or taken back without a trace.
public final class MutatorDialog: EditorController, TextEditing {
  override var mode: (any Mode)? { self }
  private unowned let module: MutatorsModule
  private let view: any MutatorView
  private let session: MutationSession
  private var selected = 0
  /// The text of the selected row while it is typed.
  private var entry: TextEntry?
  /// Why the typed text was not taken.
  private var refusal: String?
  private var drawing = MutatorDialogDrawing()

  let opened: OpenedPart?
  /// The dialog's commands with those of its view.
  private lazy var table = Self.table(
    adding: view.commands.map { command in
      command.adapted { dialog in MutatorSelection(dialog: dialog, row: dialog.selected) }
    })

  init(view: any MutatorView, session: MutationSession, module: MutatorsModule) {
    self.module = module
    self.view = view
    self.session = session
    opened = .bubble(.mutator, blockID: session.block.id)
    super.init()
    module.showStatus("\(view.title) · \(words(in: module.editor))")
  }

  var commands: CommandTable<MutatorDialog> { entry == nil ? table : Self.typingCommands }

  let hintGroups: Set<CommandGroup> = [.finishing]

  /// The rows of the view; where Enter does not keep on all parts, one more on which it does.
  private var rows: [MutatorRow] {
    if let known = knownRows { return known }
    let rows = makeRows()
    knownRows = rows
    return rows
  }

  /// The rows as they are until something is done.
  private var knownRows: [MutatorRow]?

  private func makeRows() -> [MutatorRow] {
    let rows = view.rows
    let parts = rows.filter { !$0.isAside }
    if parts.allSatisfy({ $0.enter == .keep }), !parts.isEmpty { return rows }
    return rows + [
      MutatorRow(label: Self.keepLabel, text: "keep it", words: "OK · Enter keeps the changes, Esc cancels")
    ]
  }

  private static let keepLabel = "OK"

  private var row: MutatorRow? { rows.indices.contains(selected) ? rows[selected] : nil }

  func words(in editor: EditorServices) -> String {
    if let entry {
      let words = "\(row?.label ?? ""): “\(entry.buffer.currentLine)”\(entry.isSelected ? ", selected" : "")"
      return refusal ?? "\(words) · Enter accepts, Esc cancels"
    }
    return row?.words ?? view.title
  }

  // MARK: - What the commands do

  func handle(_ event: InputEvent, in editor: EditorServices) {
    switch event {
    case .key(let key): press(key, in: editor)
    case .mouse(let mouse): handle(mouse, in: editor)
    case .paste(let text): entry?.paste(text)
    default: break
    }
  }

  func refuse(_ reason: String, in editor: EditorServices) {
    module.showStatus(reason)
    editor.device.bell()
  }

  func move(by distance: Int) { select(selected + distance) }

  func moveToFirst() { select(0) }

  func moveToLast() { select(rows.count - 1) }

  /// Does what Enter does on the selected row.
  func enter(in editor: EditorServices) {
    switch row?.enter {
    case .type: beginTyping(inRow: selected)
    case .act: show({ () throws(FieldRefusal) in try view.act(onRow: selected) }, in: editor)
    case .keep, nil: keep(in: editor)
    }
  }

  var enterHint: String {
    switch row?.enter {
    case .type: "rename"
    case .act: "change"
    case .keep, nil: "keep"
    }
  }

  var enterKeeps: Bool { row?.enter == .keep || row == nil }

  /// Shows what comes of a change, or why it is refused.
  func show(_ answer: () throws(FieldRefusal) -> MutatorAnswer, in editor: EditorServices) {
    defer { knownRows = nil }
    do throws(FieldRefusal) {
      show(try answer(), in: editor)
    } catch {
      refuse(error.reason, in: editor)
    }
  }

  private func show(_ answer: MutatorAnswer, in editor: EditorServices) {
    knownRows = nil
    switch answer {
    case .shown(let row, let words):
      select(row)
      module.showStatus(words)
    case .typing(let row):
      select(row)
      beginTyping(inRow: row)
    case .choosing(let title, let names, let take):
      module.push(
        ListPopup(title: title, rows: names.map { ListPopup.Row($0) }, anchor: .centre) { [self] index in
          do throws(FieldRefusal) {
            show(try take(index), in: editor)
          } catch {
            module.showStatus(error.reason)
          }
        })
    }
  }

  private func select(_ index: Int) { selected = min(max(index, 0), rows.count - 1) }

  func keep(in editor: EditorServices) {
    editor.modes.pop(self)
    let id = session.block.id
    module.emit(module.perform(.applyMutation).isChange ? .kept(blockID: id) : .left(blockID: id))
  }

  func cancel(in editor: EditorServices) {
    editor.modes.pop(self)
    module.perform(.cancelMutation)
    module.emit(.left(blockID: session.block.id))
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
    entry.touch()
    self.entry = entry
  }

  func leaveText() {
    entry = nil
    view.leaveText(ofRow: selected)
    knownRows = nil
    select(selected)
  }

  func acceptText(in editor: EditorServices) {
    guard let text = entry?.buffer.text else { return }
    do throws(FieldRefusal) {
      let answer = try view.setText(text, ofRow: selected)
      entry = nil
      show(answer, in: editor)
    } catch {
      refusal = "not accepted: \(error.reason)"
      entry?.touch()
      editor.device.bell()
    }
  }

  // MARK: - The mouse

  private func handle(_ mouse: MouseEvent, in editor: EditorServices) {
    switch mouse.kind {
    case .scrollDown where entry == nil: select(selected + 1)
    case .scrollUp where entry == nil: select(selected - 1)
    case .press where mouse.button == .left: press(at: mouse.position, in: editor)
    default: break
    }
  }

  private func press(at position: Point, in editor: EditorServices) {
    switch drawing.target(at: position) {
    case .key(let key): press(key, in: editor)
    case .row(let index) where entry == nil && rows.indices.contains(index):
      let wasSelected = index == selected
      select(index)
      // A click keeps only where it says so.
      let isButton = index == rows.count - 1 && row?.label == Self.keepLabel
      if isButton || wasSelected && row?.enter != .keep { enter(in: editor) }
    case .outside where entry == nil:
      if session.isChanged {
        module.showStatus("the dialog is open: Enter keeps the changes, Esc cancels")
      } else {
        cancel(in: editor)
      }
    default: break
    }
  }

  // MARK: - Drawing

  func window(in editor: EditorServices) -> ModeWindow? {
    return drawing.window(
      title: view.title, rows: rows, selected: selected, entry: entry, refusal: refusal,
      hints: commands.hints(in: self),
      in: editor)
  }
}
