/// The format of a program's file: one of Blockly's, or text (docs/notation.md).
public enum FileFormat: String, CaseIterable, Hashable, Sendable {
  case xml, json, text

  /// The format that the extension of a file's name stands for; nil for none.
  public init?(path: String) {
    let name = path.lowercased()
    guard let format = Self.allCases.first(where: { name.hasSuffix("." + $0.fileExtension) }) else { return nil }
    self = format
  }

  package init(_ format: ProgramFormat) {
    switch format {
    case .xml: self = .xml
    case .json: self = .json
    }
  }

  /// The extension of the names of its files, without the dot.
  public var fileExtension: String { self == .text ? "blocktext" : rawValue }
}
