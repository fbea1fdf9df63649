import BlockFormats
import BlockLibrary
import BlockModel
import CorpusFiles
import Foundation
import ProgramDiff
import RandomEditing
import SeededTesting
import Testing

/// Events turn each version of a program into the next one.
struct EditScriptTests {
  @Test func successiveVersions() throws {
    guard let folder = Corpus.others.map({ $0 + "/histories" }) else { return }
    let factory = try StockBlocks.factory()
    var names = Set<String>()
    for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    where !name.hasSuffix(".tsv") && !name.hasSuffix(".md") {
      names.insert(name.split(separator: ".").first.map(String.init) ?? "")
    }
    var (count, bad) = (0, 0)
    for name in names.sorted() {
      let files = ["1", "2", "3"].map { number in
        ["xml", "blocks", "json"].lazy.map { Corpus.bytes(of: "\(folder)/\(name).\(number).\($0)") }.first {
          !$0.isEmpty
        } ?? []
      }
      for (old, new) in [(files[0], files[1]), (files[1], files[2]), (files[0], files[2])] {
        for isExact in [false, true] {
          let pair = PairOfPrograms(old: old, new: new, factory: factory)
          guard (try? PairOfPrograms.read(old, factory)) != nil, (try? PairOfPrograms.read(new, factory)) != nil else {
            continue
          }
          count += 1
          if let fault = try pair.fault(isExact: isExact).message {
            bad += 1
            Issue.record("\(name) \(isExact): \(fault)")
          }
        }
      }
    }
    print("\(count) pairs, \(bad) bad")
  }

  @Test(arguments: 0..<100 as Range<UInt64>)
  func randomEdits(seed: UInt64) throws {
    let program = Corpus.programs().sorted()[Int(seed) % Corpus.programs().count]
    guard
      let session = try? EditingSession(
        seed: seed, program: String(decoding: Corpus.bytes(of: program), as: UTF8.self), asXML: seed % 2 == 0,
        withMortiseEvents: true)
    else { return }
    for _ in 0..<Int(seed % 20) * 3 { session.act() }
    let factory = session.workspace.factory
    for format in [ProgramFormat.xml, .json] {
      let old = ProgramWriter.write(session.start, style: .pretty(format)).bytes
      let new = ProgramWriter.write(session.workspace, style: .pretty(format)).bytes
      for isExact in [false, true] {
        let fault = try PairOfPrograms(old: old, new: new, factory: factory).fault(isExact: isExact)
        if let message = fault.message { Issue.record("seed \(seed), \(format), exact \(isExact): \(message)") }
      }
    }
  }
}
