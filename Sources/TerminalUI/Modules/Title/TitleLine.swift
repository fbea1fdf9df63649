import AppModules
import MortiseScreen
import Workbench

/// The events of the title line.
nonisolated enum TitleEvent: EditorEvent {
  case status(String)
}

/// The title line: the program's name, its position among several, and words to click: undo, redo and help.
final class TitleModule: EditorModule<Void, TitleEvent>, Module {
  func unmanagedRootViewController() -> (any ViewController)? { TitleLine(programs: scene.programs) }
}

/// The first line of the screen.
final class TitleLine: EditorController, ScreenPart {
  override var part: (any ScreenPart)? { self }
  let region = ScreenRegion.title

  private struct Word {
    var text: String
    var rect: Rect
    /// The canvas command that a click on the word performs.
    var command: String?
    /// Whether the text is hints; a click on one presses its key.
    var isHints = false
  }

  private let programs: OpenPrograms

  init(programs: OpenPrograms) { self.programs = programs }

  private func words(in area: Rect, _ screen: EditorScreen) -> [Word] {
    let program = programs.shown
    if screen.theme.isPlain { return [Word(text: spoken(program), rect: area)] }
    let workbench = program.workbench
    let waysOut = waysOut(on: screen)
    func placed(_ words: [(text: String, command: String?)], from start: Int) -> [Word] {
      var x = start
      return words.map { text, command in
        let width = screen.repertoire.columns(of: text)
        defer { x += width }
        return Word(
          text: text, rect: Rect(x: x, y: area.minY, width: width, height: area.height), command: command,
          isHints: text == waysOut)
      }
    }
    let head: [(String, String?)] = [(" \(screen.appName) ", nil), ("  ", nil)]
    let mark =
      (workbench.document.isPython ? " (Python)" : "") + (program.isChangedOnDisk ? " (changed on disk)" : "")
      + (program.session.map { " · \($0.summary)" } ?? "")
    let others: [(String, String?)] =
      programs.position.map { [("  ", nil), ("\($0.number) of \($0.count)", "programs")] } ?? []
    let room = area.width - placed(head + [(mark, nil)] + others, from: 0).reduce(0) { $0 + $1.rect.width }
    let name = TextWidth.truncated(program.name, to: max(0, room), repertoire: screen.repertoire)
    let left = placed(head + [(name + mark, nil)] + others, from: 0)
    func counted(_ count: Int, _ name: String, _ command: String) -> [(text: String, command: String?)] {
      count == 0 ? [] : [("\(count) \(name)\(count == 1 ? "" : "s")", command), (" · ", nil)]
    }
    let conflicts = workbench.conflictCount
    let comparison = workbench.comparison
    let changes = comparison?.shown?.counts ?? ""
    let code = program.isModified ? nil : workbench.codeState.map { "code: \($0.word)" }
    func problems(_ comparedWith: String?) -> [(text: String, command: String?)] {
      (code.map { [($0, nil), (" · ", nil)] } ?? [])
        + (changes.isEmpty
          ? [] : [([changes, comparedWith].compactMap(\.self).joined(separator: " "), "next-change"), (" · ", nil)])
        + counted(conflicts, "conflict", "next-conflict")
        + counted(workbench.problemCount - conflicts, "problem", "problems")
        + counted(workbench.warningCount, "warning", "problems")
    }
    let (long, short) = (problems(comparison?.words), problems(nil))
    let history = self.history(workbench)
    let word = program.isModified ? "changed" : program.path == nil || workbench.document.isPython ? "new" : "saved"
    let state: [(text: String, command: String?)] = [(word, "save"), (" · ", nil)]
    let help: [(text: String, command: String?)] = [
      waysOut.map { ($0, nil) } ?? (screen.modes.bottom?.hint(ofCommandNamed: "help") ?? "", "help"),
      (" ", nil),
    ]
    // On a narrow screen, the least important parts are left out first.
    for parts in [long + history + state, long + state, short + state, state, []] {
      let words = Array(parts.dropLast()) + (parts.isEmpty ? [] : [("   ", nil)]) + help
      let width = placed(words, from: 0).last?.rect.maxX ?? 0
      if (left.last?.rect.maxX ?? 0) + width + 1 <= area.width { return left + placed(words, from: area.width - width) }
    }
    return left
  }

  /// The title of a plain screen, which changes only with the file's name and state: screen readers say it then.
  private func spoken(_ program: OpenProgram) -> String {
    let state = program.isChangedOnDisk ? ", changed on disk" : program.isModified ? ", changed" : ""
    return program.name + (program.workbench.document.isPython ? ", Python" : "") + state
      + (program.session == nil ? "" : ", shared")
  }

  /// The keys that end a mode without a window, such as a move, if the status line has no room for them; nil
  /// otherwise.
  private func waysOut(on screen: EditorScreen) -> String? {
    guard let mode = screen.modes.top, mode !== screen.modes.bottom else { return nil }
    let all = [mode.hints] + mode.shorterHints
    guard let hints = all.first(where: { screen.repertoire.columns(of: $0) <= Self.mostOfWaysOut }),
      !all.contains(ScreenView.hints(beside: " " + ScreenView.sentence(on: screen), on: screen)),
      // A window shows them in its frame. This check comes last, because laying out a window takes longest.
      mode.window(on: screen) == nil
    else { return nil }
    return hints
  }

  private static let mostOfWaysOut = 24

  /// Returns the numbers of steps that can be undone and redone, while something can be redone.
  private func history(_ workbench: WorkbenchController) -> [(text: String, command: String?)] {
    let (undo, redo) = (workbench.history.undoCount, workbench.history.redoCount)
    return redo == 0 ? [] : [("undo \(undo)", "undo"), (" · ", nil), ("redo \(redo)", "redo"), (" · ", nil)]
  }

  func press(at position: Point, on screen: EditorScreen) {
    let word = words(in: screen.layout.title, screen).first { $0.rect.contains(position) }
    if let command = word?.command { screen.modes.bottom?.perform(commandNamed: command, on: screen) }
  }

  func draw(on grid: inout CellGrid, in area: Rect, _ screen: EditorScreen) {
    grid.fill(area, style: screen.theme.title)
    for (index, word) in words(in: area, screen).enumerated() {
      let style = index == 0 ? screen.theme.emphasised(screen.theme.title) : screen.theme.title
      _ = grid.write(word.text, at: word.rect.origin, style: style, clip: area)
      if word.isHints { screen.hintRows.append(HintRow(origin: word.rect.origin, text: word.text)) }
    }
  }
}
