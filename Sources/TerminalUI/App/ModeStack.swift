import AppModules
import ProgramJournal

/// The modes that take the keys: the canvas, windows over it, and questions over everything. The top one gets every event.
final class ModeStack {
  private var stack: [any Mode] = []
  /// What is shown over everything, and the windows that it has opened.
  private var modal: [any Mode] = []

  /// All of them, from the bottom.
  var all: [any Mode] { stack + modal }

  /// The canvas, or what stands in its place until the program is there.
  var bottom: (any Mode)? { stack.first }

  var top: (any Mode)? { modal.last ?? stack.last }

  /// What the user has entered in a window and not applied; nil if nothing.
  var draft: DialogDraft? { all.reversed().lazy.compactMap(\.draft).first }

  /// The modes over everything, from the bottom.
  var modals: [any ViewController] {
    get { modal }
    set { modal = newValue.compactMap { ($0 as? EditorController)?.mode } }
  }

  func push(_ controller: any ViewController) {
    guard let mode = (controller as? EditorController)?.mode else { return }
    mode.appear {
      if modal.isEmpty { stack.append(mode) } else { modal.append(mode) }
    }
  }

  /// Replaces the mode at the bottom.
  func setBottom(_ mode: any Mode) {
    if let old = stack.first { old.disappear { stack.removeFirst() } }
    mode.appear { stack.insert(mode, at: 0) }
  }

  /// Closes a mode.
  /// - Returns: false if it is not in here.
  @discardableResult
  func remove(_ controller: any ViewController) -> Bool {
    guard let mode = all.first(where: { $0 === controller }) else { return false }
    mode.disappear {
      stack.removeAll { $0 === mode }
      modal.removeAll { $0 === mode }
    }
    return true
  }

  /// Closes all windows over the canvas, but not what is shown over everything.
  func closeWindows() {
    for mode in stack.dropFirst().reversed() { remove(mode) }
  }

  /// Closes a mode.
  func pop(_ mode: some Mode) { remove(mode) }
}
