import AppModules
import BlockEvents
import BlockLibrary
import FileTesting
import MortiseFiles
import MortiseScreen
import MortiseTerminal
import TerminalTesting
import Testing
import Workbench

@testable import TerminalUI

/// A window whose presentation asks for a close button has one in its frame, and tells when it was closed.
@MainActor @Suite struct CloseButtonTests {
  private struct Context: ModuleContext {
    let routingContext: RoutingContext
    let window: any ViewController
  }

  private final class WindowModule: Module {
    let context: Context
    init(usingContext context: Context) { self.context = context }
    func unmanagedRootViewController() -> (any ViewController)? { context.window }
  }

  /// Opens a window for the deep link `window`.
  private final class WindowLink: DeepLinkResponder {
    let mode: PresentationMode
    let window: any ViewController

    init(_ window: any ViewController, _ mode: PresentationMode) {
      self.mode = mode
      self.window = window
    }

    func response(to link: DeepLink) -> DeepLinkResponse? {
      let context = Context(routingContext: .deepLink, window: window)
      let step = ModuleRoutingStep("window", to: WindowModule.self, context: context)
      return DeepLinkResponse(.route(PresentableRoutingStep(withStep: step, presentationMode: mode)))
    }
  }

  /// The screen after each line of keys, with a window open.
  private func play(
    _ window: any ViewController, _ mode: PresentationMode, _ lines: [String]
  ) throws -> [String] {
    let terminal = TestTerminal(width: 80, height: 24)
    let folder = try TemporaryFolder()
    try FileSaver.save(Array(StartScene.program.utf8), to: folder.file("n.xml"))
    let document = try Document.open(folder.file("n.xml"), factory: try StockBlocks.factory())
    var options = Editor.Options()
    options.eventManager = EventManager()
    options.links = [{ _ in WindowLink(window, mode) }]
    let startUp = StartUp(document: document, toolbox: Toolbox(categories: []), link: "window")
    try startUp.begin()
    let editor = Editor(startUp, device: terminal, options: options)
    var waiting = try lines.map { try InputEvent.events(inLine: $0) }[...]
    var screens: [String] = []
    terminal.isBusy = { editor.isBusy }
    terminal.whenEmpty = {
      screens.append(terminal.screenRows().joined(separator: "\n"))
      if let next = waiting.popFirst() { terminal.feed(next) } else { editor.stop() }
    }
    editor.run()
    return screens
  }

  private func list(choose: @escaping (Int) -> Void = { _ in }) -> ListPopup {
    ListPopup(title: "Notes", rows: [ListPopup.Row("one"), ListPopup.Row("two")], anchor: .centre, choose: choose)
  }

  @Test func thereIsAButtonOnlyIfItIsAskedFor() throws {
    let plain = try play(list(), .push(), [])
    #expect(plain[0].contains("┌─ Notes ───────────────────┐"), "\(plain[0])")
    let withButton = try play(list(), .push(withCloseButton: true), [])
    #expect(withButton[0].contains("┌─ Notes ───────────────[x]─┐"), "\(withButton[0])")
  }

  @Test(arguments: [false, true]) func aClickOnTheButtonClosesTheWindow(isModal: Bool) throws {
    for (button, isClosed) in [("left", true), ("right", false)] {
      var closeCount = 0
      let mode: PresentationMode =
        isModal
        ? .modal(withCloseButton: true) { closeCount += 1 } : .push(withCloseButton: true) { closeCount += 1 }
      let screens = try play(list(), mode, [click(button)])
      #expect(screens[1].contains("Notes") != isClosed, "\(screens[1])")
      #expect(closeCount == (isClosed ? 1 : 0))
    }
  }

  /// The window is in the middle: 29 columns and 4 rows of 80 × 24.
  private func click(_ button: String = "left") -> String {
    button == "left" ? "<Mouse-press 50,6>" : "<Mouse-press-\(button) 50,6>"
  }

  @Test(arguments: ["<Esc>", "<Enter>"]) func theCallbackIsCalledHoweverTheWindowIsClosed(key: String) throws {
    var closeCount = 0
    var chosen: [Int] = []
    let screens = try play(list { chosen.append($0) }, .push { closeCount += 1 }, [key])
    #expect(!screens[1].contains("Notes") && closeCount == 1)
    #expect(chosen == (key == "<Enter>" ? [0] : []))
  }

  /// A question that is closed by its button is answered as by Escape.
  @Test func theButtonCancelsAQuestion() throws {
    var answers: [String] = []
    let question = ListPopup.question(
      "Notes?", ["yes", "no"].map { words in Answer(words, keys: String(words.prefix(1))) { answers.append(words) } },
      cancel: { answers.append("cancelled") })
    // The footer makes it wider than a list: 30 columns.
    let screens = try play(question, .modal(withCloseButton: true), ["<Mouse-press 50,6>"])
    #expect(!screens[1].contains("Notes?") && answers == ["cancelled"], "\(screens)")
  }

  /// A text that is refused stays open, and is not told to be closed.
  @Test func aRefusedTextIsNotClosed() throws {
    var (closeCount, cancelCount) = (0, 0)
    let text = TextPopup(
      title: "Notes", text: "", anchor: .centre, cancel: { cancelCount += 1 },
      accept: { $0.isEmpty ? "there is no text" : nil })
    let screens = try play(text, .push { closeCount += 1 }, ["<Enter>", "a", "<Enter>"])
    #expect(screens[1].contains("not accepted: there is no text"))
    #expect(screens[2].contains("Notes") && !screens[3].contains("Notes"))
    #expect(closeCount == 1 && cancelCount == 0)
  }
}
