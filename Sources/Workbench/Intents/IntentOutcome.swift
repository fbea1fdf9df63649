/// What came of an intent, in words for the status line.
public enum IntentOutcome {
  /// The program is another one: there is a step more, or one was undone or redone.
  /// - Parameter statusMessage: nil for the words of what the cursor is on.
  case changed(statusMessage: String?)
  /// It is done, or was so already, and the program is as it was.
  case done(statusMessage: String?)
  /// Nothing happened, and everything is as it was.
  case refused(reason: String)

  /// What the status line says.
  public var statusMessage: String? {
    switch self {
    case .changed(let message), .done(let message): message
    case .refused(let reason): reason
    }
  }

  /// Whether the program is another one.
  public var isChange: Bool {
    if case .changed = self { true } else { false }
  }

  /// Why nothing happened; nil when it is done.
  public var refusal: String? {
    if case .refused(let reason) = self { reason } else { nil }
  }
}
