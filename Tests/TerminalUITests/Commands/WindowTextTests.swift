import MortiseScreen
import Testing

@testable import TerminalUI

/// Windows say which keys end them, and what doesn't fit ends in an ellipsis.
@Suite struct WindowTextTests {
  /// What a window shows.
  private struct Window {
    var rows: [String] = []
    var title: String { rows.first ?? "" }
    var hints: [(keyText: String, actionText: String)] = []
    var hintText = ""
    /// The rows between the borders.
    var content: [String] {
      rows.dropFirst().dropLast().map { row in
        let inner = row.drop { "│▌ ".contains($0) }.dropLast()
        return String(inner.reversed().drop { $0 == " " }.reversed())
      }
    }
  }

  private static let program = CommandScene.program.replacing(
    "<variable id=\"x\">x</variable>",
    with: "<variable id=\"x\">the \(String(repeating: "long ", count: 9))name</variable>")

  private func window(_ keys: String, width: Int) throws -> Window {
    var found = Window()
    let scene = CommandScene(xml: Self.program, size: Size(width: width, height: 24))
    _ = try scene.play([keys]) { editor in
      guard let mode = editor.screen.modes.top as? any CommandMode, let window = mode.window(on: editor.screen) else {
        return
      }
      let grid = window.layer.grid
      found.rows = (0..<grid.size.height).map { grid.text(ofRow: $0, depth: nil).text }
      found.hints = Self.hints(of: mode)
      found.hintText = mode.hints
    }
    #expect(!found.rows.isEmpty, "\(keys) opens no window")
    return found
  }

  private static func hints<M: CommandMode>(of mode: M) -> [(String, String)] {
    mode.commands.hints(in: mode).map { ($0.keyText, $0.actionText) }
  }

  @Test(arguments: [
    "t", "t<Enter>", "v", "vn", "v<Enter>", "v<Delete>", "Dq", "S", "k", "k<Enter>'", "p", "?", "\"", "w", "e", "nne",
    "nnea", "nne<Enter>", "n<Enter>", "\"text<C-s>\"",
  ])
  func keysFitIntoEightyColumns(keys: String) throws {
    let window = try window(keys, width: 80)
    #expect(TextWidth.columns(of: window.hintText) <= 78, "\(window.hintText)")
    #expect(window.rows.allSatisfy { TextWidth.columns(of: $0) <= 80 })
  }

  /// The dialogs that don't leave that to the status line, which may have no room.
  @Test(
    arguments: ["vn", "v<Enter>", "v<Delete>", "Dq", "S", "k", "\"", "w", "e", "nne", "nnea", "n<Enter>"], [80, 40])
  func dialogsSayWhichKeysEndThem(keys: String, width: Int) throws {
    let window = try window(keys, width: width)
    let footer = window.rows.joined(separator: "\n")
    for hint in window.hints where !hint.actionText.isEmpty {
      #expect(footer.contains("\(hint.keyText) \(hint.actionText)"), "\(hint):\n\(footer)")
    }
  }

  @Test(arguments: ["t", "t<Enter>", "v", "k<Enter>'", "p", "<Down><Down>p"], [40, 24])
  func textThatDoesNotFitEndsInAnEllipsis(keys: String, width: Int) throws {
    let (whole, cut) = (try window(keys, width: 200), try window(keys, width: width))
    for (row, text) in zip(cut.content, whole.content) {
      // The keys of a dialog take more rows in a narrow terminal.
      guard row != text, let start = row.firstIndex(of: "…") else { continue }
      #expect(text.hasPrefix(String(row[..<start])), "\(row) is not the beginning of \(text)")
    }
    let isCut = whole.content.contains { TextWidth.columns(of: $0) > width - 4 }
    #expect(!isCut || cut.content.contains { $0.hasSuffix("…") }, "\(cut.rows.joined(separator: "\n"))")
  }

  /// A question is shown in full, whatever the width.
  @Test(arguments: [80, 40, 30]) func longQuestionsAreWrapped(width: Int) throws {
    let window = try window("v<Delete>", width: width)
    let words = window.rows.joined(separator: " ").split { " ┌┐─│└┘".contains($0) }.map(String.init)
    let question = "Delete “the long long long long long long long long long name”, 0 uses?".split(separator: " ")
    #expect(words.joined(separator: " ").contains(question.joined(separator: " ")), "\(window.rows)")
  }
}
