import Screen

/// The first line of the screen: the program's name, and what can be clicked on.
struct TitleLine {
  struct Part {
    var text: String
    var rect: Rect
    /// What a click on it does.
    var command: EditorCommand?
  }

  let parts: [Part]

  init(editor: Editor) {
    let workbench = editor.workbench
    let repertoire = editor.repertoire
    let area = editor.screen.title
    func placed(_ words: [(String, EditorCommand?)], from start: Int) -> [Part] {
      var x = start
      return words.map { text, command in
        let width = TextWidth.columns(of: text, repertoire: repertoire)
        defer { x += width }
        return Part(text: text, rect: Rect(x: x, y: area.minY, width: width, height: area.height), command: command)
      }
    }
    let left = placed(
      [(" mortise ", nil), ("  ", nil), (editor.programName + (workbench.isModified ? " ●" : ""), .save)], from: 0)
    let words: [(String, EditorCommand?)] = [
      ("undo \(workbench.history.undoCount)", .undo), (" · ", nil), ("redo \(workbench.history.redoCount)", .redo),
      ("   ", nil), ("? keys", .help), (" ", nil),
    ]
    let width = placed(words, from: 0).last?.rect.maxX ?? 0
    let hasRoom = (left.last?.rect.maxX ?? 0) + width + 1 <= area.width
    parts = left + (hasRoom ? placed(words, from: area.width - width) : [])
  }

  /// What a click on a cell does.
  func command(at point: Point) -> EditorCommand? { parts.first { $0.rect.contains(point) }?.command }
}
