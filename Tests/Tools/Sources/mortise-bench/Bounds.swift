/// What a figure of `bin/bench` may be at most or must be at least.
struct Bound: Sendable {
  enum Direction: String {
    case atMost = "≤"
    case atLeast = "≥"
  }

  /// The measure, for messages. A measure that is taken several times has figures of further names, with one bound.
  let name: String
  let direction: Direction
  let value: Double
  /// What the figure counts.
  let unit: Unit

  enum Unit: String {
    /// Of a ratio within one run.
    case times = ""
    case milliseconds = " ms"
    case megabytes = " MB"
    case mebibytes = " MiB"
    case bytes = " bytes"
    case percent = " %"
    case perSecond = "/s"
  }

  private init(_ name: String, _ direction: Direction, _ value: Double, _ unit: Unit = .times) {
    (self.name, self.direction, self.value, self.unit) = (name, direction, value, unit)
  }

  func allows(_ figure: Double) -> Bool { direction == .atMost ? figure <= value : figure >= value }

  /// The table cell, such as “≤ 3.0”.
  var cell: String { "\(direction.rawValue) \(words(value))" }

  /// A figure as the bound is written.
  func words(_ figure: Double) -> String { fixed(figure, figure < 10 ? 2 : figure < 100 ? 1 : 0) + unit.rawValue }
}

/// The table of all bounds.
///
/// A bound is 15 % beyond the median of five runs on an idle machine with two cores: an upper one above it, a lower one
/// below it. Where a measure has several figures, the worst one counts; where the runs of a figure were more than 15 %
/// apart, the worst run. Sizes in bytes of arrow keys and the growth of whole-file work keep the limits that the project
/// promises, which are narrower. That of Redis, which takes less than the 10 ms that are left out, is such a limit, too.
/// The medians of all figures:
///
///     for _ in 1 2 3 4 5; do bin/bench; done | grep '^figure' | cut -f 2,3 | sort -t $'\t' -k 1,1 -k 2,2g \
///       | awk 'NR % 5 == 3'
///
/// Last set: 29 November 2026.
extension Bound {
  // Loading and saving, beside the bare parse of the same bytes that makes every string (`LoadingBench`).
  static let jsonLoad = Bound("loading JSON", .atMost, 2.83)
  static let xmlLoad = Bound("loading XML", .atMost, 2.86)
  static let jsonSave = Bound("saving JSON", .atMost, 1.75)
  // The peak of a fresh process that loads 100,000 blocks (`MemoryBench`).
  static let memory = Bound("memory at its peak", .atMost, 170, .megabytes)

  // Text, beside XML (`NotationBench`).
  static let text = Bound("writing and reading text", .atMost, 1.19)
  static let line = Bound("parsing a line", .atMost, 0.181, .milliseconds)

  // Actions a second, beside Blockly's (`EditingBench`).
  static let fieldEdits = Bound("field edits", .atLeast, 379)
  static let fieldUndos = Bound("undos of field edits", .atLeast, 271)
  static let moves = Bound("connected moves", .atLeast, 133)
  static let moveUndos = Bound("undos of connected moves", .atLeast, 114)

  // Advice (`AdviceBench`). The time after an edit is what the project promises; that of a whole program should become 1.
  static let advice = Bound("advising on a program, beside loading it", .atMost, 2.28)
  static let adviceAfterEdit = Bound("advising after an edit", .atMost, 5, .milliseconds)

  // A key in a large program, beside one in a small program, and its bytes at 80×24 in 256 colours (`KeyBench`).
  static let keyGrowth = Bound("growth of a key's time", .atMost, 1.5)
  static let keyBytes = Bound("an arrow key", .atMost, 260, .bytes)
  // Bytes in the program that users of many apps would open, and the slowest key but one in a hundred (`ScreenBench`).
  static let arrow = Bound("an arrow key in 256 colours", .atMost, 230, .bytes)
  static let page = Bound("a page down in 256 colours", .atMost, 2_730, .bytes)
  static let trueColourArrow = Bound("an arrow key in true colour", .atMost, 290, .bytes)
  static let trueColourPage = Bound("a page down in true colour", .atMost, 3_740, .bytes)
  static let slowKey = Bound("slowest key but 1 in 100", .atMost, 2.23, .milliseconds)
  // The complete first frame, beside vim's (`StartBench`).
  static let firstFrame = Bound("first frame", .atMost, 2.74)

  // The growth of processor time beside that of input and output, for four times and twice as much (`GrowthBench`).
  static let growth = Bound("growth of whole-file work", .atMost, 1.2)
  static let doubling = Bound("growth of whole-file work for twice as much", .atMost, 1.1)

  // Making code, beside Blockly's generator, our own load, and a short stack (`CodeBench`).
  static let generation = Bound("generating", .atLeast, 9.42)
  static let fromFile = Bound("from file to code", .atLeast, 31.6)
  static let partOfLoad = Bound("generating, beside our load", .atMost, 0.562)
  static let longStack = Bound("a statement of a million", .atMost, 1.26)
  static let nestedLoops = Bound("code of nested loops", .atMost, 5.64, .milliseconds)
  static let editWithCode = Bound("an edit with the code", .atMost, 13.3, .milliseconds)

  // Beside loading all versions, and beside `mortise check` (`DiffBench`).
  static let difference = Bound("difference", .atMost, 2.03)
  static let merge = Bound("merge", .atMost, 3.13)
  static let equalBlocks = Bound("growth of the difference of equal statements", .atMost, 1.62)
  static let diffCommand = Bound("mortise diff", .atMost, 2.13)

  // A watched run, beside a plain one, and stopping (`RunBench`).
  static let bareHooks = Bound("hooks in bare assignments", .atMost, 2.07)
  static let usualHooks = Bound("hooks in a usual program", .atMost, 2.22)
  static let stop = Bound("stopping", .atMost, 73.1, .milliseconds)
  // A recorded run, beside a watched one, and reading a recording (`RecordingBench`).
  static let recording = Bound("recording", .atMost, 2.04)
  static let recordingValues = Bound("recording values", .atMost, 2.52)
  static let recordingMemory = Bound("memory of a recording", .atMost, 124, .mebibytes)
  static let recordedStep = Bound("a step of a recording", .atMost, 0.541, .milliseconds)
  static let origin = Bound("an origin", .atMost, 282, .milliseconds)
  static let listRows = Bound("rows of a long list", .atMost, 6.01, .milliseconds)
  // The editor while a program runs (`EditorRunBench`). The first is a frame at 60 a second.
  static let runKey = Bound("slowest key but 1 in 20 beside a run", .atMost, 5.01, .milliseconds)
  static let runDelay = Bound("how much longer a key takes beside a loop", .atMost, 0.267, .milliseconds)
  static let runMemory = Bound("memory of a run", .atMost, 134, .megabytes)
  static let runStatements = Bound("statements of a run", .atLeast, 3_050_000, .perSecond)

  // Sessions: beside loading the file, and a key alone (`LiveBench`); a host of 200 programs (`ClassBench`); beside a
  // bare XADD to a waiting XREAD (`RedisBench`).
  static let echo = Bound("echo of a change", .atMost, 0.616, .milliseconds)
  static let changes = Bound("changes of a session", .atLeast, 26_100, .perSecond)
  static let joining = Bound("joining", .atMost, 1.29)
  static let sessionKey = Bound("a key in a session", .atMost, 0.953)
  static let classHost = Bound("part of a processor for a class", .atMost, 8.4, .percent)
  static let redis = Bound("a batch through Redis, less 10 ms", .atMost, 3)
}
