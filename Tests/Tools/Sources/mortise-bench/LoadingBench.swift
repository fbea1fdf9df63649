import BlockFormats
import BlockLibrary
import BlockModel
import Markup

/// Loading and saving programs, compared with the bare parse of the same bytes.
struct LoadingBench {
  let sizes: [Int]
  private let factory: BlockFactory

  init(sizes: [Int]) throws {
    self.sizes = sizes
    factory = try StockBlocks.factory()
  }

  /// A generated program as written by Mortise.
  static func text(blocks: Int, format: ProgramFormat, factory: BlockFactory) throws -> [UInt8] {
    let program = try ProgramReader.read(ProgramMaker.json(blocks: blocks), factory: factory)
    return ProgramWriter.write(program.workspace, style: .compact(format)).bytes
  }

  func run(_ verdicts: inout Verdicts) throws {
    print("Loading and saving, beside the bare parse of the same bytes that makes every string (medians)")
    var table = Table(["", "blocks", "bytes", "bare parse", "load", "ratio", "bound", "", "save", "ratio", "bound", ""])
    for format in [ProgramFormat.json, .xml] {
      for size in sizes {
        let bytes = try LoadingBench.text(blocks: size, format: format, factory: factory)
        let figures = try measure(bytes, format: format, repetitions: max(15, min(101, 400_000 / size)))
        let (load, save) = (figures.loadRatio, figures.saveRatio)
        let bounds: (load: Bound, save: Bound?) = format == .json ? (.jsonLoad, .jsonSave) : (.xmlLoad, nil)
        table.add([
          "\(format.rawValue) by \(format == .json ? "simdjson" : "expat")", "\(figures.blocks)", "\(bytes.count)",
          time(figures.bare), time(figures.load), fixed(load, 2), bounds.load.cell,
          verdicts.check(bounds.load, load, "\(size) blocks"), time(figures.save),
          fixed(save, 2), bounds.save?.cell ?? "",
          bounds.save.map { verdicts.check($0, save, "\(size) blocks") } ?? "",
        ])
      }
    }
    table.show()
  }

  private struct Figures {
    var blocks: Int
    var bare, load, save: Double
    var loadRatio, saveRatio: Double
  }

  private func measure(_ bytes: [UInt8], format: ProgramFormat, repetitions: Int) throws -> Figures {
    var (bare, load, save) = (Samples(), Samples(), Samples())
    // Of each turn, because a slow machine affects a whole turn.
    var (loadRatios, saveRatios) = (Samples(), Samples())
    let program = try ProgramReader.read(bytes, factory: factory)
    guard ProgramWriter.write(program.workspace, style: program.style).bytes == bytes else {
      throw Files.Failure(what: "a saved program differs from the loaded one")
    }
    for _ in 0..<repetitions {
      let parsing = try seconds { try BareParse.run(bytes, format: format) }
      let loading = try seconds { try ProgramReader.read(bytes, factory: factory) }
      let saving = seconds { ProgramWriter.write(program.workspace, style: program.style) }
      bare.add(parsing)
      load.add(loading)
      save.add(saving)
      loadRatios.add(loading / parsing)
      saveRatios.add(saving / parsing)
    }
    return Figures(
      blocks: program.workspace.blocks.count, bare: bare.median, load: load.median, save: save.median,
      loadRatio: loadRatios.median, saveRatio: saveRatios.median)
  }
}
