import BlockFormats
import BlockLibrary
import BlockModel
import Markup

/// Reads the attributes of the program as a whole.
struct HeaderReader {
  private(set) var variables: VariableTable
  /// Whether the program has a list of variables; nil if that depends on its variables.
  private(set) var declaresVariables: Bool?
  private(set) var usesToolbox = true
  private(set) var style: ProgramStyle?
  /// The text of the file that the program comes from; empty if it isn't included.
  private(set) var source: [UInt8] = []
  private(set) var unknownParts: UnknownParts?
  private(set) var listsBlocks = false
  private(set) var mistakes: [NotationMistake] = []

  /// - Parameter old: an older version of the program, whose variables keep their ids; nil for none.
  init(keepingIDsOf old: Workspace? = nil) { variables = VariableTable(keepingIDsOf: old) }

  private mutating func report(_ token: Token, _ message: String) {
    mistakes.append(NotationMistake(offset: Int(token.start), message: message))
  }

  /// Returns the language that the first line of a text names; nil if it names none.
  static func language(of bytes: [UInt8]) -> String? {
    let line = Array(bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") })
    guard let token = Lexer(line, words: WordTable()).tokens.first(where: { $0.kind != .line }),
      token.kind == .attribute, AttributeText.name(of: token, in: line) == "language"
    else { return nil }
    return AttributeText.values(of: token, in: line)?.first?.string
  }

  /// Reads one line, which begins with an attribute.
  mutating func read(_ range: Range<Int>, of parser: NotationParser) {
    let token = parser.tokens[range.lowerBound]
    let bytes = parser.lexer.bytes
    let name = AttributeText.name(of: token, in: bytes)
    guard let values = AttributeText.values(of: token, in: bytes) else {
      return report(token, AttributeText.fault(name))
    }
    if name != "variables", range.count > 1 {
      return report(parser.tokens[range.lowerBound + 1], "nothing can follow “@\(name)” on its line")
    }
    switch name {
    case "language":
      let language = values.first?.string
      if language != parser.library.language {
        let known = StockBlocks.languages.joined(separator: ", ")
        report(token, "unknown language “\(language ?? "")”; known languages: \(known)")
      }
    case "noshadows": usesToolbox = false
    case "novariables":
      variables.declaresOthers = false
      declaresVariables = false
    case "variables": readVariables(range.dropFirst(), parser)
    case "file":
      guard let json = values.first else { break }
      if let fault = StyleJSON.fault(of: json) { return report(token, fault) }
      style = StyleJSON.style(of: json)
    case SourceLines.name:
      guard let text = values.first?.string else { return report(token, "“@\(name)” needs a text") }
      source += text.utf8
    case "program":
      listsBlocks = values.first?["listsBlocks"]?.boolean ?? false
      if let extra = values.first?["extra"] {
        var record = BlockSnapshot.Record(type: "")
        UnknownPartsJSON.take(extra, into: &record)
        unknownParts = record.extras?.values.unknownParts
      }
    default:
      report(
        token,
        "“@\(name)” can't begin a line here; expected @variables, @novariables, @noshadows, @language, @program, @file, @foreign or @source"
      )
    }
  }

  private mutating func readVariables(_ range: Range<Int>, _ parser: NotationParser) {
    if declaresVariables == nil { declaresVariables = true }
    variables.declaresOthers = false
    var index = range.lowerBound
    while index < range.upperBound {
      let token = parser.tokens[index]
      guard token.kind == .word || token.kind == .name else { return report(token, "expected the name of a variable") }
      let handle = parser.name(token)
      var state = VariableState(id: "", name: handle)
      var id: String?
      index += 1
      if index + 1 < range.upperBound, parser.tokens[index].word == Mark.colon {
        state.type = parser.name(parser.tokens[index + 1])
        state.statesEmptyType = state.type.isEmpty
        index += 2
      }
      while index < range.upperBound, parser.tokens[index].kind == .attribute {
        readAttribute(parser.tokens[index], parser, &state, &id)
        index += 1
      }
      variables.declare(state, id: id, handle: handle)
      if index < range.upperBound {
        guard parser.tokens[index].word == Mark.comma else { return report(parser.tokens[index], "expected “,”") }
        index += 1
      }
    }
  }

  private mutating func readAttribute(
    _ token: Token, _ parser: NotationParser, _ state: inout VariableState, _ id: inout String?
  ) {
    let bytes = parser.lexer.bytes
    let value = AttributeText.values(of: token, in: bytes)?.first?.string
    switch AttributeText.name(of: token, in: bytes) {
    case "id": id = value
    case "named": state.name = value ?? state.name
    case "undeclared": state.isDeclared = false
    case let name: report(token, "“@\(name)” is unknown; a variable can have @id, @named and @undeclared")
    }
  }
}

/// Reads the comments of the workspace, and the foreign nodes of its root.
struct CommentItemReader {
  private let parser: NotationParser
  private(set) var mistakes: [NotationMistake] = []
  private var comments: [(comment: CommentSnapshot, hasID: Bool, blocksBefore: Int)] = []
  private var nodes: [(node: ForeignNode, behind: Int)] = []

  init(_ parser: NotationParser) {
    self.parser = parser
    var blockCount = 0
    for item in parser.items {
      switch item {
      case .stack: blockCount += 1
      case .comment(let lines, let attributes): readComment(lines, attributes, blocksBefore: blockCount)
      case .foreign(let token): readForeign(parser.tokens[token], behind: blockCount + comments.count)
      }
    }
  }

  private mutating func report(_ token: Token, _ message: String) {
    mistakes.append(NotationMistake(offset: Int(token.start), message: message))
  }

  private mutating func readForeign(_ token: Token, behind: Int) {
    guard let values = AttributeText.values(of: token, in: parser.lexer.bytes), let text = values.first?.string,
      let root = try? XMLParser.parse("<x>\(text)</x>"), let node = root.nodes.first(where: { _ in true })
    else { return report(token, "“@foreign” needs XML in a text") }
    if case .text = node { return report(token, "“@foreign” needs an XML element, not the text of one") }
    nodes.append((ForeignNode(node.detached, precedesVariables: values.count > 1), behind))
  }

  private mutating func readComment(_ lines: [Int32], _ attributes: [Int32], blocksBefore: Int) {
    let bytes = parser.lexer.bytes
    var comment = CommentSnapshot(id: "", text: parser.comment(lines), position: WorkspacePoint(x: 10, y: 10))
    comment.hasImplicitPosition = true
    var hasID = false
    for number in attributes {
      let token = parser.tokens[number]
      let name = AttributeText.name(of: token, in: bytes)
      guard let values = AttributeText.values(of: token, in: bytes) else {
        report(token, AttributeText.fault(name))
        continue
      }
      let numbers = values.compactMap(\.number)
      if ["at", "size"].contains(name), numbers.contains(where: { $0.magnitude >= 1e9 }) {
        report(token, "a number of “@\(name)” is out of range")
        continue
      }
      switch name {
      case "text": comment.text = values.first?.string ?? comment.text
      case "id":
        comment.id = values.first?.string ?? ""
        hasID = !comment.id.isEmpty
      case "at":
        if numbers.count == 2 {
          comment.position = WorkspacePoint(x: numbers[0], y: numbers[1])
          comment.hasImplicitPosition = false
        }
      case "size":
        if numbers.count == 2 { comment.size = WorkspaceSize(width: numbers[0], height: numbers[1]) }
      case "collapsed": comment.isCollapsed = true
      case "uneditable": comment.isEditable = false
      case "unmovable": comment.isMovable = false
      case "undeletable": comment.isDeletable = false
      case "extra":
        var record = BlockSnapshot.Record(type: "")
        if let json = values.first { UnknownPartsJSON.take(json, into: &record) }
        comment.unknownParts = record.extras?.values.unknownParts
      default: report(token, "“@\(name)” is unknown; a comment can have @id, @at, @size, @collapsed and @text")
      }
    }
    comments.append((comment, hasID, blocksBefore))
  }

  /// Adds the comments and nodes to a program that has its blocks.
  /// - Parameter old: an older version of the program, whose comments keep their ids and positions; nil for none.
  func add(to workspace: Workspace, keepingIdentityOf old: Workspace? = nil) {
    var ids: Set<String> = []
    var known = Dictionary(
      (old?.comments ?? []).map { ($0.text, $0.snapshot) }, uniquingKeysWith: { first, _ in first })
    for (index, (snapshot, hasID, blocksBefore)) in comments.enumerated() {
      var comment = snapshot
      if let former = known.removeValue(forKey: comment.text), !hasID, ids.insert(former.id).inserted {
        comment.id = former.id
        comment.hasImplicitID = former.hasImplicitID
        if comment.hasImplicitPosition {
          comment.position = former.position
          comment.hasImplicitPosition = former.hasImplicitPosition
        }
      } else if !hasID || !ids.insert(comment.id).inserted {
        comment.hasImplicitID = true
        comment.id = BlocklyID.derived(from: "comment \(index) \(comment.text)")
        while !ids.insert(comment.id).inserted { comment.id = BlocklyID.derived(from: comment.id) }
      }
      workspace.add(WorkspaceComment(comment), behindBlocks: blocksBefore)
    }
    workspace.setForeignNodes(nodes)
  }
}
