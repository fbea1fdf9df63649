import BlockLibrary
import BlockModel
import Glibc

/// What Blockly 12.3 made, in `Tests/Corpus`, and programs of other apps, where they are.
public enum Corpus {
  public static let folder = "Tests/Corpus"

  /// A folder with programs of other apps: `MORTISE_CORPUS`, or beside the project.
  public static let others: String? = {
    if let path = getenv("MORTISE_CORPUS") { return String(cString: path) }
    return ["../shared/corpus"].first { access($0, R_OK) == 0 }
  }()

  /// The XML and JSON files in a folder, sorted.
  public static func files(in path: String) -> [String] {
    allFiles(in: path).filter { $0.hasSuffix(".xml") || $0.hasSuffix(".json") }
  }

  /// The files in a folder, sorted; hidden ones are left out.
  public static func allFiles(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if !name.hasPrefix(".") { names.append(path + "/" + name) }
    }
    return names.sorted()
  }

  /// Blockly's programs, and those in these folders of other apps.
  public static func programs(andOthersIn folders: String...) -> [String] {
    files(in: folder + "/blockly-12.3")
      + folders.flatMap { part in others.map { files(in: $0 + "/" + part) } ?? [] }
  }

  public static func bytes(of path: String) -> [UInt8] {
    guard let file = fopen(path, "r") else { return [] }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      if count == 0 { return bytes }
      bytes += buffer[..<count]
    }
  }

  /// A factory that also knows the blocks of Blockly's own tests.
  public static func factory() throws -> BlockFactory {
    let factory = try StockBlocks.factory()
    try factory.load(json: bytes(of: folder + "/unittest-blocks.json"), messages: StockBlocks.messages)
    return factory
  }
}
