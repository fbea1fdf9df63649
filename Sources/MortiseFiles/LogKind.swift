/// The kind of a line-based file. Only a file of the same kind may be replaced.
public struct LogKind {
  /// The name with its article, for messages.
  let name: String
  /// Whether a text is the start of a file of this kind.
  let isStart: (String) -> Bool

  /// - Parameters:
  /// - name: the name with its article, such as “a log”; it ends the sentence that refuses another file.
  /// - isStart: whether a text is the start of a file of this kind.
  public init(name: String, isStart: @escaping (String) -> Bool) {
    self.name = name
    self.isStart = isStart
  }
}
