/// The error for a value that is rejected, with a reason for the user.
public struct FieldError: Error, Hashable, Sendable {
  /// A clause for the status line, in lower case and without a full stop, such as “x” isn't a number.
  public var reason: String
  /// - Parameter reason: a clause for the user; see `reason`.
  public init(_ reason: String) { self.reason = reason }
}
