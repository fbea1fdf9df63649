/// The kind of a line-based file. Only a file of the same kind may be replaced.
public struct LogKind {
  /// The name with its article, for messages.
  let name: String
  /// Whether a text is the start of a file of this kind.
  let isStart: (String) -> Bool

  public init(name: String, isStart: @escaping (String) -> Bool) {
    self.name = name
    self.isStart = isStart
  }
}
