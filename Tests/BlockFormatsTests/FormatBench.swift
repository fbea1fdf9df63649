import BlockFormats
import BlockLibrary
import BlockModel
import Glibc
import Markup
import SeededTesting

/// What the tests of the formats have at hand.
enum FormatBench {
  static func read(_ bytes: [UInt8], factory: BlockFactory? = nil, seed: UInt64 = 1) throws -> ReadProgram {
    try ProgramReader.read(
      bytes, factory: factory ?? StockBlocks.factory(), randomness: SeededGenerator(seed: seed))
  }

  static func read(_ text: String) throws -> ReadProgram { try read(Array(text.utf8)) }

  /// What the program would be saved as, in its own style.
  static func write(_ program: ReadProgram) -> [UInt8] {
    ProgramWriter.write(program.workspace, style: program.style).bytes
  }

  /// The lines of the findings: `line:column: what`.
  static func findings(_ text: String) throws -> [String] {
    try read(text).findings.map { "\($0.position): \($0.message)" }
  }

  /// What is said of a text that can't be read; nil when it can.
  static func fault(_ bytes: [UInt8]) -> String? {
    do {
      _ = try read(bytes)
      return nil
    } catch {
      return "\(error)"
    }
  }

  static func snapshots(_ workspace: Workspace) -> [BlockSnapshot] {
    workspace.topBlocks.map { block in
      var snapshot = BlockSnapshot(of: block, forFile: true)
      // Where a block stands in its text, and its order, are no part of what it is.
      for index in snapshot.records.indices {
        snapshot.records[index].place = 0
      }
      return snapshot
    }
  }

  /// A program in XML around these elements.
  static func xml(_ content: String) -> String { "<xml>\(content)</xml>" }

  /// A program in JSON around these blocks.
  static func json(_ blocks: String) -> String { #"{"blocks":{"languageVersion":0,"blocks":[\#(blocks)]}}"# }
}
