import Markup

/// A run of the program as other members see it: the end of its output, and the highlighted block.
public nonisolated struct SharedRun: Hashable, Sendable {
  /// Distinguishes the runs of one author.
  public var number: Int
  /// The number of the first of `lines` among all that were printed, from 0.
  public var firstLine: Int
  /// The last lines of the output, of which the last one may be incomplete.
  public var lines: [String]
  /// The block that is running or has failed; nil for none.
  public var blockID: String?
  /// The state of the program, for the user.
  public var state: String

  /// The maximum number of lines in a message, and of lines that hosts keep for clients that join later.
  public static let mostLines = 100

  /// - Parameter lines: at most `mostLines`.
  public init(number: Int, firstLine: Int, lines: [String], blockID: String?, state: String) {
    (self.number, self.firstLine, self.lines) = (number, firstLine, lines)
    (self.blockID, self.state) = (blockID, state)
  }

  /// Returns this run with the next part added, or that part alone if it doesn't continue this run.
  /// - Parameters:
  ///   - next: the next part; its lines replace those with the same numbers.
  ///   - limit: the number of last lines to keep.
  public func followed(by next: SharedRun, keeping limit: Int) -> SharedRun {
    let before = next.firstLine - firstLine
    guard next.number == number, lines.indices.contains(before) || before == lines.count else { return next }
    var run = next
    run.lines = lines[..<before] + next.lines
    let surplus = max(0, run.lines.count - limit)
    run.lines.removeFirst(surplus)
    run.firstLine = firstLine + surplus
    return run
  }
}

nonisolated extension SharedRun {
  init?(_ json: JSONValue) {
    guard let number = json["run"]?.count, let firstLine = json["first"]?.count else { return nil }
    let lines = json["lines"]?.elements.prefix(Self.mostLines).compactMap { $0.string?.bounded } ?? []
    self.init(
      number: number, firstLine: firstLine, lines: lines, blockID: json["block"]?.string?.bounded,
      state: json["state"]?.string?.bounded ?? "")
  }

  func write(to json: inout some JSONSink) {
    json.member("run", number)
    json.member("first", firstLine)
    json.array("lines") { json in for line in lines { json.string(line) } }
    if let blockID { json.member("block", blockID) }
    json.member("state", state)
  }
}
