import BlockFormats
import BlockLibrary
import BlockModel
import Markup

/// Loading and saving programs, compared with the bare parse of the same bytes.
struct LoadingBench {
  /// The project's limit: the maximum time of a load, in bare parses.
  static let mostWalks = 4.0

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
    var table = Table(["", "blocks", "bytes", "bare parse", "load", "ratio", "bound", "", "save", "ratio"])
    for format in [ProgramFormat.json, .xml] {
      for size in sizes {
        let bytes = try LoadingBench.text(blocks: size, format: format, factory: factory)
        let figures = try measure(bytes, format: format, repetitions: max(5, min(31, 400_000 / size)))
        let ratio = figures.load / figures.bare
        let name = "\(format.rawValue) by \(format == .json ? "simdjson" : "expat")"
        let isBound = format == .json
        table.add([
          name, "\(figures.blocks)", "\(bytes.count)", time(figures.bare), time(figures.load), fixed(ratio, 2),
          isBound ? "≤ \(fixed(LoadingBench.mostWalks, 0))" : "",
          isBound ? verdicts.check("loading \(size) blocks of JSON", ratio, atMost: LoadingBench.mostWalks) : "",
          time(figures.save), fixed(figures.save / figures.bare, 2),
        ])
      }
    }
    table.show()
  }

  private func measure(
    _ bytes: [UInt8], format: ProgramFormat, repetitions: Int
  ) throws -> (blocks: Int, bare: Double, load: Double, save: Double) {
    var (bare, load, save) = (Samples(), Samples(), Samples())
    let program = try ProgramReader.read(bytes, factory: factory)
    guard ProgramWriter.write(program.workspace, style: program.style).bytes == bytes else {
      throw Files.Failure(what: "a saved program differs from the loaded one")
    }
    // In turns, so that a slow machine affects all of them.
    for _ in 0..<repetitions {
      bare.add(try seconds { try BareParse.run(bytes, format: format) })
      load.add(try seconds { try ProgramReader.read(bytes, factory: factory) })
      save.add(seconds { ProgramWriter.write(program.workspace, style: program.style) })
    }
    return (program.workspace.blocks.count, bare.median, load.median, save.median)
  }
}
