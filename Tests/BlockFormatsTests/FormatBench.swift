import BlockFormats
import BlockLibrary
import BlockModel
import Glibc
import Markup
import SeededTesting

/// Helpers for the tests of the formats.
enum FormatBench {
  static func read(_ bytes: [UInt8], factory: BlockFactory? = nil, seed: UInt64 = 1) throws -> ReadProgram {
    try ProgramReader.read(
      bytes, factory: factory ?? StockBlocks.factory(), randomness: SeededGenerator(seed: seed))
  }

  static func read(_ text: String) throws -> ReadProgram { try read(Array(text.utf8)) }

  /// The program's bytes in its own style.
  static func write(_ program: ReadProgram) -> [UInt8] {
    ProgramWriter.write(program.workspace, style: program.style).bytes
  }

  /// The findings as lines: `line:column: message`.
  static func findings(_ text: String) throws -> [String] {
    try read(text).findings.map { "\($0.position): \($0.message)" }
  }

  /// The error of a text that can't be read; otherwise nil.
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
      // A block's place in the text and its order are not compared.
      for index in snapshot.records.indices {
        snapshot.records[index].sourceIndex = 0
      }
      return snapshot
    }
  }

  /// A program in XML with this content.
  static func xml(_ content: String) -> String { "<xml>\(content)</xml>" }

  /// A program in JSON with these blocks.
  static func json(_ blocks: String) -> String { #"{"blocks":{"languageVersion":0,"blocks":[\#(blocks)]}}"# }
}
