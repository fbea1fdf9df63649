/// What came of an intent, in words for the status line.
public enum IntentOutcome {
  /// It is done, or was so already.
  /// - Parameter words: nil for the words of what the cursor is on.
  case done(words: String?)
  /// Nothing happened, and everything is as it was.
  case refused(reason: String)

  /// What the status line says.
  public var words: String? {
    switch self {
    case .done(let words): words
    case .refused(let reason): reason
    }
  }

  /// Why nothing happened; nil when it is done.
  public var refusal: String? {
    if case .refused(let reason) = self { reason } else { nil }
  }
}
