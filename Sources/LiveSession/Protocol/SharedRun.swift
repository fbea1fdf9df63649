import Markup

/// What others see of somebody's run of the program: the end of its output, and the block that is lit.
public nonisolated struct SharedRun: Hashable, Sendable {
  /// Tells the runs of one author apart.
  public var number: Int
  /// The number of the first of `lines` among all that were printed, from 0.
  public var firstLine: Int
  /// The last line may still be written.
  public var lines: [String]
  /// The block that runs, or has failed; nil for none.
  public var blockID: String?
  /// What the program does, in words.
  public var state: String

  /// How many lines are said at once, and kept by hosts for those who come later.
  public static let mostLines = 100

  /// - Parameter lines: at most `mostLines`.
  public init(number: Int, firstLine: Int, lines: [String], blockID: String?, state: String) {
    (self.number, self.firstLine, self.lines) = (number, firstLine, lines)
    (self.blockID, self.state) = (blockID, state)
  }

  /// The same run or a later one, as it is after more was said of it.
  /// - Parameters:
  ///   - next: its lines replace those with their numbers.
  ///   - limit: how many of the last lines are kept.
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
