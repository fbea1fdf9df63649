import MortiseScreen
import MortiseTerminal
import TerminalUI
import Testing

/// Windows and panes of an app.
@MainActor @Suite struct EditorViewTests {
  /// A view that shows the keys that it got.
  private final class KeyList: EditorView {
    let title = "Key list"
    var keys: [String] = []
    var clicks: [Point] = []
    let hints = "letters show"
    func statusText(in scene: Scene) -> String { keys.isEmpty ? "no keys" : "keys \(keys.joined(separator: " "))" }
    var cursor: Point { Point(x: 1, y: 1) }
    var wanted = Size(width: 12, height: 3)

    func size(in limit: Size, _ repertoire: Repertoire) -> Size { wanted }

    func draw(on grid: inout CellGrid, _ theme: Theme, in scene: Scene) {
      grid.write("got \(keys.joined())", at: .zero, style: theme.style(.window))
      // Nothing outside of the grid is drawn.
      grid.write("outside", at: Point(x: 0, y: grid.size.height), style: .plain)
      grid.write("outside", at: Point(x: grid.size.width, y: 0), style: .plain)
    }

    func handle(_ event: InputEvent, in scene: Scene) -> Bool {
      switch event {
      case .key(let key) where key.description.count == 1:
        keys.append(key.description)
        return true
      case .key(let key) where key == Key(name: "<C-w>"):
        scene.close(self)
        return true
      case .mouse(let mouse) where mouse.kind == .press:
        clicks.append(mouse.position)
        return true
      case .paste(let text):
        keys.append(text)
        return true
      default: return false
      }
    }
  }

  private func scene(_ view: KeyList, width: Int = 80, height: Int = 24, isPlain: Bool = false) throws -> AppScene {
    try AppScene(width: width, height: height, settings: isPlain ? #"{ "plain": true }"# : nil) { options in
      options.commands = [
        Command("window", "<C-t>", group: .windows, help: "open the window") { $0.openWindow(view) },
        Command("pane", "<C-n>", group: .windows, help: "open the pane") { $0.openPane(view) },
        Command("go", "<C-g>", group: .windows, help: "go to the pane") { $0.openPane(view, takingKeys: true) },
        Command("close", "<C-w>", group: .windows, help: "close it") { $0.close(view) },
      ]
    }
  }

  @Test func aWindowGetsKeysAndIsClosedByEsc() throws {
    let view = KeyList()
    let screens = try scene(view).play(["<C-t>", "ab", "<Paste cd>", "<F5>", "<Esc>", "d"])
    #expect(screens[1].contains("─ Key list ─") && screens[1].contains("Key list: no keys"), "\(screens[1])")
    #expect(screens[1].contains("letters show  Esc close") && !screens[1].contains("outside"))
    #expect(screens[2].contains("got ab") && screens[2].contains("Key list: keys a b"))
    #expect(screens[3].contains("got abcd"))
    #expect(screens[4].contains("F5 does nothing here; after Esc: Run"), "\(screens[4])")
    #expect(screens[4].contains("Esc close"), "\(screens[4])")
    #expect(!screens[5].contains("Key list"), "\(screens[5])")
    #expect(view.keys == ["a", "b", "cd"], "d went to the canvas")
  }

  /// The positions of clicks are the view's own. A click beside the window closes it.
  @Test func aWindowGetsClicks() throws {
    let view = KeyList()
    let scene = try scene(view)
    let first = try scene.play(["<C-t>"])
    let rows = first[1].split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
    let y = try #require(rows.firstIndex { String($0).contains("got") })
    let x = try #require(rows[y].indices.first { String(rows[y][$0...].prefix(3)) == "got" })
    let again = KeyList()
    let screens = try self.scene(again).play(["<C-t>", "<Mouse-press \(x + 2),\(y + 1)>", "<Mouse-press 1,20>"])
    #expect(again.clicks == [Point(x: 2, y: 1)] && screens[2].contains("Key list"))
    #expect(!screens[3].contains("Key list"), "\(screens[3])")
  }

  @Test func theCloseButtonClosesAWindow() throws {
    let view = KeyList()
    let screens = try scene(view).play(["<C-t>"])
    let rows = screens[1].split(separator: "\n", omittingEmptySubsequences: false).map(Array.init)
    let y = try #require(rows.firstIndex { String($0).contains("[x]") })
    let x = try #require(rows[y].indices.first { String(rows[y][$0...].prefix(3)) == "[x]" })
    let closed = try scene(KeyList()).play(["<C-t>", "<Mouse-press \(x),\(y)>"])
    #expect(!closed[2].contains("Key list"), "\(closed[2])")
  }

  @Test func aPaneStaysBesideTheCanvas() throws {
    let view = KeyList()
    let screens = try scene(view).play(["<C-n>", "<Down>", "<C-g>", "ab", "<Esc>", "<C-w>"])
    #expect(screens[1].contains("─ Key list ─") && screens[1].contains("got"), "\(screens[1])")
    #expect(screens[1].contains("  1\n"), "the canvas is still there:\n\(screens[1])")
    #expect(screens[3].contains("Key list: no keys") && screens[3].contains("Esc blocks"), "\(screens[3])")
    #expect(screens[4].contains("got ab"))
    #expect(screens[5].contains("got ab") && !screens[5].contains("Key list: keys"), "\(screens[5])")
    #expect(!screens[6].contains("Key list"), "\(screens[6])")
  }

  /// A pane may close itself while it has the keys; they go back to the canvas.
  @Test func aPaneClosesItself() throws {
    let view = KeyList()
    let screens = try scene(view).play(["<C-g>", "<C-w>", "a"])
    #expect(!screens[2].contains("Key list") && view.keys.isEmpty, "\(screens[2])")
  }

  /// The canvas keeps its rows, however much a pane or window asks for, on any screen.
  @Test(arguments: [(80, 24), (40, 12), (24, 8), (20, 5), (200, 50)], ["<C-t>", "<C-g>"])
  func viewsFitAnyScreen(size: (Int, Int), key: String) throws {
    for isPlain in [false, true] {
      let view = KeyList()
      view.wanted = Size(width: 10_000, height: 10_000)
      let screens = try scene(view, width: size.0, height: size.1, isPlain: isPlain).play([key, "a", "<Esc>", "<C-w>"])
      #expect(screens[2].contains("Key list: keys a") || size.1 < 6, "\(screens[2])")
      #expect(screens.last?.contains("Key list") == false)
    }
  }

  @Test func anEmptyViewHasARow() throws {
    let view = KeyList()
    view.wanted = Size(width: -3, height: -7)
    let screens = try scene(view).play(["<C-t>", "<Esc>", "<C-n>"])
    #expect(screens[1].contains("Key list") && screens[3].contains("Key list"))
  }
}

/// What the toolbox's buttons do in an app.
@MainActor @Suite struct ToolboxButtonTests {
  private let toolbox = """
    {"contents": [{"kind": "category", "name": "Notes", "contents": [
      {"kind": "button", "text": "Tune", "callbackkey": "TUNE"},
      {"kind": "button", "text": "Other", "callbackkey": "OTHER"}]}]}
    """

  @Test func aButtonCallsTheApp() throws {
    var count = 0
    let scene = try AppScene(toolbox: toolbox) { options in
      options.buttons["TUNE"] = { scene in
        count += 1
        scene.showStatus("tuned")
      }
    }
    let screens = try scene.play(["t", "<Enter>", "<Enter>", "t", "<Enter>", "<Down>", "<Enter>"])
    #expect(count == 1 && screens[3].contains("tuned"), "\(screens[3])")
    #expect(screens[7].contains("“Other” needs the toolbox’s app"), "\(screens[7])")
  }
}
