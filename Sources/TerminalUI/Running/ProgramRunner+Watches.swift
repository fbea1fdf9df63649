import BlockNotation
import ProgramRunning
import Workbench

extension ProgramRunner {
  /// The watches of the program that is shown.
  var watches: Watches { programs.shown.watches }

  /// Returns a watch as text: its line, and the value or why there is none.
  static func words(_ watched: WatchedLines.Watched) -> String {
    watched.value == nil ? "\(watched.line): \(watched.words)" : "\(watched.line) = \(ProgramRun.words(watched.words))"
  }

  /// The watches of the shown program, as text.
  var watchWords: [String] {
    guard let run = shownRun else { return watches.lines.map { "\($0): the program was not run" } }
    guard let values = run.values(of: watches) else {
      return watches.lines.map { "\($0): \(run.recording == nil ? "nothing was recorded" : "the program is running")" }
    }
    return values.map(Self.words)
  }

  /// Sets or adds a watch.
  /// - Parameter index: the watch to change; nil for a new one.
  /// - Returns: why the line can't be watched; nil if it is now.
  func setWatch(_ line: String, at index: Int?) -> String? {
    do throws(ValueLines.Mistake) {
      try WatchedLines.check(line, for: workbench.workspace, library: workbench.notation, plan: shownRun?.plan)
    } catch {
      return error.message
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
    guard let values = shownRun?.values(of: watches), values.indices.contains(index),
      let value = values[index].value
    else { return nil }
    return switch value {
    case .list, .text: value
    default: .other(ProgramRun.words(values[index].words))
    }
  }
}
