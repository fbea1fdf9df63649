import BlockLibrary
import BlockModel
import BlockNotation

/// The lines that a user watches while a program runs, each a value in the notation.
public struct Watches: Hashable, Sendable {
  /// The lines, in the user's order.
  public private(set) var lines: [String] = []

  /// No lines.
  public init() {}

  /// Adds a line at the end, unless it exists already.
  public mutating func add(_ line: String) {
    let line = Self.tidied(line)
    if !line.isEmpty, !lines.contains(line) { lines.append(line) }
  }

  /// Replaces a line. An empty one removes it.
  public mutating func replace(at index: Int, with line: String) {
    let line = Self.tidied(line)
    if line.isEmpty { lines.remove(at: index) } else { lines[index] = line }
  }

  /// Removes a line.
  public mutating func remove(at index: Int) { lines.remove(at: index) }

  private static func tidied(_ line: String) -> String {
    line.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

/// The lines that a user watches, compiled for a run.
public struct WatchedLines {
  /// A line at a step.
  public struct Watched: Hashable, Sendable {
    /// The line.
    public var line: String
    /// The value; nil if there is none.
    public var value: RunValue?
    /// The value as text, in the form of a stopped run's reports, or the reason why there is none, as a clause.
    public var words: String
  }

  private let lines: [(text: String, code: Result<ValueCode, ValueLines.Mistake>)]

  /// - Parameters:
  ///   - program: the program. Variables added since the run began have no value.
  ///   - library: the wordings of its blocks.
  ///   - plan: the run's plan.
  public init(_ watches: Watches, for program: Workspace, library: NotationLibrary, plan: RunPlan) {
    let reader = ValueLines(for: program, library: library)
    lines = watches.lines.map { line in
      do throws(ValueLines.Mistake) {
        return (line, .success(try plan.code(of: reader.read(line))))
      } catch {
        return (line, .failure(error))
      }
    }
  }

  /// Checks a line.
  /// - Parameter plan: the run's plan; nil if there is no run.
  /// - Throws: `ValueLines.Mistake` if it can't be watched.
  package static func check(
    _ line: String, for program: Workspace, library: NotationLibrary, plan: RunPlan?
  ) throws(ValueLines.Mistake) {
    let reader = ValueLines(for: program, library: library)
    defer { withExtendedLifetime(reader) {} }
    let block = try reader.read(line)
    if let plan { _ = try plan.code(of: block) } else { _ = try ValueCode(block, languageID: "python") }
  }

  /// Returns the lines' values at a step.
  public func values(in recording: RunRecording, at step: Int) -> [Watched] {
    let moment = RecordedMoment(recording, at: step)
    return lines.map { line in
      switch line.code {
      case .failure(let refusal): return Watched(line: line.text, words: refusal.message)
      case .success(let code):
        do throws(EvaluationProblem) {
          let result = try code.value(in: moment)
          let words = recording.words(result.value, at: step)
          return Watched(line: line.text, value: result.value, words: (result.isApproximate ? "about " : "") + words)
        } catch {
          return Watched(line: line.text, words: error.message)
        }
      }
    }
  }
}

/// The state of a program at a step of its recording.
public struct RecordedMoment: RecordedState {
  private let recording: RunRecording
  private let step: Int

  /// - Parameter step: the step whose statement comes next.
  public init(_ recording: RunRecording, at step: Int) { (self.recording, self.step) = (recording, step) }

  public func value(ofVariable name: String) -> RunValue? { recording.value(ofVariable: name, at: step) }
  public func count(ofList list: Int) -> Int? { recording.count(ofList: list, at: step) }
  public func items(ofList list: Int, _ range: Range<Int>) -> [RunValue] {
    recording.items(ofList: list, range, at: step)
  }
}

extension RunPlan {
  /// Returns the code that calculates a value from the state of a run of this plan.
  /// - Throws: `ValueLines.Mistake` for languages and blocks whose values can't be determined from that.
  public func code(of value: Block) throws(ValueLines.Mistake) -> ValueCode {
    try ValueCode(value, languageID: language.id, isZeroBased: isZeroBased, foreign: foreignTypes)
  }
}
