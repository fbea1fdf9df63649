import BlockModel

/// What a user wants to do. Key presses, the mouse, menus and the command line make intents. `WorkbenchController.perform`
/// resolves an intent into changes and makes them, as one event group and one undo step.
///
/// Each intent is a static member of this type, declared beside its resolution in `Intents/Resolving`.
public struct Intent {
  /// A stable name: `duplicate`.
  public let name: String
  /// Whether it inserts what was copied, perhaps in another running editor.
  public let readsClipboard: Bool
  /// Whether it moves the cursor by a `CursorMotion`.
  public var isMotion: Bool { name == "moveCursor" }
  /// Whether it goes to a place that may be far away, from which the user may want to return.
  let isJump: Bool
  /// The preview that it ends. It is resolved when nothing is previewed.
  let ends: Preview.ID?
  let repetition: Repetition
  /// Resolves the intent in the current program: to the changes that carry it out, or to the reason why it is not
  /// possible. Changes nothing.
  let resolve: (IntentResolver) -> Resolution

  /// What `repeatChange` does after the intent changed the program.
  enum Repetition {
    /// The same.
    case same
    /// The same for the item at the cursor.
    case atCursor((IntentResolver) -> Resolution)
    case impossible(reason: String)
    /// Repeats the change before it.
    case ofEarlier
    /// It takes back or brings back a change, and is no change of its own.
    case never
  }

  init(
    _ name: String, readsClipboard: Bool = false, isJump: Bool = false, ends: Preview.ID? = nil,
    repetition: Repetition = .same, _ resolve: @escaping (IntentResolver) -> Resolution
  ) {
    self.name = name
    self.readsClipboard = readsClipboard
    self.isJump = isJump
    self.ends = ends
    self.repetition = repetition
    self.resolve = resolve
  }
}

/// Resolves an intent in the current program. Changes nothing.
func resolve(_ intent: Intent, _ state: IntentState) -> Resolution { intent.resolve(IntentResolver(state: state)) }

/// Resolves intents, with one extension for each group of intents.
struct IntentResolver {
  let state: IntentState

  var workspace: Workspace { state.workspace }

  /// Looks up a block by an id from a view. The block may have been deleted since.
  func block(_ id: String, _ resolution: (Block) -> Resolution) -> Resolution {
    workspace.blocks[id].map(resolution) ?? .refused(reason: "this block no longer exists")
  }

  /// A number of things, in words: `1 stack`, `2 stacks`.
  static func counted(_ count: Int, _ name: String) -> String { "\(count) \(name)\(count == 1 ? "" : "s")" }
}
