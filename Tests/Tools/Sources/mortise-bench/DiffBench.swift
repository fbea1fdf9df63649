import BlockEditing
import BlockEvents
import BlockFormats
import BlockLibrary
import BlockModel
import ProgramDiff
import PtyDriver

/// Finding and merging differences, beside loading the programs.
@MainActor struct DiffBench {
  private let factory: BlockFactory

  init() throws { factory = try StockBlocks.factory() }

  func run(blocks: Int, _ verdicts: inout Verdicts) throws {
    print("Difference and merge of \(blocks) blocks with 1 % changed, beside loading the versions (medians)")
    var table = Table(["", "load", "time", "ratio", "bound", ""])
    for hasIDs in [true, false] {
      let versions = try [0, 1, 2].map { try version($0, blocks: blocks, hasIDs: hasIDs) }
      var (loads, differences, merges) = (Samples(), Samples(), Samples())
      for _ in 0..<7 {
        var programs: [Workspace] = []
        loads.add(try seconds { programs = try versions.map(read) })
        merges.add(try seconds { try ProgramMerge(base: programs[0], ours: programs[1], theirs: programs[2]) })
        programs = try versions.dropLast().map(read)
        differences.add(
          try seconds { try ProgramDifference(changing: ProgramMatch(programs[0], programs[1])) })
      }
      let words = hasIDs ? "with ids" : "without ids"
      // Two of three versions.
      let load = loads.median * 2 / 3
      for (bound, part, own) in [
        (Bound.difference, load, differences.median), (.merge, loads.median, merges.median),
      ] {
        table.add([
          "\(bound.name), \(words)", time(part), time(own), fixed(own / part, 2), bound.cell,
          verdicts.check(bound, own / part, words),
        ])
      }
    }
    table.show()
    try equalBlocks(&verdicts)
    try commands(&verdicts)
  }

  private func read(_ bytes: [UInt8]) throws -> Workspace { try ProgramReader.read(bytes, factory: factory).workspace }

  /// A version with some blocks changed, deleted and added; number 0 is the base.
  private func version(_ number: Int, blocks: Int, hasIDs: Bool) throws -> [UInt8] {
    let program = try ProgramReader.read(ProgramMaker.json(blocks: blocks), factory: factory)
    let workspace = program.workspace
    let coordinator = WorkspaceLayoutCoordinator(workspace: workspace, eventManager: EventManager())
    if number > 0 {
      let all = workspace.topBlocks.flatMap { Array($0.descendants()) }.filter { !$0.isShadow }
      for index in stride(from: number * 37, to: all.count, by: 100)
      where workspace.blocks[all[index].id] === all[index] {
        let block = all[index]
        switch index / 100 % 3 {
        case 0 where block.previousConnection != nil && block.parent != nil: coordinator.delete(block, heal: true)
        case 1 where block.previousConnection != nil:
          coordinator.set(.comment, to: .commentText("changed \(number)"), of: block)
        default:
          guard let field = block.inputs.lazy.flatMap(\.fields).first(where: { $0.state != nil }), let name = field.name
          else { continue }
          if case .number(let value) = field.state {
            coordinator.setField(name, of: block, to: .number(value + Double(number)))
          } else {
            coordinator.set(.collapsed, to: .flag(true), of: block)
          }
        }
      }
    }
    if !hasIDs { for block in workspace.blocks.values { block.hasImplicitID = true } }
    return ProgramWriter.write(workspace, style: program.style).bytes
  }

  // MARK: - Equal blocks

  /// A stack of equal blocks, of which some become others.
  private func equalBlocks(_ verdicts: inout Verdicts) throws {
    func measured(_ count: Int) throws -> Double {
      func stack(_ isChanged: Bool) -> [UInt8] {
        var text = #"<xml xmlns="https://developers.google.com/blockly/xml">"#
        for index in 0..<count {
          text += #"<block type="text_print"><value name="TEXT"><block type="text"><field name="TEXT">"#
          text += isChanged && index % 100 == 7 ? "b" : "a"
          text += "</field></block></value><next>"
        }
        text += #"<block type="text_print"/>"# + String(repeating: "</next></block>", count: count) + "</xml>"
        return Array(text.utf8)
      }
      let (old, new) = (stack(false), stack(true))
      var samples = Samples()
      for _ in 0..<7 {
        let programs = try [old, new].map(read)
        samples.add(try seconds { try ProgramDifference(changing: ProgramMatch(programs[0], programs[1])) })
      }
      return samples.median
    }
    let (small, large) = (try measured(2_500), try measured(10_000))
    let growth = large / small / 4
    print(
      "10,000 equal statements take \(time(large)), growing \(fixed(growth, 2)) times as fast as their number, "
        + "\(Bound.equalBlocks.cell): " + verdicts.check(.equalBlocks, growth))
  }

  // MARK: - The command

  private func commands(_ verdicts: inout Verdicts) throws {
    let (old, new) = (try version(0, blocks: 200, hasIDs: false), try version(1, blocks: 200, hasIDs: false))
    try Files.withTemporary(old) { oldPath in
      try Files.withTemporary(new) { newPath in
        // Each beside its neighbour: a machine may be twice as fast a second later.
        var (differences, ratios) = (Samples(), Samples())
        for _ in 0..<61 {
          let mortise = BuiltPrograms.path(of: "mortise")
          let check = try seconds { try Child.run(mortise, ["check", oldPath]) }
          let difference = try seconds { try Child.run(mortise, ["diff", oldPath, newPath]) }
          differences.add(difference)
          ratios.add(difference / check)
        }
        let ratio = ratios.median
        print(
          "mortise diff of 200 blocks takes \(time(differences.median)), \(fixed(ratio, 2)) times mortise check, "
            + "\(Bound.diffCommand.cell): " + verdicts.check(.diffCommand, ratio))
      }
    }
  }
}
