import BlockFormats
import BlockModel
import BlockNotation
import Markup

/// The format of a program's file: one of Blockly's, or text (docs/notation.md).
public nonisolated enum FileFormat: String, CaseIterable, Hashable, Sendable {
  case xml, json, text

  /// The format that the extension of a file's name stands for; nil for none.
  public init?(path: String) {
    let name = path.lowercased()
    guard let format = Self.allCases.first(where: { name.hasSuffix("." + $0.fileExtension) }) else { return nil }
    self = format
  }

  /// Whether a file is text: its name says so, or its content is text and neither XML nor JSON.
  /// - Parameters:
  ///   - path: the file's path; nil for none.
  ///   - factory: creates the text's blocks.
  public static func isText(_ bytes: [UInt8], path: String?, factory: BlockFactory) -> Bool {
    if let path, FileFormat(path: path) == .text { return true }
    guard let text = try? TextEncoding.of(bytes).utf8(bytes), ProgramReader.format(of: text) == nil else {
      return false
    }
    return NotationReader.recognises(text, library: NotationLibrary(factory: factory))
  }

  /// The extension of the names of its files, without the dot.
  public var fileExtension: String { self == .text ? "blocktext" : rawValue }

  init(_ format: ProgramFormat) {
    switch format {
    case .xml: self = .xml
    case .json: self = .json
    }
  }
}
