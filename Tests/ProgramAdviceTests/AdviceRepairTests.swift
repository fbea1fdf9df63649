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
    let factory = try StockBlocks.factory()
    let workbench = WorkbenchController(
      document: try Document(bytes: Array(example.program.utf8), path: "program.blocktext", factory: factory),
      toolbox: Toolbox(categories: []),
      style: LayoutStyle(usesBrackets: false, repertoire: .unicode, canvasWidth: 80), eventManager: EventManager())
    let others = Set(AdviceRules.all.map(\.id)).subtracting([example.rule])
    workbench.allow(others)
    let before = workbench.bytes().bytes
    let sentences = workbench.repairAll()
    #expect(sentences.count >= 1)
    let library = NotationLibrary.of(factory)
    let text = String(
      decoding: NotationWriter.write(workbench.workspace, library: library, options: []), as: UTF8.self)
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("@") && !$0.isEmpty }
    #expect(lines.joined(separator: "\n") + "\n" == example.repaired)
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
      #expect(repaired || findings.allSatisfy { $0.repair == nil }, "\(example)")
    }
  }
}
