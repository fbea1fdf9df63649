/// What a file of lines holds, so that only a file of the same kind is replaced by it.
public struct LogKind {
  /// With its article, for messages.
  let name: String
  /// Whether a text is what such a file begins with.
  let isStart: (String) -> Bool

  public init(name: String, isStart: @escaping (String) -> Bool) {
    self.name = name
    self.isStart = isStart
  }
}
