import Glibc

/// The seeds of random tests: a quarter of those that a test names in `bin/test`, and `MORTISE_SEEDS` times as many where that
/// is set, as in continuous integration.
public enum Seeds {
  private static let wanted = getenv("MORTISE_SEEDS").flatMap { UInt64(String(cString: $0)) }.map { max(1, $0) }
  private static let times = wanted ?? 1

  private static func number(of count: UInt64) -> UInt64 { wanted.map { count * $0 } ?? (count + 3) / 4 }

  /// The one seed to be played, while a failure is looked into.
  public static let only = getenv("MORTISE_SEED").flatMap { UInt64(String(cString: $0)) }

  /// The seeds that `MORTISE_SEED` asks of a campaign: one, such as `7`, or some, such as `2001-2500`.
  private static let chosen: Range<UInt64>? = getenv("MORTISE_SEED").flatMap { value in
    let bounds = String(cString: value).split(separator: "-").compactMap { UInt64($0) }
    return bounds.first.map { $0..<1 + max($0, bounds.last ?? $0) }
  }

  /// - Parameters:
  ///   - count: how many seeds there are, of which `bin/test` plays a quarter.
  ///   - start: the first seed, so that tests that are alike don't play the same.
  public static func first(_ count: UInt64, from start: UInt64 = 1) -> Range<UInt64> {
    start..<start + number(of: count)
  }

  /// The seeds of a long campaign: all in `bin/test --all`, a small share elsewhere, and at most a tenth.
  /// - Parameter share: which share: 5 for a fifth, of which `bin/test` plays a quarter.
  public static func campaign(_ count: UInt64, share: UInt64) -> Range<UInt64> {
    chosen ?? 1..<1 + (times >= 10 ? count : max(1, min(count / 10, number(of: count / share))))
  }

  /// The first of a list whose elements are alike in `bin/test`, and all of it where there are more seeds.
  public static func some<Element>(of list: [Element]) -> [Element] { times > 1 ? list : Array(list.prefix(1)) }

  /// A tenth of a list in `bin/test`, spread over it, and all of it in `bin/test --all`.
  public static func share<Element>(of list: [Element]) -> [Element] {
    let step = max(1, 10 / Int(times))
    return list.indices.filter { $0 % step == 0 }.map { list[$0] }
  }
}
