/// What the doc comments of public declarations lack.
struct DocComments {
  private let files: [(file: SourceFile, PublicDeclarations)]
  /// What types and protocols inherit from, directly.
  private var parents: [String: Set<String>] = [:]
  /// The members that a type inherits the documentation of when it conforms to a protocol.
  private var requirements = Self.toolchain

  /// Requirements of Swift's own protocols that mean the same in every type.
  private static let toolchain: [String: Set<String>] = [
    "CaseIterable": ["allCases"],
    "Collection": ["startIndex", "endIndex", "index(after:)", "subscript(position:)"],
    "Comparable": ["<", "=="],
    "CustomStringConvertible": ["description"],
    "Decodable": ["init(from:)"],
    "Encodable": ["encode(to:)"],
    "Equatable": ["=="],
    "ExpressibleByArrayLiteral": ["init(arrayLiteral:)"],
    "ExpressibleByBooleanLiteral": ["init(booleanLiteral:)"],
    "ExpressibleByFloatLiteral": ["init(floatLiteral:)"],
    "ExpressibleByIntegerLiteral": ["init(integerLiteral:)"],
    "ExpressibleByStringLiteral": ["init(stringLiteral:)"],
    "Hashable": ["hash(into:)", "=="],
    "IteratorProtocol": ["next()"],
    "OptionSet": ["rawValue", "init(rawValue:)"],
    "RandomAccessCollection": ["startIndex", "endIndex", "index(after:)", "index(before:)", "subscript(position:)"],
    "RandomNumberGenerator": ["next()"],
    "RawRepresentable": ["rawValue", "init(rawValue:)"],
    "Sequence": ["makeIterator()"],
  ]

  init(of files: [(file: SourceFile, PublicDeclarations)]) {
    self.files = files
    for (_, declarations) in files {
      parents.merge(declarations.parents) { $0.union($1) }
      for declaration in declarations.declarations where declaration.isRequirement {
        requirements[declaration.path, default: []].insert(declaration.name)
      }
    }
  }

  /// The declarations without a comment, and those that throw and don't name their errors. What inherits its
  /// documentation needs none: an override, and what implements a requirement of a protocol.
  var violations: [Violation] {
    files.flatMap { file, declarations in
      declarations.declarations.compactMap { declaration in
        let comment = Self.comment(above: declaration.line, in: file)
        let what: String? =
          if comment.isEmpty {
            isInherited(declaration) ? nil : "there is no doc comment"
          } else if let error = declaration.error, !Self.names(error, in: comment) {
            "the comment does not name \(error.isEmpty ? "the errors" : error) after “- Throws:”"
          } else {
            nil
          }
        return what.map { Violation(path: file.path, line: declaration.line + 1, what: "\($0): \(declaration.text)") }
      }
    }
  }

  /// The lines of a doc comment above a declaration and its attributes.
  private static func comment(above line: Int, in file: SourceFile) -> [Substring] {
    let lines = file.lines[..<line].reversed().lazy.map { $0.drop { $0 == " " } }
    return lines.drop { $0.wholeMatch(of: #/@\w+(?:\(.*\))?/#) != nil }.prefix { $0.hasPrefix("///") }.reversed()
  }

  /// - Parameter error: a type; empty for any.
  private static func names(_ error: String, in comment: [Substring]) -> Bool {
    let errors = comment.drop { !$0.hasPrefix("/// - Throws:") }
    let end = errors.dropFirst().firstIndex { $0.hasPrefix("/// -") } ?? errors.endIndex
    return errors[..<end].joined(separator: " ").contains("`\(error)")
  }

  private func isInherited(_ declaration: PublicDeclarations.Declaration) -> Bool {
    if declaration.text.contains("override ") { return true }
    guard !declaration.isRequirement else { return false }
    let name = declaration.name
    var waiting = [declaration.path]
    var seen: Set<String> = []
    while let type = waiting.popLast() {
      if requirements[type]?.contains(name) == true { return true }
      if seen.insert(type).inserted { waiting += parents[type] ?? [] }
    }
    return false
  }
}

extension PublicDeclarations.Declaration {
  /// The name of a property or type, an operator, or a function's with the labels of its parameters: `f(_:at:)`.
  fileprivate var name: String {
    let start = #/\b(?:func (?<function>\w+|\S+)|(?<other>init|subscript)\b|(?:var|let) (?<property>\w+))/#
    guard let match = text.firstMatch(of: start) else { return text }
    if let property = match.output.property { return String(property) }
    let name = match.output.function ?? match.output.other ?? ""
    guard let first = name.first, first.isLetter else { return String(name) }
    var depth = 0
    var labels = "("
    var isLabel = true
    for character in text[match.range.upperBound...].drop(while: { $0 != "(" }) {
      depth += "([<{".contains(character) ? 1 : ")]}".contains(character) ? -1 : 0
      if depth == 0 { break }
      if depth == 1, character == "," { isLabel = true }
      guard isLabel, depth == 1 else { continue }
      if character == ":" || character == " " && !["(", ":"].contains(labels.last) {
        labels.append(":")
        isLabel = false
      } else if character.isLetter || character == "_" {
        labels.append(character)
      }
    }
    return "\(name)\(labels))"
  }

  /// The type that a function throws, or a property's function; empty if the declaration names none, or only its own
  /// parameter; nil if it doesn't throw.
  fileprivate var error: String? {
    guard text.utf8.firstRange(of: "throws".utf8) != nil else { return nil }
    var text = text.replacing(#/\bthrows\((?<type>[\w.]+)\)/#) { "throws:\($0.output.type)" }
    while let parentheses = text.firstRange(of: #/\([^()]*\)/#) { text.removeSubrange(parentheses) }
    guard let match = text.firstMatch(of: #/\bthrows(?::(?<type>[\w.]+))?/#) else { return nil }
    let type = match.output.type.map(String.init) ?? ""
    return text.contains("<\(type):") || text.contains(", \(type):") ? "" : type
  }
}
