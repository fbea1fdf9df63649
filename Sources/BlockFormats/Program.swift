import BlockModel
import Markup

/// The two file formats of Blockly programs.
public enum ProgramFormat: String, CaseIterable, Hashable, Sendable {
  case xml, json
}

/// The layout of a program's file, kept so that the file can be written in the same layout.
public struct ProgramStyle: Hashable, Sendable {
  /// Which of the two layouts is in use.
  public var format: ProgramFormat
  /// The layout of XML; it means nothing in JSON.
  public var xml: XMLStyle
  /// The layout of JSON; it means nothing in XML.
  public var json: JSONStyle
  /// The text before the root: an XML declaration and comments with their line breaks, or a byte order mark.
  public var prologue = ""
  /// What follows the XML root, up to the last white space: comments, or what an app keeps there (`ByteText`). JSON
  /// keeps it in a member that Blockly ignores.
  public var epilogue = ""
  /// The namespace that the XML root declares; nil for none.
  public var namespace: String? = blocklyNamespace
  /// The white space at the end of the file, usually a line break or nothing.
  public var ending: String

  /// The namespace of Blockly's XML.
  public static let blocklyNamespace = "https://developers.google.com/blockly/xml"

  /// Blockly's own pretty layout, with a line break at the end.
  public static func pretty(_ format: ProgramFormat) -> ProgramStyle {
    ProgramStyle(format: format, xml: .pretty, json: .pretty, ending: "\n")
  }

  /// Everything on one line.
  public static func compact(_ format: ProgramFormat) -> ProgramStyle {
    ProgramStyle(format: format, xml: .compact, json: .compact, ending: "")
  }

  /// The same layout in the other format.
  public var inOtherFormat: ProgramStyle {
    var style = self
    style.format = format == .xml ? .json : .xml
    style.prologue = ""
    style.namespace = Self.blocklyNamespace
    switch style.format {
    case .xml:
      style.xml = XMLStyle(
        indent: json.indent, lineBreak: json.lineBreak, deepestIndentation: json.deepestIndentation)
    case .json:
      style.json = JSONStyle(
        indent: xml.indent, lineBreak: xml.lineBreak, deepestIndentation: xml.deepestIndentation)
    }
    return style
  }

  /// The content that the other format can't store, as a message; nil if there is none.
  public var lossInOtherFormat: String? {
    // The XML declaration has no meaning in the other format.
    let isDeclared =
      prologue.firstRange(of: "<?xml").map { prologue[$0.upperBound...].first?.isWhitespace == true } ?? false
    let instructions = prologue.ranges(of: "<?").count - (isDeclared ? 1 : 0)
    guard format == .xml, instructions > 0 || prologue.contains("<!--") else { return nil }
    return "XML comments and instructions before the root are dropped"
  }

  /// Limits the indentation to 100 levels, so that it does not grow with the square of the depth.
  public mutating func limitIndentation() { deepestIndentation = Self.mostIndentedLevels }

  static let mostIndentedLevels = 100

  /// The deepest level that is indented; nil for all levels of a program that isn't too deep (`ProgramWriter`).
  var deepestIndentation: Int? {
    get { format == .xml ? xml.deepestIndentation : json.deepestIndentation }
    set {
      xml.deepestIndentation = newValue
      json.deepestIndentation = newValue
    }
  }

  var isPretty: Bool { format == .xml ? xml.indent != nil : json.indent != nil }
}

/// A message about a file that was read successfully.
public struct ProgramFinding: Sendable {
  /// How serious a finding is.
  public enum Kind: Hashable, Sendable {
    /// The program has a problem, but all of it is kept.
    case problem
    /// Some content could not be kept as it is in the file.
    case repair
    /// The program has no problem, but a written file will differ in a detail that has no meaning for it.
    case note
    /// The program has no problem. The file contains more than the program, which is kept.
    case remark
  }

  /// How serious it is.
  public var kind: Kind
  /// Where it is in the file.
  public var position: SourcePosition
  /// A sentence for the user, without the position.
  public var message: String
  /// The affected block, if the file contains its id.
  public var blockID: String?
  /// The affected block in the workspace. Its id is a new one if the file doesn't contain it.
  public var workspaceBlockID: String?
  /// The affected field, if any.
  public var fieldName: String?

  package init(kind: Kind, position: SourcePosition, message: String, block: Block?, fieldName: String?) {
    self.kind = kind
    self.position = position
    self.message = message
    // An id that is not in the file differs from session to session.
    blockID = block.flatMap { $0.hasImplicitID ? nil : $0.id }
    workspaceBlockID = block?.id
    self.fieldName = fieldName
  }
}

/// The contents of a file, before blocks are created from it.
struct ProgramSnapshot {
  var blocks = BlockSnapshot()
  var variables: [(reference: VariableReference, sourceIndex: Int)] = []
  var declaresVariables = false
  /// See `VariableMap.listsAll`.
  var listsAllVariables = false
  /// Whether the JSON has a member `blocks`.
  var listsBlocks = false
  /// The workspace comments, each with the number of top-level blocks before it.
  var comments: [(comment: WorkspaceComment, blocksBefore: Int)] = []
  var unknownParts = UnknownParts()
  /// The nodes in the XML root that are not Blockly's, each with the number of top-level blocks and comments before it.
  var foreignNodes: [(node: ForeignNode, behind: Int)] = []
  /// The number of top-level blocks.
  var topCount = 0
  var findings: [Finding] = []
  private var commentIDs: Set<String> = []

  struct Finding {
    var sourceIndex: Int
    var kind: ProgramFinding.Kind
    var message: String
  }

  mutating func find(_ kind: ProgramFinding.Kind, at sourceIndex: Int, _ message: String) {
    findings.append(Finding(sourceIndex: sourceIndex, kind: kind, message: message))
  }

  /// Returns an id for a workspace comment: the one in the file, or a new one if it is missing or taken.
  mutating func commentID(_ stated: String?, text: String, at sourceIndex: Int) -> String {
    if let stated, !stated.isEmpty, commentIDs.insert(stated).inserted { return stated }
    if let stated {
      find(.repair, at: sourceIndex, "the comment id “\(stated)” is used twice; this comment got a new one")
    }
    var id = BlocklyID.derived(from: "comment \(comments.count) \(text)")
    while !commentIDs.insert(id).inserted { id = BlocklyID.derived(from: id) }
    return id
  }

  /// Appends a block.
  /// - Throws: `ProgramFault` when the block has too many fields.
  mutating func append(_ record: consuming BlockSnapshot.Record) throws {
    try Self.check(fieldCount: record.fields.count, at: record.sourceIndex)
    if record.parent < 0 { topCount += 1 }
    blocks.records.append(record)
  }

  /// - Throws: `ProgramFault` for too many fields in one block: fields are searched linearly by name.
  static func check(fieldCount: Int, at sourceIndex: Int) throws {
    if fieldCount > mostParts {
      throw ProgramFault(sourceIndex: sourceIndex, cause: "a block has more than \(mostParts) fields")
    }
  }

  /// The maximum number of fields, and of inputs, in one block.
  static let mostParts = 10_000
}

/// A semantic error in the file, at a place in its source: a byte offset in XML, a tape index in JSON.
struct ProgramFault: Error {
  var sourceIndex: Int
  var cause: String
}

extension Array {
  /// Reverses the elements from `start` on. `reverse()` of a slice copies it.
  @inline(__always) mutating func reverse(from start: Int) {
    var (low, high) = (start, count - 1)
    while low < high {
      swapAt(low, high)
      (low, high) = (low + 1, high - 1)
    }
  }
}
