import MortiseScreen
import MortiseTerminal
import TerminalTesting
import Testing

@MainActor @Suite struct TestTerminalTests {
  private func frame(_ text: String, on terminal: TestTerminal) -> Frame {
    var base = CellGrid(size: terminal.size, repertoire: terminal.repertoire)
    base.write(text, at: .zero, style: .plain)
    return Frame(base: base, cursor: Point(x: 1, y: 0), title: "t")
  }

  @Test func keepsTheComposedScreen() {
    let terminal = TestTerminal(width: 12, height: 3)
    var frame = frame("日本語 text", on: terminal)
    terminal.present(frame)
    #expect(terminal.screenRows() == ["日本語 text", "", ""])
    var popup = CellGrid(size: Size(width: 4, height: 2))
    popup.write("menu", at: .zero, style: .plain)
    frame.layers = [Layer(origin: Point(x: 3, y: 0), grid: popup), Layer(origin: Point(x: 10, y: -1), grid: popup)]
    terminal.present(frame)
    terminal.present(frame)
    #expect(terminal.screenRows() == ["日 menutex", "", ""])
    #expect((terminal.presentCount, terminal.changeCount) == (3, 2))
    #expect(terminal.cursor == Point(x: 1, y: 0) && terminal.title == "t")
  }

  @Test func deliversFedEvents() throws {
    let terminal = TestTerminal(width: 12, height: 3, colorDepth: .eight, repertoire: .ascii)
    try terminal.feed("a<C-z><Resize 20x5>")
    #expect(terminal.nextEvents(timeoutMilliseconds: nil).map(\.description) == ["a", "<C-z>", "<Resize 20x5>"])
    #expect(terminal.size == Size(width: 20, height: 5))
    #expect(terminal.nextEvents(timeoutMilliseconds: 0).isEmpty)
    #expect(terminal.nextEvents(timeoutMilliseconds: nil) == [.terminate(.terminate)])
    terminal.deliversSingly = true
    try terminal.feed("xy")
    #expect(terminal.nextEvents(timeoutMilliseconds: nil) == [.key(Key("x"))])
    #expect(terminal.hasEvents)
    #expect(terminal.nextEvents(timeoutMilliseconds: nil) == [.key(Key("y"))])
    terminal.wake()
    #expect(terminal.nextEvents(timeoutMilliseconds: nil) == [.wakeup])
    terminal.suspend()
    #expect(terminal.nextEvents(timeoutMilliseconds: nil) == [.resumed])
    terminal.present(frame("→", on: terminal))
    #expect(terminal.screenRows()[0] == "->")
  }

  @Test func namesStyles() {
    let (blue, red) = (Style(foreground: 12), Style(foreground: 9))
    var styled = CellGrid(size: Size(width: 9, height: 2))
    styled.write("title   x", at: .zero, style: .plain)
    styled.write("title", at: .zero, style: blue)
    styled.write("bo", at: Point(x: 0, y: 1), style: red)
    let (rows, legend) = styled.styleRows { $0 == red ? "alarm" : "heading" }
    #expect(rows == ["aaaaa", "bb"])
    #expect(legend == ["a heading", "b alarm"])
  }
}
