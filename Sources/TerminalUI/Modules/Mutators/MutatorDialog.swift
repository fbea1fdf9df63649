import AppModules
import BlockModel
import Screen
import Terminal
import Workbench

/// The window in which a user changes what a block is made of. What is wanted is shown in the block behind at once; it is
/// kept as one step, or taken back without a trace.
final class MutatorDialog: EditorController, Mode {
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

  init(view: any MutatorView, session: MutationSession, module: MutatorsModule) {
    self.module = module
    self.view = view
    self.session = session
    opened = .bubble(.mutator, blockID: session.block.id)
    super.init()
    module.say("\(view.title) · \(words(in: module.editor))")
  }

  var hints: String { entry == nil ? "\(enterDescription)  Esc take back" : "Enter take  Esc leave" }

  private var enterDescription: String {
    switch row?.enter {
    case .type: "Enter rename  Ctrl+S keep"
    case .act: "Enter change  Ctrl+S keep"
    default: "Enter keep"
    }
  }

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
    return rows + [MutatorRow(label: Self.keepLabel, text: "keep it", words: "OK · Enter keeps it, Esc takes it back")]
  }

  private static let keepLabel = "OK"

  private var row: MutatorRow? { rows.indices.contains(selected) ? rows[selected] : nil }

  func words(in editor: EditorServices) -> String {
    if let entry {
      let words = "\(row?.label ?? ""): “\(entry.buffer.currentLine)”\(entry.isSelected ? ", selected" : "")"
      return refusal ?? "\(words) · Enter takes it, Esc leaves it"
    }
    return row?.words ?? view.title
  }

  // MARK: - Keys

  func handle(_ event: InputEvent, in editor: EditorServices) {
    switch event {
    case .key(let key): handle(key, in: editor)
    case .mouse(let mouse): handle(mouse, in: editor)
    case .paste(let text): entry?.paste(text)
    default: break
    }
  }

  private func handle(_ key: Key, in editor: EditorServices) {
    if entry != nil { return type(key, in: editor) }
    switch KeyMap.command(for: key, in: .dialog) {
    case .up: select(selected - 1)
    case .down: select(selected + 1)
    case .firstItem: select(0)
    case .lastItem: select(rows.count - 1)
    case .edit where row?.enter == .type: beginTyping(inRow: selected)
    case .edit where row?.enter != .act, .accept: keep(in: editor)
    case .cancel: cancel(in: editor)
    default: hand(key, to: editor)
    }
  }

  /// Has the view do what a key means.
  private func hand(_ key: Key, to editor: EditorServices) {
    defer { knownRows = nil }
    do throws(FieldRefusal) {
      if let answer = try view.handle(key, atRow: selected) {
        show(answer, in: editor)
      } else {
        module.say("\(KeyMap.shown(key.description)) does nothing here; Enter keeps, Esc takes back")
      }
    } catch {
      module.say(error.reason)
      editor.device.bell()
    }
  }

  private func show(_ answer: MutatorAnswer, in editor: EditorServices) {
    knownRows = nil
    switch answer {
    case .shown(let row, let words):
      select(row)
      module.say(words)
    case .typing(let row):
      select(row)
      beginTyping(inRow: row)
    case .choosing(let title, let names, let take):
      module.push(
        ListPopup(title: title, rows: names.map { ListPopup.Row($0) }, anchor: .centre) { [self] index in
          do throws(FieldRefusal) {
            show(try take(index), in: editor)
          } catch {
            module.say(error.reason)
          }
        })
    }
  }

  private func select(_ index: Int) { selected = min(max(index, 0), rows.count - 1) }

  private func keep(in editor: EditorServices) {
    editor.modes.pop(self)
    let id = session.block.id
    module.emit(module.perform(.applyMutation).isChange ? .kept(blockID: id) : .left(blockID: id))
  }

  private func cancel(in editor: EditorServices) {
    editor.modes.pop(self)
    module.perform(.cancelMutation)
    module.emit(.left(blockID: session.block.id))
  }

  // MARK: - Typing

  private func beginTyping(inRow row: Int) {
    entry = TextEntry(view.text(ofRow: row))
    refusal = nil
  }

  private func type(_ key: Key, in editor: EditorServices) {
    switch key.code {
    case .enter: takeText(in: editor)
    case .escape:
      entry = nil
      view.leaveText(ofRow: selected)
      knownRows = nil
      select(selected)
    default:
      refusal = nil
      entry?.apply(key)
    }
  }

  private func takeText(in editor: EditorServices) {
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
    case .key(let key): handle(key, in: editor)
    case .row(let index) where entry == nil && rows.indices.contains(index):
      let wasSelected = index == selected
      select(index)
      // A click keeps only where it says so.
      let isButton = index == rows.count - 1 && row?.label == Self.keepLabel
      if isButton || wasSelected && row?.enter != .keep { handle(Key(.enter), in: editor) }
    case .outside where entry == nil:
      if session.isChanged {
        module.say("the dialog is open: Enter keeps what is shown, Esc takes it back")
      } else {
        cancel(in: editor)
      }
    default: break
    }
  }

  // MARK: - Drawing

  func window(in editor: EditorServices) -> ModeWindow? {
    var keys = entry == nil ? view.keys : []
    if entry == nil {
      switch row?.enter {
      case .type: keys.append(MutatorKey(Key(.enter), "Enter", "rename"))
      case .act: keys.append(MutatorKey(Key(.enter), "Enter", "change"))
      default: keys.append(MutatorKey(Key(.enter), "Enter", "keep"))
      }
      if row?.enter != .keep { keys.append(MutatorKey(.control("s"), "Ctrl+S", "keep")) }
      keys.append(MutatorKey(Key(.escape), "Esc", "take back"))
    } else {
      keys = [MutatorKey(Key(.enter), "Enter", "take"), MutatorKey(Key(.escape), "Esc", "leave")]
    }
    return drawing.window(
      title: view.title, rows: rows, selected: selected, entry: entry, refusal: refusal, keys: keys, in: editor)
  }
}
