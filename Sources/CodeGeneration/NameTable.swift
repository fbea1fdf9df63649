/// The names in a program's code, made from those of its variables and functions as Blockly makes them: distinct from each
/// other and from the language's words.
struct NameTable {
  private let reserved: Set<String>
  private let prefix: String
  private var taken: Set<String> = []
  /// The last number that was tried for a name. Names are never released, so lower ones are not free again.
  private var numbers: [String: Int] = [:]
  private var variables: [String: String] = [:]
  private var procedures: [String: String] = [:]

  init(reserved: Set<String>, variablePrefix: String) {
    self.reserved = reserved
    prefix = variablePrefix
  }

  /// Returns the name of a variable, with what precedes variables in the language. Case doesn't matter.
  mutating func variable(_ name: String) -> String {
    let key = name.lowercased()
    if let known = variables[key] { return known }
    let new = distinctVariable(name)
    variables[key] = new
    return new
  }

  /// Returns the name of a function of the program. Case doesn't matter.
  mutating func procedure(_ name: String) -> String {
    let key = name.lowercased()
    if let known = procedures[key] { return known }
    let new = distinct(name)
    procedures[key] = new
    return new
  }

  /// Whether another table, whose names were given in another order and which has new names, too, has the same names for
  /// what is in this one, and gave none of them to anything else.
  func agrees(with other: NameTable) -> Bool {
    func agrees(_ names: [String: String], _ others: [String: String], prefix: String) -> Bool {
      names.allSatisfy { key, name in
        others[key].map { $0 == name } ?? !other.taken.contains(String(name.dropFirst(prefix.count)))
      }
    }
    return agrees(variables, other.variables, prefix: prefix) && agrees(procedures, other.procedures, prefix: "")
  }

  /// Returns a new variable's name.
  mutating func distinctVariable(_ name: String) -> String { prefix + distinct(name) }

  /// Returns a new name.
  mutating func distinct(_ name: String) -> String {
    let safe = Self.safe(name)
    var candidate = safe
    var number = numbers[safe] ?? 1
    if number > 1 { candidate = safe + String(number) }
    while taken.contains(candidate) || reserved.contains(candidate) {
      number += 1
      candidate = safe + String(number)
    }
    if number > 1 { numbers[safe] = number }
    taken.insert(candidate)
    return candidate
  }

  /// Letters, digits and underscores; characters beyond ASCII as the digits of their percent-encoding.
  private static func safe(_ name: String) -> String {
    if name.isEmpty { return "unnamed" }
    var bytes: [UInt8] = []
    for byte in name.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        bytes.append(byte)
      default:
        bytes.append(UInt8(ascii: "_"))
        if isEncoded(byte) {
          let digits = Array(String(byte, radix: 16, uppercase: true).utf8)
          bytes += digits.count == 1 ? [UInt8(ascii: "0")] + digits : digits
        }
      }
    }
    if (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[0]) { bytes = Array("my_".utf8) + bytes }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether ECMAScript's `encodeURI` replaces a byte.
  private static func isEncoded(_ byte: UInt8) -> Bool {
    byte > 0x7E || byte < 0x20 || "\"%<>[\\]^`{|}".utf8.contains(byte)
  }
}
