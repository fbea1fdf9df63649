import Markup

/// The two file formats of Blockly programs.
public enum ProgramFormat: String, CaseIterable, Hashable, Sendable {
  /// The older format, whose root is `<xml>`.
  case xml
  /// The newer format, an object with `blocks` and `variables`.
  case json
}

/// The layout of a program's file, kept so that the file can be written in the same layout.
public struct ProgramStyle: Hashable, Sendable {
  /// The format of the file, which determines the layout in use.
  public var format: ProgramFormat
  /// The layout of XML, ignored for JSON.
  public var xml: XMLStyle
  /// The layout of JSON, ignored for XML.
  public var json: JSONStyle
  /// The text before the root: an XML declaration and comments with their line breaks, or a byte order mark.
  public var prologue = ""
  /// The text after the XML root, without trailing white space: comments, or data of an app (`ByteText`). JSON keeps it
  /// in a member that Blockly ignores.
  public var epilogue = ""
  /// The namespace that the XML root declares; nil for none.
  public var namespace: String? = blocklyNamespace
  /// The white space at the end of the file, usually a line break or nothing.
  public var ending: String

  /// The namespace of Blockly's XML.
  public static let blocklyNamespace = "https://developers.google.com/blockly/xml"

  /// Returns Blockly's own pretty layout, with a line break at the end.
  public static func pretty(_ format: ProgramFormat) -> ProgramStyle {
    ProgramStyle(format: format, xml: .pretty, json: .pretty, ending: "\n")
  }

  /// Returns the layout with everything on one line.
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
