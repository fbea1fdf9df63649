import Glibc

/// A time in the user's time zone.
package nonisolated struct LocalTime {
  /// The day, such as `2026-11-21`.
  package let date: String
  /// The hour with two digits.
  package let hour: String
  /// The minute with two digits.
  package let minute: String

  /// - Parameter seconds: the seconds since 1970.
  /// - Returns: nil for a time that the system can't convert to a date.
  package init?(_ seconds: Int) {
    var (time, parts) = (time_t(seconds), tm())
    guard localtime_r(&time, &parts) != nil else { return nil }
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    date = "\(1900 + Int(parts.tm_year))-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    (hour, minute) = (two(parts.tm_hour), two(parts.tm_min))
  }
}
