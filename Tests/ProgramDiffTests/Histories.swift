import CorpusFiles
import Foundation
import SeededTesting
import Testing

@testable import ProgramContainers

/// Successive versions of real programs, three in a row.
enum Histories {
  /// Where they are; nil if they are absent.
  nonisolated static let folder = Corpus.others.map { $0 + "/histories" }

  /// A share of them: see `Seeds.share`.
  static func chains() throws -> [(name: String, versions: [[UInt8]])] {
    let folder = try #require(folder)
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
      !$0.hasSuffix(".tsv") && !$0.hasSuffix(".md")
    }
    let chains = Dictionary(grouping: files.sorted()) { String($0.prefix { $0 != "." }) }
    return Seeds.share(of: chains.sorted { $0.key < $1.key }).map { name, files in
      (name, files.map { program(in: Corpus.bytes(of: "\(folder)/\($0)")) })
    }
  }

  /// Merges of files that both sides had changed, with what people committed.
  static func merges() throws -> [(name: String, base: [UInt8], ours: [UInt8], theirs: [UInt8], result: [UInt8])] {
    let folder = Corpus.folder + "/merges"
    let names = Set(try FileManager.default.contentsOfDirectory(atPath: folder).map { String($0.prefix { $0 != "." }) })
    return names.sorted().map { name in
      let versions = ["base", "ours", "theirs", "result"].map {
        program(in: Corpus.bytes(of: "\(folder)/\(name).\($0).xml"))
      }
      return (name, versions[0], versions[1], versions[2], versions[3])
    }
  }

  /// Blockly's XML for a file in another dialect of it.
  private static func program(in file: [UInt8]) -> [UInt8] {
    (try? OpenRobertaContainer().content(of: file))?.programs.first?.text ?? file
  }
}
