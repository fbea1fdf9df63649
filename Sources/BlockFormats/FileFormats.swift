import BlockModel
import Markup

/// The file formats that programs are opened and saved in.
public struct FileFormats: Sendable {
  /// The formats, in the order in which they are tried for a file. The first one is used for new programs.
  public var all: [any FileFormat]

  /// - Parameter all: at least one format; the first one is used for new programs.
  public init(_ all: [any FileFormat]) { self.all = all }

  /// The format of new programs.
  public var standard: any FileFormat { all[0] }

  /// Returns the format with a name; nil if there is none.
  public func format(named name: String) -> (any FileFormat)? { all.first { $0.name == name } }

  /// Returns the format of a file by its extension; nil if no format has it.
  public func format(ofPath path: String) -> (any FileFormat)? {
    let name = path.lowercased()
    return all.first { $0.fileExtensions.contains { name.hasSuffix("." + $0) } }
  }

  /// Returns the format of a new file by its extension; nil if no format that can begin a file has it.
  /// - Parameter previous: the style of the program in another format; nil for a new program.
  public func format(ofNewFile path: String, after previous: FileStyle?) -> (any FileFormat)? {
    FileFormats(all.filter { $0.canBegin(after: previous) }).format(ofPath: path)
  }

  /// Finds the format of a file, by its name and content, and the programs in it.
  /// - Parameters:
  ///   - path: the file's path; nil for none.
  ///   - factory: the factory of the program's blocks.
  /// - Returns: nil if the file is in none of the formats.
  public func recognise(_ bytes: [UInt8], path: String?, factory: BlockFactory) -> RecognisedFile? {
    let named = path.flatMap { format(ofPath: $0) }.flatMap { $0.isKnownByName ? $0 : nil }
    // Apps keep blocks in comments of code.
    if let named, named.canBegin(after: nil) { return RecognisedFile(named, bytes) }
    for format in all {
      if let programs = format.programs(in: bytes) { return RecognisedFile(format, bytes, programs: programs) }
    }
    if let named { return RecognisedFile(named, bytes) }
    guard let text = try? TextEncoding.of(bytes).utf8(bytes) else { return nil }
    return all.first { $0.recognises(text, factory: factory) }.map { RecognisedFile($0, bytes) }
  }

  /// Returns the format of a file, by its name and content; nil if it is in none of the formats.
  /// - Parameters:
  ///   - path: the file's path; nil for none.
  ///   - factory: the factory of the program's blocks.
  public func format(of bytes: [UInt8], path: String?, factory: BlockFactory) -> (any FileFormat)? {
    recognise(bytes, path: path, factory: factory)?.format
  }

  /// The formats of new programs.
  private var beginning: [any FileFormat] { all.filter { $0.canBegin(after: nil) } }
  /// The names of the formats of new programs.
  public var names: [String] { beginning.map(\.name) }
  /// The names as a list, such as “xml, json or text”.
  public var nameList: String { names.alternatives }
  /// The extensions of the formats of new programs as a list, such as “.xml, .json or .blocktext”.
  public var extensionList: String { beginning.map { "." + $0.fileExtension }.alternatives }
}
