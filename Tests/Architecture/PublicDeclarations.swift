/// The public declarations of a source file, without their bodies and values. Formatted code is taken for granted.
struct PublicDeclarations {
  struct Declaration {
    /// The index of its first line in its file.
    var line: Int
    /// The names of the types that it is in, as `Type.Nested`; empty at the top of a file.
    var path: String
    var text: String
    /// Whether it is a member of a protocol itself, not of an extension of one.
    var isRequirement: Bool
  }

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
  /// The declaration that is being read, and the index of its first line.
  private var text = ""
  private var firstLine = 0
  private var line = 0
  /// Whether what is being read is the value of a property.
  private var isValue = false
  /// Whether every brace was closed; if not, the list can't be trusted.
  private(set) var isWhole = false

  private(set) var declarations: [Declaration] = []
  /// What the types and protocols that are declared or extended in the file inherit from, public or not.
  private(set) var parents: [String: Set<String>] = [:]

  /// The declarations, as `Type.Nested: public func …`.
  var list: [String] { declarations.map { $0.path.isEmpty ? $0.text : "\($0.path): \($0.text)" } }

  init(of file: SourceFile) {
    let lines = file.code
    for (index, line) in lines.enumerated() {
      self.line = index
      read(line)
      let next = lines.dropFirst(index + 1).first { !$0.allSatisfy(\.isWhitespace) }?.drop { $0 == " " } ?? ""
      let isLast = parentheses == 0 && text.last != "," && !Self.continues(next)
      if isLast { endDeclaration() } else { append(" ") }
    }
    isWhole = scopes.isEmpty && parentheses == 0
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
      case "=" where isAssignment(after: previous): isValue = true
      default: append(character)
      }
    }
  }

  /// Whether an equals sign is neither of a parameter nor of an operator's name, nor of a case or constraint.
  private func isAssignment(after previous: Unicode.Scalar) -> Bool {
    parentheses == 0 && isMember && previous == " " && !text.hasSuffix("func ")
      && !["case ", " where "].contains { text.contains($0) }
  }

  private mutating func append(_ character: Unicode.Scalar) {
    guard isMember, !isValue else { return }
    if text.isEmpty, character == " " { return }
    if text.isEmpty { firstLine = line }
    text.unicodeScalars.append(character)
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
    let inherited = Self.inherited(in: text[match.range.upperBound...])
    endDeclaration()
    scopes.append(.type(name: name, isPublic: isPublic, kind: kind))
    parents[path, default: []].formUnion(inherited)
  }

  /// The types that the rest of a type's declaration names after its colon, as in `<A: B>: C, @unchecked D where E: F`.
  private static func inherited(in rest: Substring) -> [String] {
    var list = rest.prefix(upTo: rest.firstRange(of: " where ")?.lowerBound ?? rest.endIndex)
    while let parameters = list.firstRange(of: #/<[^<>]*>/#) { list.removeSubrange(parameters) }
    return list.drop { $0 != ":" }.dropFirst().split(whereSeparator: ", &".contains).filter { $0.first != "@" }
      .map(String.init)
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
    var isRequirement = false
    if case .type(_, _, "protocol")? = scopes.last { isRequirement = true }
    declarations.append(Declaration(line: firstLine, path: path, text: words, isRequirement: isRequirement))
  }

  private var path: String {
    scopes.map { if case .type(let name, _, _) = $0 { name } else { "" } }.joined(separator: ".")
  }
}
