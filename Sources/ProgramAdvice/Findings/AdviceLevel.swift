/// The severity of a finding.
public enum AdviceLevel: String, Comparable, Sendable {
  /// The program fails there, or surely doesn't do what was meant.
  case error
  /// The program probably doesn't do what was meant.
  case warning
  /// The program could be simpler or clearer.
  case hint
  /// Something that is done well.
  case praise

  private var rank: Int {
    switch self {
    case .error: 0
    case .warning: 1
    case .hint: 2
    case .praise: 3
    }
  }

  public static func < (left: AdviceLevel, right: AdviceLevel) -> Bool { left.rank < right.rank }
}
