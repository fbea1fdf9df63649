import CZlib
import Glibc

/// Files that are large in one way and more than a program alone.
enum GrowingFiles {
  typealias File = (name: String, bytes: [UInt8])

  // MARK: - Versions of a text

  /// Three versions of a program with one text of many lines, of which each side changes some.
  static func lines(_ count: Int) -> [File] {
    func text(_ changed: Int?) -> String {
      (0..<count).map { "line \($0)\($0 % 100 == changed ? " was changed" : "")\\n" }.joined()
    }
    return versions(base: text(nil), ours: text(20), theirs: text(70))
  }

  /// The same with short lines of two kinds, which both sides change everywhere.
  static func shortLines(_ count: Int) -> [File] {
    func text(_ kinds: String) -> String { String(repeating: kinds, count: max(1, count / 2)) }
    return versions(base: text("a\\na\\n"), ours: text("a\\nb\\n"), theirs: text("b\\na\\n"))
  }

  private static func versions(base: String, ours: String, theirs: String) -> [File] {
    [("base.json", base), ("ours.json", ours), ("theirs.json", theirs)].map { name, text in
      let block = #"{"type":"text_multiline","id":"t","x":0,"y":0,"fields":{"TEXT":"\#(text)"}}"#
      return (name, Array(#"{"blocks":{"languageVersion":0,"blocks":[\#(block)]}}"#.utf8))
    }
  }

  // MARK: - Apps' files

  /// A project of App Inventor with many screens.
  static func screens(_ count: Int) throws -> [File] {
    [("screens.aia", try archive((0..<count).map { ("src/P/Screen\($0).bky", Array("<xml></xml>".utf8)) }))]
  }

  /// Rules of openHAB, a document each.
  static func rules(_ count: Int) -> [File] {
    let rule = """
      triggers: []
      actions:
        - id: "1"
          configuration:
            type: application/javascript
            blockSource: '<xml><block type="text_print" id="p" x="10" y="10"></block></xml>'
            script: |
              window.alert('');
          type: script.ScriptAction

      """
    return [("rules.yaml", Array(String(repeating: rule + "---\n", count: count).dropLast(4).utf8))]
  }

  // MARK: - Blanks

  static func blanks(_ count: Int) -> [File] { [("blanks.xml", blankProgram(count))] }

  /// A project of App Inventor with two screens, which share the blanks.
  static func packedBlanks(_ count: Int) throws -> [File] {
    [("blanks.aia", try archive(["A", "B"].map { ("src/P/\($0).bky", blankProgram(count / 2)) }))]
  }

  private static func blankProgram(_ count: Int) -> [UInt8] {
    Array("<xml>".utf8) + [UInt8](repeating: 0x20, count: count) + Array("</xml>".utf8)
  }

  // MARK: - Archives

  /// A zip archive.
  private static func archive(_ files: [File]) throws -> [UInt8] {
    func number(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    var (archive, directory): ([UInt8], [UInt8]) = ([], [])
    for file in files {
      let (name, packed) = (Array(file.name.utf8), try deflated(file.bytes))
      let checksum = Int(crc32(0, file.bytes, UInt32(file.bytes.count)))
      let common =
        number(20, 2) + number(0, 2) + number(8, 2) + number(0x4AAB_BD60, 4) + number(checksum, 4)
        + number(packed.count, 4) + number(file.bytes.count, 4) + number(name.count, 2) + number(0, 2)
      directory += number(0x0201_4B50, 4) + number(20, 2) + common + number(0, 10) + number(archive.count, 4) + name
      archive += number(0x0403_4B50, 4) + common + name + packed
    }
    return archive + directory + number(0x0605_4B50, 4) + number(0, 4) + number(files.count, 2) + number(files.count, 2)
      + number(directory.count, 4) + number(archive.count, 4) + number(0, 2)
  }

  /// The bytes as zip archives have them: zlib's, without its header and its checksum.
  private static func deflated(_ bytes: [UInt8]) throws -> [UInt8] {
    var count = compressBound(UInt(bytes.count))
    var packed = [UInt8](repeating: 0, count: Int(count))
    guard compress(&packed, &count, bytes, UInt(bytes.count)) == Z_OK else {
      throw Files.Failure(what: "no compressed bytes")
    }
    return Array(packed[2..<Int(count) - 4])
  }
}
