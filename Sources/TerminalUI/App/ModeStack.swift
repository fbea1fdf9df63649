import AppModules
import BlockEvents
import ProgramJournal

/// The modes: the canvas, the windows over it, and modal windows over everything. The top one gets every input event.
final class ModeStack {
  private var stack: [any Mode] = []
  /// The modal modes, and the windows opened over them.
  private var modal: [any Mode] = []

  /// All modes, from the bottom.
  var all: [any Mode] { stack + modal }

  /// The canvas, or its placeholder until the program has been read.
  var bottom: (any Mode)? { stack.first }

  var top: (any Mode)? { modal.last ?? stack.last }

  /// Whether the canvas gets the input.
  var hasOnlyCanvas: Bool { top === bottom }

  /// The unapplied input of the topmost window that has any; nil if there is none.
  var draft: DialogDraft? { all.reversed().lazy.compactMap(\.draft).first }

  /// The modal modes and the windows over them, from the bottom.
  var modals: [any ViewController] {
    get { modal }
    set {
      modal = newValue.compactMap { controller in
        guard let mode = (controller as? EditorController)?.mode else {
          Self.reject(controller)
          return nil
        }
        return mode
      }
    }
  }

  func push(_ controller: any ViewController) {
    guard let mode = (controller as? EditorController)?.mode else { return Self.reject(controller) }
    mode.appear {
      if modal.isEmpty { stack.append(mode) } else { modal.append(mode) }
    }
  }

  /// Reports an app's view controller that can't be shown.
  static func reject(_ controller: any ViewController) {
    EventManager.writeWarning("the editor can't show a \(type(of: controller)), as it is no view of the editor")
  }

  /// Replaces the mode at the bottom.
  func setBottom(_ mode: any Mode) {
    if let old = stack.first { old.disappear { stack.removeFirst() } }
    mode.appear { stack.insert(mode, at: 0) }
  }

  /// Closes a mode.
  /// - Returns: false if it is not in the stack.
  @discardableResult
  func remove(_ controller: any ViewController) -> Bool {
    guard let mode = all.first(where: { $0 === controller }) else { return false }
    mode.disappear {
      stack.removeAll { $0 === mode }
      modal.removeAll { $0 === mode }
    }
    return true
  }

  /// Closes all windows over the canvas, except modal ones.
  func closeWindows() {
    for mode in stack.dropFirst().reversed() { remove(mode) }
  }

  /// Closes a mode.
  func pop(_ mode: some Mode) { remove(mode) }
}
