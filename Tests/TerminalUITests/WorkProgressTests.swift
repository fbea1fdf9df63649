import BlockLibrary
import MortiseScreen
import MortiseTerminal
import TerminalTesting
import Testing

@testable import TerminalUI
@testable import Workbench

/// What takes long on the main actor says how far it is, and can be given up.
@MainActor @Suite struct WorkProgressTests {
  /// A program of many statements, in one stack or in many.
  private static func program(isOneStack: Bool) -> String {
    let count = 6000
    let start = "<block type=\"text_print\"><value name=\"TEXT\"><block type=\"text\"/></value>"
    if isOneStack {
      return "<xml>" + Array(repeating: start, count: count).joined(separator: "<next>") + "</block>"
        + String(repeating: "</next></block>", count: count - 1) + "</xml>"
    }
    return "<xml>" + String(repeating: start + "</block>", count: count) + "</xml>"
  }

  /// Plays keys one at a time on a slow machine.
  /// - Parameters:
  ///   - words: those of the work that is given up as soon as its bar is shown.
  ///   - perLook: the time that passes between two looks at the clock.
  /// - Returns: the status lines of all frames, and the last screen.
  private func play(
    _ keys: String, isOneStack: Bool = true, isPlain: Bool = false, isFurther: Bool = false,
    givingUp words: String? = nil, perLook: Duration = .milliseconds(60)
  ) throws -> (rows: [String], last: String) {
    let program = Self.program(isOneStack: isOneStack)
    let scene = try AppScene(isFurther ? "<xml/>" : program) { options in
      options.readProgram = { _ in
        let factory = try StockBlocks.factory()
        let document = try Document(bytes: Array(program.utf8), path: nil, factory: factory)
        return (Opening.Definitions(factory: factory, toolbox: Toolbox(categories: [])), document)
      }
      options.settings.isPlain = isPlain
      var time = ContinuousClock.now
      options.now = {
        time += perLook
        return time
      }
    }
    var rows: [String] = []
    scene.terminal.deliversSingly = true
    var words = words
    scene.terminal.whenPresented = { [terminal = scene.terminal] in
      let row = terminal.screenRows().last ?? ""
      rows.append(row)
      guard let awaited = words, row.contains(awaited) else { return }
      words = nil
      terminal.feed((try? InputEvent.events(inLine: "<Esc>")) ?? [])
    }
    let last = try scene.play([keys]).last ?? ""
    return (rows, last)
  }

  @Test(arguments: [true, false]) func aBarSaysHowFarALayoutAndASearchAre(isOneStack: Bool) throws {
    let (rows, last) = try play("<Resize 60x24>/print", isOneStack: isOneStack)
    for words in ["laying out", "searching"] {
      let bars = rows.filter { $0.contains(words) }
      #expect(bars.count >= 3, "\(words): \(rows.prefix(40))")
      let numbers = bars.compactMap { $0.firstMatch(of: #/(\d+) %/#).flatMap { Int($0.1) } }
      #expect(numbers.count == bars.count && numbers.allSatisfy { (0...100).contains($0) }, "\(bars)")
      #expect(Set(numbers).count >= 3)
    }
    #expect(rows.contains { $0.contains("█") && $0.contains("░") })
    #expect(last.contains("│ print ") && !last.contains("searching"), "\(last)")
  }

  /// A screen reader would say each percentage.
  @Test func aPlainScreenSaysWhatIsDoneAlone() throws {
    let (rows, _) = try play("/print", isPlain: true)
    #expect(rows.contains { $0.contains("searching … ") && $0.contains("Esc gives up") })
    #expect(!rows.contains { $0.contains("█") || $0.contains("░") || $0.contains(" %") })
  }

  @Test func escGivesUpASearch() throws {
    let (rows, last) = try play("/p<Esc>")
    #expect(rows.contains { $0.contains("Esc gives up") })
    #expect(last.contains("the search was given up") && last.contains("Find"), "\(last)")
  }

  /// What is typed while the editor works comes behind it.
  @Test func otherKeysAreKept() throws {
    let (_, last) = try play("/print<Esc><Esc><Esc><Esc>")
    #expect(!last.contains("Find"), "\(last)")
    let (_, typed) = try play("/pri")
    #expect(typed.contains("│ pri "), "\(typed)")
  }

  @Test(arguments: [true, false]) func escGivesUpALayout(isOneStack: Bool) throws {
    let (rows, last) = try play("<Resize 60x24>", isOneStack: isOneStack, givingUp: "laying out")
    #expect(rows.contains { $0.contains("laying out … ") && $0.contains("Esc gives up") }, "\(rows)")
    #expect(last.contains("given up: the lines are as wide as before") && last.contains("print"), "\(last)")
    // What is done next finds the program as it was.
    let (_, again) = try play(
      "<Resize 60x24><Down><Down>d<Resize 100x24>", isOneStack: isOneStack, givingUp: "laying out")
    #expect(again.contains(/n.xml .*changed/), "\(again)")
  }

  @Test func aProgramThatIsGivenUpIsNotOpened() throws {
    let (rows, last) = try play("<C-n>", isFurther: true, givingUp: "laying out")
    #expect(rows.contains { $0.contains("laying out … ") && $0.contains("Esc gives up") }, "\(rows)")
    #expect(last.contains("unnamed was given up") && last.contains("An empty program"), "\(last)")
    let (_, again) = try play("<C-n>", isFurther: true)
    #expect(again.contains("unnamed") && again.contains("print"), "\(again)")
  }

  @Test func writingSaysHowFarItIs() throws {
    let (rows, _) = try play("d<C-s>")
    #expect(rows.contains { $0.contains("writing … ") && $0.contains(" %") }, "\(rows)")
  }

  @Test func changingAndUndoingSayHowFarTheyAre() throws {
    let (rows, last) = try play("<C-a><C-a>Du", perLook: .milliseconds(200))
    for words in ["changing", "undoing", "laying out"] {
      #expect(rows.contains { $0.contains("\(words) … ") && $0.contains(" %") }, "\(words): \(rows.prefix(40))")
    }
    #expect(last.contains("undone: disabled 6000 blocks"), "\(last)")
  }

  @Test func generatingCodeSaysHowFarItIsAndCanBeGivenUp() throws {
    let (rows, last) = try play("$")
    #expect(rows.contains { $0.contains("generating code … ") && $0.contains(" %") && $0.contains("Esc gives up") })
    #expect(last.contains("6000 lines") && !last.contains("given up"), "\(last)")
    let (_, stopped) = try play("$", givingUp: "generating code")
    #expect(stopped.contains("the code was given up") && stopped.contains("· given up"), "\(stopped)")
    // The next change begins anew.
    let (_, again) = try play("$<Down>d", givingUp: "generating code")
    #expect(again.contains("6001 lines"), "\(again)")
  }

  @Test(arguments: ["json", "blocktext"], [true, false])
  func writingAnotherFormatCanBeGivenUp(format: String, isOneStack: Bool) throws {
    let keys = "S<End><BS><BS><BS>\(format)<Enter>"
    let (rows, last) = try play(keys, isOneStack: isOneStack, givingUp: "writing")
    #expect(rows.contains { $0.contains("writing … ") && $0.contains("Esc gives up") }, "\(rows)")
    #expect(last.contains("given up: not saved"), "\(last)")
    let (_, saved) = try play(keys, isOneStack: isOneStack)
    #expect(saved.contains("saved n.\(format)"), "\(saved)")
  }
}
