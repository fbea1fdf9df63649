import BlockLibrary
import BlockModel
import Markup

/// Another spelling that looks like a call: `len({VALUE})`, `{LIST}.append({ITEM})`, `{VALUE}.length`. Only typed lines
/// have it.
struct CallAlias {
  /// A condition on an operand.
  enum Condition {
    case kind(ValueKind)
    /// A list with items of a kind.
    case items(ValueKind)
    case number(Double)
    case boolean(Bool)
    /// A name, perhaps with one before it: `str.lower`.
    case name(String)
    /// A block of a type.
    case type(String)
  }

  enum Meaning {
    case block(BlockTemplate)
    /// A part of the first operand, from the index in the second operand to that in the third.
    case slice
    /// No block, and the reason.
    case refusal(String)
  }

  /// The name, with a dot before that of a method.
  var name: String
  /// Whether no parentheses follow.
  var isMember: Bool
  /// The names of the operands; the first one of a method is its value.
  var operands: [String]
  /// The keywords of operands that are given by name, such as `end=`, by the names of the operands.
  var keywords: [String: String] = [:]
  /// Whether the last operand without a keyword takes any number of values.
  var isVariadic = false
  var conditions: [String: Condition] = [:]
  var meaning: Meaning
  /// A note on a difference between the block and other languages; nil for none.
  var note: String?

  /// Whether it can be a value, or a statement; a refusal can be either.
  func isValue(_ isValue: Bool) -> Bool {
    switch meaning {
    case .block(let template): template.isValue == isValue
    case .slice: isValue
    case .refusal: true
    }
  }
}

extension CallAlias {
  /// Reads an alias for each of its texts; none if it names types that the library doesn't know.
  static func all(in json: JSONValue, _ library: NotationLibrary) -> [CallAlias] {
    let meaning: Meaning
    if let reason = json["refused"]?.string {
      meaning = .refusal(reason)
    } else if json["slice"]?.boolean == true {
      meaning = .slice
    } else {
      guard let template = BlockTemplate(json, library) else { return [] }
      meaning = .block(template)
    }
    var conditions: [String: Condition] = [:]
    for (name, value) in json["when"]?.entries ?? [] { conditions[name] = Condition(value) }
    return AliasReader.texts(of: json, language: library.language).map { text in
      var alias = CallAlias(text, meaning)
      alias.conditions = conditions
      alias.note = json["note"]?.string
      return alias
    }
  }

  private init(_ text: String, _ meaning: Meaning) {
    self.meaning = meaning
    var rest = text[...]
    operands = []
    name = ""
    if rest.first == "{", let end = rest.firstIndex(of: "}") {
      operands.append(String(rest[..<end].dropFirst()))
      rest = rest[end...].dropFirst()
    }
    let open = rest.firstIndex(of: "(")
    name = String(rest[..<(open ?? rest.endIndex)])
    isMember = open == nil
    guard let open else { return }
    for part in rest[open...].dropFirst().dropLast().split(separator: ", ") {
      var operand = part.drop { $0 != "{" }.dropFirst().dropLast()
      if operand.hasSuffix("...") {
        operand = operand.dropLast(3)
        isVariadic = true
      }
      operands.append(String(operand))
      if part.first != "{" { keywords[String(operand)] = String(part.prefix { $0 != "=" }) }
    }
  }
}

extension CallAlias.Condition {
  fileprivate init(_ json: JSONValue) {
    if let number = json.number {
      self = .number(number)
    } else if let flag = json.boolean {
      self = .boolean(flag)
    } else if let name = json["name"]?.string {
      self = .name(name)
    } else {
      let name = json.string ?? ""
      if name == "texts" {
        self = .items(.text)
        return
      }
      self = ValueKind(rawValue: name).map { .kind($0) } ?? .type(name)
    }
  }
}
