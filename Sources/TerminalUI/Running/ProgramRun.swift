import BlockLayout
import BlockModel
import BlockNotation
import ProgramRunning
import Workbench

/// A run of an open program.
typealias ProgramRun = RunController<OpenProgram>

extension OpenProgram: RunTarget {
  var workspace: Workspace { workbench.workspace }
  var notation: NotationLibrary { workbench.notation }
  var version: UndoHistory.Version { workbench.history.version }
}

extension ProgramRun {
  /// The state of the program, or the shown moment of the past, as text.
  var summary: String { past?.position ?? presentSummary }

  /// The present state of the program, as text.
  var presentSummary: String {
    switch phase {
    case .running: isAsking ? "asks" : "running"
    case .stopped: "stopped"
    case .ended(let end):
      isStoppedByUser
        ? "was stopped" : error.map { "error: \($0.message)" } ?? ProgramRunner.words(for: end, isStoppedByUser: false)
    }
  }

  /// The program's question, after the last lines that it printed since the previous answer.
  var question: String {
    let lines = output.lines
    let question = lines.last ?? ""
    let others = lines.dropLast().suffix(Self.linesBeforeQuestion)
    let isAnswered = { (line: String) in !question.isEmpty && line.hasPrefix(question) }
    let start = others.lastIndex(where: isAnswered).map { $0 + 1 } ?? others.startIndex
    return (Self.printed(others[start...]) + ["asks: \(quoted: question)"]).joined(separator: " · ")
  }

  /// The last lines that it printed.
  var lastLines: String { Self.printed(output.lines[...]).suffix(Self.linesBeforeQuestion).joined(separator: " · ") }

  private static func printed(_ lines: ArraySlice<String>) -> [String] {
    lines.filter { !$0.allSatisfy(\.isWhitespace) }.map { "\(quoted: $0)" }
  }

  private static var linesBeforeQuestion: Int { 3 }

  /// The program's position, and the calls that led there; nil if it isn't known.
  var traceback: Traceback? { traceback { BlockLabel.header(of: $0, limit: 60) } }
}
