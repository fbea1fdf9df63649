import BlockModel
import Markup

/// The two formats in which Blockly saves programs.
public enum ProgramFormat: String, CaseIterable, Hashable, Sendable {
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

  /// The other format, laid out alike.
  public var inOtherFormat: ProgramStyle {
    var style = self
    style.format = format == .xml ? .json : .xml
    style.prologue = ""
    style.namespace = Self.blocklyNamespace
    switch style.format {
    case .xml: style.xml = XMLStyle(indent: json.indent, lineBreak: json.lineBreak)
    case .json: style.json = JSONStyle(indent: xml.indent, lineBreak: xml.lineBreak)
    }
    return style
  }

  var isPretty: Bool { format == .xml ? xml.indent != nil : json.indent != nil }
}

/// Something in a file that a user should know of, though it could be read.
public struct ProgramFinding: Sendable {
  public enum Kind: Hashable, Sendable {
    /// Something is wrong with the program, but all of it is kept.
    case problem
    /// Something could not be kept as the file has it.
    case repair
    /// Nothing is wrong, but a file that is written will lack something that has no meaning for the program.
    case note
  }

  public var kind: Kind
  public var position: SourcePosition
  public var message: String
  /// The block it is about, if the file gives it an id, and the field.
  public var blockID: String?
  public var fieldName: String?
}

/// Everything that a file says, before blocks are made of it.
struct ProgramSnapshot {
  var blocks = BlockSnapshot()
  var variables: [(reference: VariableReference, place: Int)] = []
  var declaresVariables = false
  /// Whether JSON has a member `blocks`.
  var listsBlocks = false
  /// The workspace comments, each with how many top-level blocks stand before it.
  var comments: [(comment: WorkspaceComment, blocksBefore: Int)] = []
  var unknownParts = UnknownParts()
  /// What stands in the root of XML and is none of Blockly's parts, each behind so many top-level blocks and comments.
  var foreignNodes: [(node: ForeignNode, behind: Int)] = []
  /// How many blocks stand at the top level.
  var topCount = 0
  var findings: [Finding] = []
  private var commentIDs: Set<String> = []

  struct Finding {
    var place: Int
    var kind: ProgramFinding.Kind
    var message: String
  }

  mutating func find(_ kind: ProgramFinding.Kind, at place: Int, _ message: String) {
    findings.append(Finding(place: place, kind: kind, message: message))
  }

  /// An id for a workspace comment: the file's, unless it is missing or taken.
  mutating func commentID(_ stated: String?, text: String, at place: Int) -> String {
    if let stated, !stated.isEmpty, commentIDs.insert(stated).inserted { return stated }
    if let stated { find(.repair, at: place, "the comment id “\(stated)” is used twice; this comment got a new one") }
    var id = BlocklyID.derived(from: "comment \(comments.count) \(text)")
    while !commentIDs.insert(id).inserted { id = BlocklyID.derived(from: id) }
    return id
  }

  /// Appends a block.
  /// - Throws: `ProgramFault` when it has more fields than any block needs: names are looked for one after the other.
  mutating func append(_ record: consuming BlockSnapshot.Record) throws {
    if record.fields.count > Self.mostParts {
      throw ProgramFault(place: record.place, cause: "a block has more than \(Self.mostParts) fields")
    }
    if record.parent < 0 { topCount += 1 }
    blocks.records.append(record)
  }

  /// The most fields or inputs of one block.
  static let mostParts = 10_000
}

/// A fault of the file's meaning, at a place of its source.
struct ProgramFault: Error {
  var place: Int
  var cause: String
}
