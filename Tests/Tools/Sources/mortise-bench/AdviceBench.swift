import BlockEvents
import BlockFormats
import BlockLayout
import BlockLibrary
import BlockModel
import ProgramAdvice
import Workbench

/// Advising on a program, compared with loading it, and advising again after an edit.
@MainActor struct AdviceBench {
  private static let repetitions = 7
  private static let edits = 200
  /// The number of blocks of the program that is edited.
  private static let editedBlocks = 10_000

  func run(blocks: Int, _ verdicts: inout Verdicts) throws {
    let factory = try StockBlocks.factory()
    let bytes = ProgramMaker.json(blocks: blocks)
    var (loads, advices, ratios) = (Samples(), Samples(), Samples())
    var findings = 0
    for _ in 0..<Self.repetitions {
      var program: ReadProgram?
      let load = try seconds { program = try ProgramReader.read(bytes, factory: factory) }
      guard let workspace = program?.workspace else { continue }
      let advice = seconds { findings = Adviser.findings(in: workspace).count }
      loads.add(load)
      advices.add(advice)
      ratios.add(advice / load)
    }
    let edit = try medianOfEdits(factory)
    print("Advising on a program of \(blocks) blocks (\(findings) findings), and after an edit of \(Self.editedBlocks)")
    var table = Table(["", "time", "loading", "ratio", "bound", ""])
    table.add([
      "all of it", time(advices.median), time(loads.median), fixed(ratios.median, 2), Bound.advice.cell,
      verdicts.check(.advice, ratios.median),
    ])
    table.add([
      "after an edit", time(edit), "", "", Bound.adviceAfterEdit.cell, verdicts.check(.adviceAfterEdit, edit * 1000),
    ])
    table.show()
  }

  /// Changes fields of variables and numbers, here and there.
  private func medianOfEdits(_ factory: BlockFactory) throws -> Double {
    var opened: Document?
    try Files.withTemporary(ProgramMaker.json(blocks: Self.editedBlocks), named: "program.json") { path in
      opened = try Document.open(path, factory: factory)
    }
    let workbench = WorkbenchController(
      document: opened ?? Document(factory: factory),
      toolbox: Toolbox(categories: []),
      style: LayoutStyle(usesBrackets: false, repertoire: .unicode, canvasWidth: 80), eventManager: EventManager())
    while workbench.isInspecting { _ = workbench.inspectSome() }
    let numbers = workbench.workspace.topBlocks.flatMap { Array($0.descendants()) }.filter { $0.type == "math_number" }
    var samples = Samples()
    for index in 0..<Self.edits {
      let block = numbers[index * numbers.count / Self.edits]
      let field = FieldLocation(blockID: block.id, name: "NUM")
      workbench.perform(.setField(field, input: "\(index)"))
      samples.add(seconds { while workbench.isInspecting { _ = workbench.inspectSome() } })
    }
    return samples.median
  }
}
