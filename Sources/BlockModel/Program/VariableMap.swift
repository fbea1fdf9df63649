/// The variables of a program, in order.
public final class VariableMap {
  /// The variables in the order of the file's list, and then new ones.
  public private(set) var all: [Variable] = []
  private var byID: [String: Variable] = [:]
  /// The variables by lowercase name, in order.
  private var byLowercaseName: [String: [Variable]] = [:]
  /// The removed variables. A shadow may still refer to one. If it is added again, it must be the same object.
  private var removed: [String: Variable] = [:]
  private var derivedIDs = DerivedIDs()

  /// Whether the file has an empty list of variables.
  public var isDeclared = false
  /// Whether the file's list must contain every variable with its id. It must in JSON, where fields contain only the
  /// id.
  public var listsAll = false

  init() {}

  /// The variable with this id; nil if the program has none.
  public subscript(id: String) -> Variable? { byID[id] }

  /// Returns the variable with this name and type. Names are case-insensitive (a Blockly rule), but an exact match
  /// takes precedence.
  public func variable(named name: String, type: String = "") -> Variable? {
    let matches = byLowercaseName[name.lowercased()]?.filter { $0.type == type }
    return matches?.first { $0.name == name } ?? matches?.first
  }

  /// The name that `uniqueName` returns in an empty program.
  static let firstUniqueName = "i"

  private static let letters = Array("ijkmnopqrstuvwxyzabcdefgh")
  /// The number of names known to be taken, in the order in which `uniqueName` tries them.
  private var takenNames = 0

  /// Returns a name that no variable of any type has: a letter from i on, without l, and then letters with a number (a
  /// Blockly rule).
  public func uniqueName() -> String {
    while true {
      let (round, letter) = takenNames.quotientAndRemainder(dividingBy: Self.letters.count)
      let name = String(Self.letters[letter]) + (round == 0 ? "" : String(round))
      if byLowercaseName[name]?.isEmpty ?? true { return name }
      takenNames += 1
    }
  }

  private func index(_ variable: Variable) {
    let namesakes = byLowercaseName[variable.name.lowercased()] ?? []
    let index = namesakes.sortedInsertionIndex(of: variable.order, by: \.order)
    byLowercaseName[variable.name.lowercased(), default: []].insert(variable, at: index)
  }

  private func unindex(_ variable: Variable) {
    byLowercaseName[variable.name.lowercased()]?.removeAll { $0 === variable }
    takenNames = 0
  }

  /// Adds a variable. A removed variable returns as the same object.
  /// - Parameters:
  ///   - isDeclared: whether it belongs in the list of variables of an XML file.
  ///   - index: its index among the variables, clamped to the valid range; nil for the end.
  /// - Returns: the variable; the existing one if the id is taken.
  @discardableResult
  public func add(
    id: String, name: String, type: String = "", hasImplicitID: Bool = false, isDeclared: Bool = true,
    index: Int? = nil
  ) -> Variable {
    if let existing = byID[id] { return existing }
    let variable =
      removed.removeValue(forKey: id)
      ?? Variable(id: id, name: name, type: type, hasImplicitID: hasImplicitID, isDeclared: isDeclared)
    variable.name = name
    variable.type = type
    let position = min(max(index ?? all.count, 0), all.count)
    variable.order = (position > 0 ? all[position - 1].order : -1) + 1
    all.insert(variable, at: position)
    // Renumber the following variables, which is rarely necessary.
    for next in all.indices.dropFirst(position + 1) where all[next].order <= all[next - 1].order {
      all[next].order = all[next - 1].order + 1
    }
    byID[id] = variable
    self.index(variable)
    return variable
  }

  /// Adds a variable from a file's list of variables.
  /// - Returns: the variable; nil if another one has its id.
  public func declare(_ reference: VariableReference) -> Variable? {
    let name = reference.name ?? ""
    let type = reference.type ?? ""
    if let id = reference.id, byID[id] != nil { return nil }
    let variable = add(
      id: reference.id ?? freeID(derivedFrom: type + "\u{0}" + name), name: name, type: type,
      hasImplicitID: reference.id == nil)
    variable.statesEmptyType = reference.type == ""
    return variable
  }

  /// Changes the order of the variables.
  /// - Parameter order: the ids of some variables; the others follow in their present order.
  public func arrange(_ order: [String]) {
    var ranks: [String: Int] = [:]
    for (rank, id) in order.enumerated() { ranks[id] = rank }
    all = all.enumerated().sorted {
      (ranks[$0.element.id] ?? .max, $0.offset) < (ranks[$1.element.id] ?? .max, $1.offset)
    }.map(\.element)
    for (index, variable) in all.enumerated() { variable.order = Int64(index) }
    for name in byLowercaseName.keys { byLowercaseName[name]?.sort { $0.order < $1.order } }
  }

  /// Sets the properties of a variable in its file, besides name and type: see the members of `VariableState`.
  public func setListing(of variable: Variable, from state: VariableState) {
    variable.hasImplicitID = state.hasImplicitID
    variable.isDeclared = state.isDeclared
    variable.statesEmptyType = state.statesEmptyType
  }

  /// Returns the index of a variable; nil if it is not in the map.
  func index(of variable: Variable) -> Int? { all.index(of: variable, by: \.order) }

  /// Removes a variable. Fields that refer to it keep it, so remove or change their blocks first.
  public func remove(_ variable: Variable) {
    byID[variable.id] = nil
    derivedIDs.restart()
    removed[variable.id] = variable
    unindex(variable)
    all.removeAll { $0 === variable }
  }

  /// Marks a variable that came with a block as declared in the program, with an explicit id.
  public func adopt(_ variable: Variable) {
    variable.isDeclared = true
    variable.hasImplicitID = false
  }

  /// Renames a variable, whether it is in the map or removed. The caller ensures that no other variable of its type has
  /// the name.
  public func rename(_ variable: Variable, to name: String) {
    // A removed variable is not in the name index.
    guard byID[variable.id] === variable else {
      variable.name = name
      return
    }
    unindex(variable)
    variable.name = name
    index(variable)
  }

  /// Changes the type of a variable.
  public func setType(of variable: Variable, to type: String) { variable.type = type }

  /// Returns the variable that a field or a mutation refers to: by id, else by name and type. Creates one if there is
  /// none, as Blockly does.
  public func resolve(_ reference: VariableReference, defaultType: String = "") -> Variable {
    let variable = existing(reference, defaultType: defaultType) ?? make(reference, defaultType: defaultType)
    if reference.type == "", variable.type.isEmpty { variable.statesEmptyType = true }
    return variable
  }

  private func existing(_ reference: VariableReference, defaultType: String) -> Variable? {
    if let id = reference.id { return byID[id] }
    return reference.name.flatMap { variable(named: $0, type: reference.type ?? defaultType) }
  }

  private func make(_ reference: VariableReference, defaultType: String) -> Variable {
    let type = reference.type ?? defaultType
    let name = reference.name ?? reference.id ?? "item"
    return add(
      id: reference.id ?? freeID(derivedFrom: type + "\u{0}" + name), name: name, type: type,
      hasImplicitID: reference.id == nil && !listsAll, isDeclared: listsAll)
  }

  private func freeID(derivedFrom text: String) -> String {
    derivedIDs.id(from: text) { byID[$0] != nil }
  }
}
