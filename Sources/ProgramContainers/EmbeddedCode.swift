/// What an app does with the code that its file keeps beside the blocks.
public enum EmbeddedCodeUse: Hashable, Sendable {
  /// There is none.
  case absent
  /// The app makes it from the blocks when it opens the file.
  case remade
  /// The app runs it as it is: blocks that are saved without new code do nothing.
  case run
}

/// How the code that an app's file keeps beside the blocks relates to them.
public enum EmbeddedCodeState: String, Hashable, Sendable {
  /// Mortise makes the same code of the blocks.
  case matches
  /// Mortise makes other code: the blocks or the code were changed alone, or the app makes other code than Mortise.
  case differs
  /// Mortise has no generators for some blocks.
  case unknown
  /// The app makes the code when it opens the file.
  case remade

  /// One word for the title.
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
    case .differs: "the code beside the blocks is not what Mortise makes of them; \(app) runs the code"
    case .unknown: "whether the code matches the blocks is unknown, as some have no generator; \(app) runs the code"
    case .remade: "\(app) makes the code from the blocks when it opens the file"
    }
  }
}
