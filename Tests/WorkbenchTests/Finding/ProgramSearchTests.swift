import BlockEvents
import BlockLayout
import BlockModel
import Testing
import WorkbenchTesting

@testable import Workbench

/// What a search finds, and in which order it is visited.
@MainActor @Suite struct ProgramSearchTests {
  private static let program = """
    {"variables": [{"name": "i", "id": "vi"}, {"name": "Fizz", "id": "vf"}], "blocks": {"blocks": [
      {"type": "controls_repeat_ext", "id": "outer", "x": 0, "y": 0, "inputs": {
        "TIMES": {"shadow": {"type": "math_number", "id": "ten", "fields": {"NUM": 10}}},
        "DO": {"block": {"type": "controls_if", "id": "if", "inputs": {
          "IF0": {"block": {"type": "logic_compare", "id": "equal", "inputs": {
            "A": {"block": {"type": "variables_get", "id": "getI", "fields": {"VAR": {"id": "vi"}}}},
            "B": {"block": {"type": "math_number", "id": "three", "fields": {"NUM": 3}}}}}},
          "DO0": {"block": {"type": "text_print", "id": "inner", "inputs": {
            "TEXT": {"block": {"type": "text", "id": "literal", "fields": {"TEXT": "Fizz"}}}}}}}}}},
        "next": {"block": {"type": "text_print", "id": "after", "icons": {"comment": {"text": "the End"}}, "inputs": {
          "TEXT": {"block": {"type": "text", "id": "buzz", "fields": {"TEXT": "print inside fizz"}}}}}}},
      {"type": "procedures_defnoreturn", "id": "def", "x": 0, "y": 900, "fields": {"NAME": "Play"}},
      {"type": "procedures_callnoreturn", "id": "call", "x": 0, "y": 1200, "extraState": {"name": "play"}}
    ]}}
    """

  private func found(_ text: String) throws -> [FocusItem] {
    let scene = try WorkbenchScene(Self.program, .json)
    scene.controller.perform(.find(.text(text), from: nil))
    return scene.controller.foundItems().map(\.item)
  }

  @Test func wordsValuesVariablesCommentsTypesAndIDs() throws {
    #expect(try found("repeat") == [.block(id: "outer")])
    #expect(try found("fizz") == [.block(id: "literal"), .block(id: "buzz")])
    #expect(try found("i =") == [.block(id: "getI")])
    #expect(try found("3") == [.block(id: "three")])
    #expect(try found("the end") == [.block(id: "after")])
    #expect(try found("text_pri") == [.block(id: "inner"), .block(id: "after")])
    #expect(try found("equal") == [.block(id: "equal")])
    #expect(try found("nothing like it") == [])
    #expect(try found("") == [])
  }

  @Test func textsMayGoOnFromWordToWord() throws {
    #expect(try found("if i") == [.block(id: "if")])
    #expect(try found("print \"Fizz\"") == [.block(id: "inner")])
    #expect(try found("print “Fizz”") == [.block(id: "inner")])
    #expect(try found("repeat 10 times") == [.block(id: "outer")])
  }

  @Test(.timeLimit(.minutes(1))) func aLongTextIsNotLookedFor() throws {
    let scene = try WorkbenchScene(Self.program, .json)
    scene.controller.perform(.find(.text("fizz"), from: nil))
    let long = String(repeating: "fizz é ", count: 1 << 18)
    #expect(
      scene.controller.perform(.find(.text(long), from: nil)).refusal == "more than 2000 bytes: type a part of it")
    #expect(scene.controller.search == nil)
  }

  @Test func insideLooksAtTheBlocksAround() throws {
    #expect(try found("print inside repeat") == [.block(id: "inner")])
    #expect(try found("print inside if") == [.block(id: "inner")])
    #expect(try found("fizz inside if inside repeat 10") == [.block(id: "literal")])
    #expect(try found("fizz inside repeat inside if") == [])
    // A block is not inside the one above it, and “rep” is no word of a block.
    #expect(try found("print inside rep") == [])
    #expect(try found("end inside repeat") == [])
    // A text may contain the word itself.
    #expect(try found("print inside fizz") == [.block(id: "buzz")])
  }

  @Test func usesOfWhatIsAtTheCursor() throws {
    let scene = try WorkbenchScene(Self.program, .json)
    func uses(of item: FocusItem) -> [FocusItem] {
      scene.controller.perform(.focus(item))
      scene.controller.perform(.nextUse)
      return scene.controller.foundItems().map(\.item)
    }
    #expect(uses(of: .block(id: "getI")) == [.block(id: "getI")])
    #expect(uses(of: .block(id: "def")) == [.block(id: "def"), .block(id: "call")])
    #expect(scene.controller.cursor == .block(id: "call"))
    #expect(uses(of: .block(id: "inner")) == [.block(id: "inner"), .block(id: "after")])
  }

  @Test func theCursorGoesRoundInReadingOrder() throws {
    let scene = try WorkbenchScene(Self.program, .json)
    let controller = scene.controller
    func go(_ intent: Intent) -> String {
      let message = controller.perform(intent).statusMessage ?? ""
      return "\(controller.cursor?.elementID ?? ""): \(message.prefix { $0 != "·" })"
    }
    #expect(go(.find(.text("print"), from: .block(id: "if"))) == "inner: “print” 1 of 3 ")
    #expect(go(.findNext) == "after: “print” 2 of 3 ")
    #expect(go(.findNext) == "buzz: “print” 3 of 3 ")
    #expect(controller.perform(.findNext).statusMessage?.contains("1 of 3 · from the other end") == true)
    #expect(go(.findPrevious) == "buzz: “print” 3 of 3 ")
    controller.perform(.moveCursor(.first))
    #expect(go(.findPrevious).hasPrefix("buzz"))
    #expect(go(.goBack).hasPrefix("outer: back"))
    #expect(go(.goForward).hasPrefix("buzz: forward"))
    #expect(controller.perform(.endSearch).refusal == nil)
    #expect(controller.perform(.findNext).refusal == "nothing was searched for; / finds")
  }

  @Test func collapsedBlocksAreVisitedOnceForEachItemInThem() throws {
    let scene = try WorkbenchScene(Self.program, .json)
    scene.controller.perform(.focus(.block(id: "outer")))
    scene.controller.perform(.toggleCollapsed)
    let first = scene.controller.perform(.find(.text("print"), from: nil)).statusMessage ?? ""
    #expect(first.contains("1 of 3 · inside this collapsed block"), "\(first)")
    #expect(scene.controller.perform(.findNext).statusMessage?.contains("2 of 3") == true)
    #expect(scene.controller.cursor == .block(id: "after"))
  }

  @Test func onlyTextsAndNumbersAreReplaced() throws {
    let scene = try WorkbenchScene(Self.program, .json)
    scene.controller.perform(.find(.text("fizz"), from: nil))
    try scene.check {
      let outcome = scene.controller.perform(.replaceFound(with: "Bang", isEverywhere: true))
      #expect(outcome.statusMessage == "replaced “fizz” with “Bang” in 2 places")
    }
    scene.controller.perform(.find(.text("3"), from: nil))
    let refusal = scene.controller.perform(.replaceFound(with: "three", isEverywhere: true)).refusal
    #expect(refusal?.contains("number") == true, "\(refusal ?? "")")
    scene.controller.perform(.find(.text("print"), from: nil))
    let message = scene.controller.perform(.replaceFound(with: "say", isEverywhere: true)).statusMessage ?? ""
    #expect(message == "replaced “print” with “say”; 2 left: only texts and numbers can be replaced")
  }
}
