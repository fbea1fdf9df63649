import Glibc
import MortiseScreen
import MortiseTerminal

/// A terminal without a screen, on which keys are typed as soon as the editor waits for them.
final class ScriptedTerminal: TerminalDevice {
  let size = Size(width: 60, height: 16)
  let colorDepth = ColorDepth.twoFiftySix
  let repertoire = Repertoire.unicode
  let isBehind = false
  private(set) var frame: Frame?
  private var batches: [[InputEvent]]
  /// Whether the editor is still doing something.
  var isBusy: () -> Bool = { false }
  /// Is called when all was typed and done.
  var whenDone: () -> Void = {}

  /// - Parameter keys: what is typed, each when the editor is idle.
  init(_ keys: [InputEvent]) { batches = keys.map { [$0] } }

  func present(_ frame: Frame) { self.frame = frame }
  func redraw() {}

  var hasInput: Bool { !batches.isEmpty }

  func nextEvents(timeoutMilliseconds: Int?) -> [InputEvent] {
    if isBusy() {
      // The editor's threads make progress meanwhile.
      usleep(1000)
      return []
    }
    if batches.isEmpty {
      whenDone()
      return []
    }
    return batches.removeFirst()
  }

  func suspend() {}
  func close() {}
  func setMouse(enabled: Bool) {}
  func bell() {}
  func setClipboard(_ text: String, isRequested: Bool) {}
  func watch(descriptor: Int32) {}
  func unwatch(descriptor: Int32) {}
  nonisolated func wake() {}
}
