/// How much descriptions say.
public enum Verbosity: String, CaseIterable, Sendable {
  /// What is at the cursor.
  case terse
  /// Also where it is.
  case standard
  /// Also all blocks around it.
  case full
}
