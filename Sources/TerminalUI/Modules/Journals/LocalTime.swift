import Glibc

/// Formats times for users.
enum LocalTime {
  /// Formats a time in the user's time zone, such as `2026-11-21 18:05`.
  /// - Parameter seconds: the seconds since 1970.
  static func text(_ seconds: Int) -> String {
    var time = time_t(seconds)
    var parts = tm()
    guard localtime_r(&time, &parts) != nil else { return "an earlier time" }
    func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(1900 + Int(parts.tm_year))-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday)) "
      + "\(two(parts.tm_hour)):\(two(parts.tm_min))"
  }
}
