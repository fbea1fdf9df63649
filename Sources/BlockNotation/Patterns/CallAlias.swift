import BlockModel
import Markup

/// Another spelling that looks like a call: `len({VALUE})`, `{LIST}.append({ITEM})`, `{VALUE}.length`. Only typed lines
/// have it.
struct CallAlias {
  /// What an operand must be.
  enum Condition {
    case kind(ValueKind)
    /// A list whose items are this.
    case items(ValueKind)
    case number(Double)
    case boolean(Bool)
    /// A block of a type.
    case type(String)
  }

  enum Meaning {
    case block(BlockTemplate)
    /// A part of the first operand, from the index that is the second one to the third.
    case slice
    /// Nothing, and why.
    case refusal(String)
  }

  /// The name, with a dot before that of a method.
  var name: String
  /// Whether nothing in parentheses follows.
  var isMember: Bool
  /// The names of the operands; that of a method's value is the first.
  var operands: [String]
  /// The names before the operands that are given by name, such as `end=`, by the names of the operands.
  var keywords: [String: String] = [:]
  /// Whether the last operand without a name stands for any number of them.
  var isVariadic = false
  var conditions: [String: Condition] = [:]
  var meaning: Meaning
  /// What the block does that other languages may not; nil for nothing.
  var note: String?

  /// Whether it can stand where a value or a statement does; a refusal stands anywhere.
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

/// What a value is, as far as its blocks and its uses say.
enum ValueKind: String {
  case unknown, number, text, boolean, list

  /// That of a connection with type checks.
  init(checks: [String]?) {
    switch checks ?? [] {
    case ["Number"]: self = .number
    case ["String"]: self = .text
    case ["Boolean"]: self = .boolean
    case ["Array"]: self = .list
    default: self = .unknown
    }
  }
}
