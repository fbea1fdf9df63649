/// The result of an intent, with a message for the status line.
public enum IntentOutcome {
  /// The program changed: the undo history has another step, or a step was undone or redone.
  /// - Parameter statusMessage: nil for the description of the item at the cursor.
  case changed(statusMessage: String?)
  /// The intent succeeded without changing the program.
  case done(statusMessage: String?)
  /// Nothing happened.
  case refused(reason: String)

  /// The text for the status line.
  public var statusMessage: String? {
    switch self {
    case .changed(let message), .done(let message): message
    case .refused(let reason): reason
    }
  }

  /// Whether the program changed.
  public var isChange: Bool {
    if case .changed = self { true } else { false }
  }

  /// Why nothing happened; nil if the intent succeeded.
  public var refusal: String? {
    if case .refused(let reason) = self { reason } else { nil }
  }
}
