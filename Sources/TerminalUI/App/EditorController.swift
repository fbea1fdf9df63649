import AppModules

/// What shows something of a module: a part of the screen, a mode that takes the keys, or both.
///
/// It says itself which of them it is, as asking the runtime whether something conforms to a protocol takes a part of the
/// time until the first frame.
public class EditorController: ViewController {
  public var moduleLifetime: ModuleLifetime?

  init() {}

  var part: (any ScreenPart)? { nil }
  var mode: (any Mode)? { nil }
}
