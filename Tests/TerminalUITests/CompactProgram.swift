import BlockModel
import CasePlaying

/// A program in one line, for edits that need no folder of their own:
/// `text_print(TEXT: ~text[TEXT="a"]) > controls_if(DO0: text_print) ; math_number`.
/// `[…]` holds fields, `(…)` inputs, `~` marks a shadow, `>` is the next block, `;` begins another stack, and `!collapsed`
/// and `!disabled` follow what they apply to. Positions, ids and mutations have no place in it.
struct CompactProgram {
  /// The program as Blockly's XML, with the stacks two rows apart.
  let xml: String

  init(_ text: String) throws(CaseError) {
    var parser = Parser(text)
    xml = try parser.program()
  }

  // MARK: - Reading

  private struct Parser {
    private var rest: Substring

    init(_ text: String) { rest = text[...] }

    private mutating func skipBlanks() { rest = rest.drop { $0 == " " } }

    private mutating func take(_ sign: Character) -> Bool {
      skipBlanks()
      guard rest.first == sign else { return false }
      rest.removeFirst()
      return true
    }

    private mutating func need(_ sign: Character) throws(CaseError) {
      if !take(sign) { throw CaseError("“\(sign)” is missing before “\(rest)”") }
    }

    private mutating func name() throws(CaseError) -> String {
      skipBlanks()
      let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      if name.isEmpty { throw CaseError("a name is missing before “\(rest)”") }
      rest = rest[name.endIndex...]
      return String(name)
    }

    private mutating func quoted() throws(CaseError) -> String {
      try need("\"")
      let text = rest.prefix { $0 != "\"" }
      rest = rest[text.endIndex...]
      try need("\"")
      return String(text)
    }

    mutating func program() throws(CaseError) -> String {
      var stacks = ""
      var row = 0
      skipBlanks()
      while !rest.isEmpty {
        stacks += try stack(attributes: " x=\"16\" y=\"\(32 + 320 * row)\"")
        row += 1
        if !take(";") { break }
      }
      skipBlanks()
      if !rest.isEmpty { throw CaseError("“\(rest)” is not understood") }
      return "<xml xmlns=\"https://developers.google.com/blockly/xml\">\(stacks)</xml>"
    }

    private mutating func stack(attributes: String = "") throws(CaseError) -> String {
      let tag = take("~") ? "shadow" : "block"
      var attributes = " type=\"\(try name())\"" + attributes
      var content = ""
      if take("[") {
        repeat {
          let field = try name()
          try need("=")
          content += "<field name=\"\(field)\">\(try quoted())</field>"
        } while take(",")
        try need("]")
      }
      if take("(") {
        repeat {
          let input = try name()
          let isStatement = input.hasPrefix("DO") || ["STACK", "ELSE"].contains(input)
          try need(":")
          let tag = isStatement ? "statement" : "value"
          content += "<\(tag) name=\"\(input)\">\(try stack())</\(tag)>"
        } while take(",")
        try need(")")
      }
      while take("!") { attributes += try name() == "collapsed" ? " collapsed=\"true\"" : " disabled=\"true\"" }
      if take(">") { content += "<next>\(try stack())</next>" }
      return "<\(tag)\(attributes)>\(content)</\(tag)>"
    }
  }

  // MARK: - Writing

  static func text(of workspace: Workspace) -> String { workspace.topBlocks.map(text).joined(separator: " ; ") }

  private static func text(of block: Block) -> String {
    var text = (block.isShadow ? "~" : "") + block.type
    let fields = block.inputs.flatMap(\.fields).filter { $0.name != nil && $0.state != nil }.map {
      "\($0.name ?? "")=\"\($0.text)\""
    }
    if !fields.isEmpty { text += "[\(fields.joined(separator: ", "))]" }
    let inputs = block.inputs.compactMap { input in
      input.connectedBlock.map { "\(input.name): \(Self.text(of: $0))" }
    }
    if !inputs.isEmpty { text += "(\(inputs.joined(separator: ", ")))" }
    if block.isCollapsed { text += " !collapsed" }
    if !block.isEnabled { text += " !disabled" }
    return block.nextBlock.map { "\(text) > \(Self.text(of: $0))" } ?? text
  }
}
