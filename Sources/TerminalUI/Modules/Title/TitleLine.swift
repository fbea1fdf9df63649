import AppModules
import Screen

/// The first line of the screen.
final class TitleLine: EditorController, ScreenPart {
  override var part: (any ScreenPart)? { self }
  private unowned let module: TitleModule
  let region = ScreenRegion.title

  private struct Word {
    var text: String
    var rect: Rect
    /// What a click on it does.
    var click: (() -> Void)?
  }

  init(module: TitleModule) { self.module = module }

  private func words(in area: Rect, _ editor: EditorServices) -> [Word] {
    let workbench = editor.workbench
    func placed(_ words: [(String, (() -> Void)?)], from start: Int) -> [Word] {
      var x = start
      return words.map { text, click in
        let width = TextWidth.columns(of: text, repertoire: editor.repertoire)
        defer { x += width }
        return Word(text: text, rect: Rect(x: x, y: area.minY, width: width, height: area.height), click: click)
      }
    }
    let module = module
    let left = placed(
      [
        (" mortise ", nil), ("  ", nil),
        (editor.programName + (workbench.isModified ? " ●" : ""), { module.emit(.saveRequested) }),
      ], from: 0)
    let words: [(String, (() -> Void)?)] = [
      ("undo \(workbench.history.undoCount)", { module.perform(.undo) }), (" · ", nil),
      ("redo \(workbench.history.redoCount)", { module.perform(.redo) }), ("   ", nil),
      ("? keys", { module.emit(.helpRequested) }), (" ", nil),
    ]
    let width = placed(words, from: 0).last?.rect.maxX ?? 0
    let hasRoom = (left.last?.rect.maxX ?? 0) + width + 1 <= area.width
    return left + (hasRoom ? placed(words, from: area.width - width) : [])
  }

  func press(at position: Point, in editor: EditorServices) {
    words(in: editor.screen.title, editor).first { $0.rect.contains(position) }?.click?()
  }

  func draw(on grid: inout CellGrid, in area: Rect, _ editor: EditorServices) {
    grid.fill(area, style: editor.theme.title)
    for (index, word) in words(in: area, editor).enumerated() {
      let style = index == 0 ? editor.theme.title.adding(.bold) : editor.theme.title
      _ = grid.write(word.text, at: word.rect.origin, style: style, clip: area)
    }
  }
}
