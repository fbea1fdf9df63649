import BlockEvents
import BlockLayout
import BlockLibrary
import BlockModel
import BlockNotation
import ProgramAdvice
import Testing
import Workbench

/// The repairs of advice, on the cases of Tests/Advice that say what comes out.
@MainActor @Suite struct AdviceRepairTests {
  @Test(arguments: AdviceCase.all.filter { !$0.repaired.isEmpty })
  func aRepairRemovesItsFindings(example: AdviceCase) throws {
    let workbench = try Self.workbench(example.program)
    let others = Set(AdviceRules.all.map(\.id)).subtracting([example.rule])
    workbench.allow(others)
    let before = workbench.bytes().bytes
    let sentences = workbench.repairAll()
    #expect(sentences.count >= 1)
    #expect(Self.lines(of: workbench) == example.repaired)
    #expect(Adviser.findings(in: workbench.workspace, allowing: others).allSatisfy { $0.repair == nil })
    for _ in sentences { workbench.perform(.undo) }
    #expect(workbench.bytes().bytes == before)
  }

  /// Rules without a case of a repair must have none.
  @Test func eachRepairHasACase() throws {
    for example in AdviceCase.all where !example.findings.isEmpty && example.repaired.isEmpty {
      let rule = try #require((AdviceRules.all + AdviceRules.praise).first { $0.id == example.rule })
      let repaired = AdviceCase.all.contains { $0.rule == example.rule && !$0.repaired.isEmpty }
      let findings = Adviser.findings(in: try example.workspace(), rules: [rule])
      #expect(repaired || findings.allSatisfy { $0.repair.map(\.needsName) ?? true }, "\(example)")
    }
  }

  @Test func repeatedStatementsBecomeAFunction() throws {
    let example = try #require(AdviceCase.all.first { $0.rule == "duplicate-stack" && !$0.findings.isEmpty })
    let workbench = try Self.workbench(example.program)
    let finding = try #require(Adviser.findings(in: workbench.workspace, rules: [DuplicateStackRule()]).first)
    workbench.perform(.goTo(blockID: finding.blockID ?? "", fieldName: nil))
    workbench.perform(.fixProblem)
    #expect(
      Self.lines(of: workbench) == """
        print 1
        part()
        print "next"
        part()
        to part
          print "go"
          print 2 + 3
          print 4 + 5

        """)
    #expect(Adviser.findings(in: workbench.workspace, rules: [DuplicateStackRule()]).isEmpty)
  }

  /// Opens a program in the notation.
  private static func workbench(_ program: String) throws -> WorkbenchController {
    WorkbenchController(
      document: try Document(
        bytes: Array(program.utf8), path: "program.blocktext", factory: try StockBlocks.factory()),
      toolbox: Toolbox(categories: []),
      style: LayoutStyle(usesBrackets: false, repertoire: .unicode, canvasWidth: 80), eventManager: EventManager())
  }

  /// The program in the notation, without blank lines and attributes.
  private static func lines(of workbench: WorkbenchController) -> String {
    let library = NotationLibrary.of(workbench.workspace.factory)
    let text = String(
      decoding: NotationWriter.write(workbench.workspace, library: library, options: []), as: UTF8.self)
    return text.split(separator: "\n").filter { !$0.hasPrefix("@") }.map { $0 + "\n" }.joined()
  }
}
