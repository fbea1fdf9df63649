import CorpusFiles
import Foundation
import SeededTesting

@testable import ProgramContainers

/// Successive versions of real programs, three in a row; none where they are absent.
enum Histories {
  /// A share of them: see `Seeds.share`.
  static func chains() throws -> [(name: String, versions: [[UInt8]])] {
    guard let folder = Corpus.others.map({ $0 + "/histories" }) else { return [] }
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
      !$0.hasSuffix(".tsv") && !$0.hasSuffix(".md")
    }
    let chains = Dictionary(grouping: files.sorted()) { String($0.prefix { $0 != "." }) }
    return Seeds.share(of: chains.sorted { $0.key < $1.key }).map { name, files in
      (name, files.map { program(in: Corpus.bytes(of: "\(folder)/\($0)")) })
    }
  }

  /// Blockly's XML for a file in another dialect of it.
  private static func program(in file: [UInt8]) -> [UInt8] {
    (try? OpenRobertaContainer().content(of: file))?.programs.first?.text ?? file
  }
}
