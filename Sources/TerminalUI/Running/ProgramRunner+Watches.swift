import BlockNotation
import ProgramRunning
import Workbench

/// The values of the watches. They are drawn with every key, so they are read and calculated only once for each
/// moment.
final class WatchedValues {
  private var read: (watches: Watches, run: Int, version: UndoHistory.Version, lines: WatchedLines)?
  private var last: (step: Int, values: [WatchedLines.Watched])?

  /// Returns the values of watches at the moment of a run that is shown.
  func values(of watches: Watches, in run: ProgramRun, _ recording: RunRecording) -> [WatchedLines.Watched] {
    if watches.lines.isEmpty { return [] }
    let workbench = run.program.workbench
    let version = workbench.history.version
    let lines: WatchedLines
    if let read, read.watches == watches, read.run == run.number, read.version == version {
      if let last, last.step == run.step { return last.values }
      lines = read.lines
    } else {
      lines = WatchedLines(watches, for: workbench.workspace, library: workbench.notation, plan: run.plan)
      read = (watches, run.number, version, lines)
    }
    let values = lines.values(in: recording, at: run.step)
    last = (run.step, values)
    return values
  }
}

extension ProgramRunner {
  /// The watches of the program that is shown.
  var watches: Watches { programs.shown.watches }

  /// Returns the values of the watches of a run's program; nil if no moment is shown, as at full speed, where each
  /// key would find another one.
  func watchedValues(in run: ProgramRun) -> [WatchedLines.Watched]? {
    guard let recording = run.recording, run.state != nil || !run.isRunning else { return nil }
    return watched.values(of: run.program.watches, in: run, recording)
  }

  /// Returns a watch as text: its line, and the value or why there is none.
  static func words(_ watched: WatchedLines.Watched) -> String {
    watched.value == nil ? "\(watched.line): \(watched.words)" : "\(watched.line) = \(ProgramRun.words(watched.words))"
  }

  /// The watches of the shown program, as text.
  var watchWords: [String] {
    guard let run = shownRun else { return watches.lines.map { "\($0): the program was not run" } }
    guard let values = watchedValues(in: run) else {
      return watches.lines.map { "\($0): \(run.recording == nil ? "nothing was recorded" : "the program is running")" }
    }
    return values.map(Self.words)
  }

  /// Returns the value of a line at the shown moment, or why it has none, as text; nil if no moment is shown.
  func value(ofLine line: String) -> String? {
    guard let run = shownRun, let recording = run.recording, run.state != nil || !run.isRunning else { return nil }
    var watches = Watches()
    watches.add(line)
    let lines = WatchedLines(watches, for: workbench.workspace, library: workbench.notation, plan: run.plan)
    return lines.values(in: recording, at: run.step).first.map { ProgramRun.words($0.words) }
  }

  /// Sets or adds a watch.
  /// - Parameter index: the watch to change; nil for a new one.
  /// - Returns: why the line can't be watched; nil if it is now.
  func setWatch(_ line: String, at index: Int?) -> String? {
    do {
      let reader = ValueLines(for: workbench.workspace, library: workbench.notation)
      let block = try reader.read(line)
      _ = try withExtendedLifetime(reader) {
        try shownRun.map { try $0.plan.code(of: block) } ?? ValueCode(block, languageID: "python")
      }
    } catch let mistake as ValueLines.Mistake {
      return mistake.message
    } catch {
      return "\(error)"
    }
    let known = watches.lines.firstIndex(of: line)
    if let known, known != index { return "this is watched already" }
    if let index {
      programs.shown.watches.replace(at: index, with: line)
    } else {
      programs.shown.watches.add(line)
    }
    return nil
  }

  /// Watches a variable of the program that is shown.
  func watch(variable name: String) {
    let reader = LineReader(library: workbench.notation, workspace: workbench.workspace)
    let line = reader.read(name, as: .value)?.isWhole == true ? name : "`\(name)`"
    showStatus(setWatch(line, at: nil) ?? "\(name) is watched")
  }

  func deleteWatch(at index: Int) {
    let line = watches.lines[index]
    programs.shown.watches.remove(at: index)
    showStatus("\(line) is no longer watched")
  }

  /// Returns the value of a watch, for a window; nil if it has none. All but texts and the program's lists are text
  /// already.
  func value(ofWatch index: Int) -> RunValue? {
    guard let run = shownRun, let values = watchedValues(in: run), values.indices.contains(index),
      let value = values[index].value
    else { return nil }
    return switch value {
    case .list, .text: value
    default: .other(ProgramRun.words(values[index].words))
    }
  }
}
