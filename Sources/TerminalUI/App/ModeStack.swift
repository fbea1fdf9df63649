import AppModules

/// Who takes the keys: the canvas, windows over it, and questions over everything. The top one gets every event.
final class ModeStack {
  private var stack: [any Mode] = []
  /// What lies over everything until it is answered, with what it has opened itself.
  private var modal: [any Mode] = []

  /// All of them, from the bottom.
  var all: [any Mode] { stack + modal }

  /// The canvas, or what stands in its place until the program is there.
  var bottom: (any Mode)? { stack.first }

  var top: (any Mode)? { modal.last ?? stack.last }

  /// The modes over everything, from the bottom.
  var modals: [any ViewController] {
    get { modal }
    set { modal = newValue.compactMap { ($0 as? EditorController)?.mode } }
  }

  func push(_ controller: any ViewController) {
    guard let mode = (controller as? EditorController)?.mode else { return }
    if modal.isEmpty { stack.append(mode) } else { modal.append(mode) }
  }

  func replaceTop(with controller: any ViewController) {
    guard let mode = (controller as? EditorController)?.mode else { return }
    if modal.popLast() == nil { _ = stack.popLast() }
    push(mode)
  }

  /// What lies at the bottom is another one from now on.
  func setBottom(_ mode: any Mode) {
    if stack.isEmpty { stack.append(mode) } else { stack[0] = mode }
  }

  @discardableResult
  func remove(_ controller: any ViewController) -> Bool {
    let count = all.count
    stack.removeAll { $0 === controller }
    modal.removeAll { $0 === controller }
    return all.count < count
  }

  func pop(_ mode: some Mode) { remove(mode) }
}
