/// The public declarations of a source file, without their bodies and values. Formatted code is taken for granted.
struct PublicDeclarations {
  /// A pair of braces.
  private enum Scope {
    /// Of a type or extension; its members are public by themselves where a protocol's or an extension's are.
    case type(name: String, isPublic: Bool, kind: String)
    /// Of a function, a closure or anything else.
    case body
  }

  private var scopes: [Scope] = []
  private var parentheses = 0
  /// How many parentheses were open before each of the braces that are open. A body may hold texts within texts, whose
  /// parentheses do not add up.
  private var outerParentheses: [Int] = []
  /// The declaration that is being read.
  private var text = ""
  /// Whether what is being read is the value of a property.
  private var isValue = false
  private var found: [String] = []
  /// Whether every brace was closed; if not, the list can't be trusted.
  private(set) var isWhole = false

  /// The declarations, as `Type.Nested: public func …`.
  private(set) var list: [String] = []

  init(of file: SourceFile) {
    let lines = file.code
    for (index, line) in lines.enumerated() {
      read(line)
      let next = lines.dropFirst(index + 1).first { !$0.allSatisfy(\.isWhitespace) }?.drop { $0 == " " } ?? ""
      if parentheses == 0, !Self.continues(next) { endDeclaration() } else { text += " " }
    }
    isWhole = scopes.isEmpty && parentheses == 0
    list = found
  }

  /// Whether a line goes on with the one before it.
  private static func continues(_ line: Substring) -> Bool {
    ["where ", "{", "->", "throws", "async", ".", "?", ":", "+", "&&", "||", ")"].contains { line.hasPrefix($0) }
  }

  private mutating func read(_ line: String) {
    var previous: Unicode.Scalar = " "
    for character in line.unicodeScalars {
      defer { previous = character }
      switch character {
      // In a regular expression.
      case _ where previous == "\\": break
      case "(", "[":
        parentheses += 1
        append(character)
      case ")", "]":
        parentheses -= 1
        append(character)
      case "{" where isAccessor(line): append(character)
      case "}" where isAccessor(line): append(character)
      case "{": open()
      case "}":
        endDeclaration()
        if !scopes.isEmpty { scopes.removeLast() }
        parentheses = outerParentheses.popLast() ?? 0
      case "=" where parentheses == 0 && isMember && previous == " " && !text.contains("case "): isValue = true
      default: append(character)
      }
    }
  }

  private mutating func append(_ character: Unicode.Scalar) {
    if isMember, !isValue { text.unicodeScalars.append(character) }
  }

  /// Whether the braces of a line are those of a protocol's property.
  private func isAccessor(_ line: String) -> Bool {
    guard case .type(_, _, "protocol")? = scopes.last else { return false }
    return line.hasSuffix("{ get }") || line.hasSuffix("{ get set }")
  }

  /// Whether what is being read is no part of a body.
  private var isMember: Bool {
    if case .body? = scopes.last { false } else { true }
  }

  // Static, as each use of a literal would parse it again.
  private nonisolated(unsafe) static let type =
    #/\b(?<kind>class|struct|enum|protocol|extension|actor)\s+(?<name>(?!func|var|let)[\w.]+)/#
  private nonisolated(unsafe) static let hiding = #/\b(?:private|fileprivate|internal|package)\s/#
  private nonisolated(unsafe) static let offering = #/\b(?:public|open)\s+[a-z@]/#

  private mutating func open() {
    defer {
      outerParentheses.append(parentheses)
      parentheses = 0
    }
    guard isMember, !isValue, parentheses == 0, let match = text.firstMatch(of: Self.type) else {
      endDeclaration()
      return scopes.append(.body)
    }
    let (kind, isPublic) = (String(match.output.kind), isPublic)
    let name = String(match.output.name)
    endDeclaration()
    scopes.append(.type(name: name, isPublic: isPublic, kind: kind))
  }

  private var isPublic: Bool {
    var outerKind: String?
    if case .type(_, true, let kind)? = scopes.last { outerKind = kind }
    // A quick way past most declarations.
    if outerKind == nil, !text.mentions("public"), !text.mentions("open") {
      return false
    }
    if text.contains(Self.hiding) { return false }
    if text.contains(Self.offering) { return true }
    return outerKind == "protocol" || outerKind == "extension"
      || outerKind == "enum" && text.contains(#/^\s*(?:indirect )?case /#)
  }

  private mutating func endDeclaration() {
    defer { (text, isValue) = ("", false) }
    guard isMember, isPublic else { return }
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      .replacing("( ", with: "(").replacing(" )", with: ")")
    guard !words.isEmpty else { return }
    let path = scopes.map { if case .type(let name, _, _) = $0 { name } else { "" } }.joined(separator: ".")
    found.append(path.isEmpty ? words : "\(path): \(words)")
  }
}
