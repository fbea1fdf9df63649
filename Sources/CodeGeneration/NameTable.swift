/// The names in a program's code, derived from those of its variables and functions like Blockly's: distinct from each
/// other and from the language's words.
struct NameTable {
  private let reserved: Set<String>
  private let prefix: Code
  private var taken: Set<Code> = []
  /// The last number that was tried for a name. Names are never released, so lower ones are not free again.
  private var numbers: [Code: Int] = [:]
  /// The names without the prefix.
  private var variables: [String: Code] = [:]
  private var procedures: [String: Code] = [:]

  init(reserved: Set<String>, variablePrefix: Code) {
    self.reserved = reserved
    prefix = variablePrefix
  }

  /// Returns the name of a variable, with the language's prefix for variables. Case doesn't matter.
  mutating func variable(_ name: String) -> Code {
    let key = name.lowercased()
    if let known = variables[key] { return prefix + known }
    let new = distinct(name)
    variables[key] = new
    return prefix + new
  }

  /// Returns the name of a function of the program. Case doesn't matter.
  mutating func procedure(_ name: String) -> Code {
    let key = name.lowercased()
    if let known = procedures[key] { return known }
    let new = distinct(name)
    procedures[key] = new
    return new
  }

  /// Whether another table agrees with this one: each variable and function in this one has the same name there, or is
  /// missing there while its name is free. The other table may have further names, and names given in another order.
  func agrees(with other: NameTable) -> Bool {
    func agrees(_ names: [String: Code], _ others: [String: Code]) -> Bool {
      names.allSatisfy { key, name in others[key].map { $0 == name } ?? !other.taken.contains(name) }
    }
    return agrees(variables, other.variables) && agrees(procedures, other.procedures)
  }

  /// Returns a new variable's name.
  mutating func distinctVariable(_ name: String) -> Code { prefix + distinct(name) }

  /// Returns a new name.
  mutating func distinct(_ name: String) -> Code {
    let safe = Code(name: name)
    var candidate = safe
    var number = numbers[safe] ?? 1
    if number > 1 { candidate = safe + Code(number) }
    while taken.contains(candidate) || reserved.contains(candidate.text) {
      number += 1
      candidate = safe + Code(number)
    }
    if number > 1 { numbers[safe] = number }
    taken.insert(candidate)
    return candidate
  }
}
