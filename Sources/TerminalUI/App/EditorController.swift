import AppModules

/// A view controller of the editor: a part of the screen, a mode that takes the keys, or both. It has a property for each,
/// as a cast to a protocol is slow enough to delay the first frame.
public class EditorController: ViewController {
  public var attachment: ViewControllerAttachment?

  init() {}

  /// Overridden by windows that must clean up however they are closed.
  public func viewDidDisappear() {}

  var part: (any ScreenPart)? { nil }
  var mode: (any Mode)? { nil }
}
