import AppModules

/// A view controller of the editor: a part of the screen, a mode that takes the keys, or both. It has a property for
/// each, as casts to protocols are slow enough to delay the first frame.
public class EditorController: ViewController {
  public var attachment: ViewControllerAttachment?

  init() {}

  /// Windows override this to clean up, however they are closed.
  public func viewDidDisappear() {}

  var part: (any ScreenPart)? { nil }
  var mode: (any Mode)? { nil }
}
