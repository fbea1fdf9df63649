/// An app's use of the code that its file keeps beside the blocks.
public enum EmbeddedCodeUse: Hashable, Sendable {
  /// There is none.
  case absent
  /// The app makes it from the blocks when it opens the file.
  case remade
  /// The app runs it as it is: blocks that are saved without new code do nothing.
  case run
}

/// The relation of the code that an app's file keeps beside the blocks to the blocks.
public enum EmbeddedCodeState: String, Hashable, Sendable {
  /// Mortise generates the same code from the blocks.
  case matches
  /// Mortise generates other code: only the blocks or only the code was changed, or the app generates other code.
  case differs
  /// Mortise has no generators for some blocks.
  case unknown
  /// The app makes the code when it opens the file.
  case remade

  /// A short text for the title.
  public var word: String {
    switch self {
    case .matches: "matches"
    case .differs: "differs"
    case .unknown: "unknown"
    case .remade: "remade by the app"
    }
  }

  /// A clause for the user.
  /// - Parameter app: the app's name.
  public func sentence(app: String) -> String {
    switch self {
    case .matches: "the code beside the blocks matches them"
    case .differs: "the code beside the blocks isn't what Mortise generates from them; \(app) runs the code"
    case .unknown: "whether the code matches the blocks is unknown, as some have no generator; \(app) runs the code"
    case .remade: "\(app) makes the code from the blocks when it opens the file"
    }
  }
}
