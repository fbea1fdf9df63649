import BlockFormats
import BlockLibrary
import CorpusFiles
import Foundation
import ProgramDiff
import Testing

struct DebugTests {
  @Test func debug() throws {
    guard let files = ProcessInfo.processInfo.environment["PAIR"]?.split(separator: " ").map(String.init) else {
      return
    }
    let factory = try StockBlocks.factory()
    let a = try PairOfPrograms.read(Corpus.bytes(of: files[0]), factory)
    let b = try PairOfPrograms.read(Corpus.bytes(of: files[1]), factory)
    let d = try ProgramDifference(changing: ProgramMatch(a.workspace, b.workspace, isExact: files.count > 2))
    for event in d.events { print(event.json(in: a.workspace).text().prefix(3000)) }
    try PairOfPrograms.meaning(of: a.workspace).write(toFile: "/tmp/m1", atomically: true, encoding: .utf8)
    try PairOfPrograms.meaning(of: b.workspace).write(toFile: "/tmp/m2", atomically: true, encoding: .utf8)
    print(
      try PairOfPrograms(old: Corpus.bytes(of: files[0]), new: Corpus.bytes(of: files[1]), factory: factory).fault(
        isExact: files.count > 2
      ).message ?? "fine")
  }
}
