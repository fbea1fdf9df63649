import BlockModel

/// The counterparts of variables in two programs.
struct VariableMatch {
  /// The other program's variable of each variable, by id.
  private(set) var toNew: [String: Variable] = [:]
  private(set) var toOld: [String: Variable] = [:]

  /// The minimum length of an id, in bytes, that identifies a variable whatever its name: Blockly's ids don't
  /// coincide by chance.
  static let uniqueIDLength = 16

  /// - Parameter isExact: whether variables with other ids are other variables.
  init(_ old: VariableMap, _ new: VariableMap, isExact: Bool) {
    for variable in old.all {
      guard let other = new[variable.id], !variable.hasImplicitID || !isExact else { continue }
      let isSame =
        variable.name == other.name || variable.id.utf8.count >= Self.uniqueIDLength && !variable.hasImplicitID
        || new.variable(named: variable.name, type: variable.type) == nil
          && old.variable(named: other.name, type: other.type) == nil
      if isSame || isExact { match(variable, other) }
    }
    for variable in old.all where toNew[variable.id] == nil {
      if isExact, !variable.hasImplicitID { continue }
      guard let other = new.variable(named: variable.name, type: variable.type), toOld[other.id] == nil else {
        continue
      }
      if isExact, !other.hasImplicitID { continue }
      match(variable, other)
    }
  }

  mutating func match(_ old: Variable, _ new: Variable) {
    toNew[old.id] = new
    toOld[new.id] = old
  }

  /// The numbers of the variables of both programs, for `BlockContent`. Those without a counterpart have none.
  func numbers(_ old: VariableMap) -> (old: [String: Int], new: [String: Int]) {
    var (oldNumbers, newNumbers) = ([String: Int](), [String: Int]())
    for (number, variable) in old.all.enumerated() {
      guard let other = toNew[variable.id] else { continue }
      oldNumbers[variable.id] = number
      newNumbers[other.id] = number
    }
    return (oldNumbers, newNumbers)
  }
}
