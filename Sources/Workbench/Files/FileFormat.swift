import BlockFormats

/// The format of a program's file: one of Blockly's, or text (docs/notation.md).
public nonisolated enum FileFormat: String, CaseIterable, Hashable, Sendable {
  case xml, json, text

  /// The format that the extension of a file's name stands for; nil for none.
  public init?(path: String) {
    let name = path.lowercased()
    if name.hasSuffix(".xml") {
      self = .xml
    } else if name.hasSuffix(".json") {
      self = .json
    } else if name.hasSuffix(".blocktext") {
      self = .text
    } else {
      return nil
    }
  }

  init(_ format: ProgramFormat) {
    switch format {
    case .xml: self = .xml
    case .json: self = .json
    }
  }
}
