import BlockModel
import Markup

/// The two formats in which Blockly saves programs.
public enum ProgramFormat: String, Hashable, Sendable {
  case xml, json
}

/// How a program's file is laid out, so that it can be written in the same way.
public struct ProgramStyle: Hashable, Sendable {
  public var format: ProgramFormat
  public var xml: XMLStyle
  public var json: JSONStyle
  /// What stands before the root element: an XML declaration with its line break, or a byte order mark.
  public var prologue = ""
  /// The namespace that the XML root declares; nil for none.
  public var namespace: String? = blocklyNamespace
  public var endsInLineBreak: Bool

  /// The namespace of Blockly's XML.
  public static let blocklyNamespace = "https://developers.google.com/blockly/xml"

  /// As Blockly's own pretty texts, with a line break at the end.
  public static func pretty(_ format: ProgramFormat) -> ProgramStyle {
    ProgramStyle(format: format, xml: .pretty, json: .pretty, endsInLineBreak: true)
  }

  /// All on one line.
  public static func compact(_ format: ProgramFormat) -> ProgramStyle {
    ProgramStyle(format: format, xml: .compact, json: .compact, endsInLineBreak: false)
  }

  var isPretty: Bool { format == .xml ? xml.indent != nil : json.indent != nil }
}

/// Something in a file that a person should know of, though it could be read.
public struct ProgramFinding: Sendable {
  public var position: SourcePosition
  public var message: String
  /// The block it is about, and the field.
  public var blockID: String?
  public var fieldName: String?
}

/// Everything that a file says, before blocks are made of it.
struct ProgramSnapshot {
  var blocks = BlockSnapshot()
  var variables: [VariableReference] = []
  var declaresVariables = false
  /// The workspace comments, each with how many top-level blocks stand before it.
  var comments: [(comment: WorkspaceComment, blocksBefore: Int)] = []
  var unknownParts = UnknownParts()
  var findings: [(place: Int, message: String)] = []

  var topCount: Int { blocks.records.lazy.filter { $0.parent < 0 }.count }
}

/// A fault of the file's meaning, at a place of its source.
struct ProgramFault: Error {
  var place: Int
  var cause: String
}
