import BlockEvents
import BlockLibrary
import FileTesting
import MortiseFiles
import MortiseScreen
import TerminalTesting
import Testing
import Workbench

@testable import TerminalUI

/// The viewport shows the cursor's item, and converts between the screen and the canvas.
@MainActor @Suite struct ViewportTests {
  private let workbench: WorkbenchController
  private let viewport: Viewport

  /// More prints than the screen has rows.
  init() throws {
    let folder = try TemporaryFolder()
    var program = ""
    for number in (1...60).reversed() {
      let next = program.isEmpty ? "" : "<next>\(program)</next>"
      program = "<block type=\"text_print\" id=\"p\(number)\">\(next)</block>"
    }
    try FileSaver.save(Array("<xml>\(program)</xml>".utf8), to: folder.file("n.xml"))
    let terminal = TestTerminal(width: 80, height: 24)
    workbench = WorkbenchController(
      document: try Document.open(folder.file("n.xml"), factory: try StockBlocks.factory()),
      toolbox: Toolbox(categories: []), style: LayoutStyleChoice.first(for: terminal), eventManager: EventManager())
    let screen = EditorScreen(device: terminal, appName: "mortise")
    let openProgram = OpenProgram(path: nil, style: LayoutStyleChoice.first(for: terminal))
    openProgram.open(workbench)
    viewport = Viewport(of: OpenPrograms(openProgram), on: screen)
    viewport.reset()
  }

  @Test(arguments: ["p1", "p30", "p60", "p2"]) func theCursorCanBeSeenAndFound(id: String) {
    workbench.perform(.goTo(blockID: id, fieldName: nil))
    viewport.scrollToCursor()
    let rect = viewport.cursorRect
    #expect(viewport.area.contains(rect.origin) && rect.maxY <= viewport.area.maxY, "\(rect)")
    // What the screen shows there is the cursor's block.
    let item = workbench.item(at: viewport.canvasPoint(at: rect.origin))
    #expect(item?.blockID == id)
    let block = workbench.cursorBlock.flatMap(viewport.rect)
    #expect(block.map { $0.minY == rect.minY && $0.height == 1 } == true)
  }

  @Test func itScrollsNoFurtherThanItMust() {
    workbench.perform(.goTo(blockID: "p60", fieldName: nil))
    viewport.scrollToCursor()
    let scroll = viewport.scroll
    #expect(scroll.y > 0)
    workbench.perform(.goTo(blockID: "p58", fieldName: nil))
    viewport.scrollToCursor()
    #expect(viewport.scroll == scroll)
    viewport.reset()
    #expect(viewport.scroll.y < 0)
  }

  @Test func theNearestPointIsInTheArea() {
    let area = viewport.area
    #expect(viewport.nearestPoint(to: area.origin) == area.origin)
    #expect(viewport.nearestPoint(to: Point(x: -5, y: 99)) == Point(x: area.minX, y: area.maxY - 1))
  }
}
