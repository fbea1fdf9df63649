/// The variables of a program, in their order.
public final class VariableMap {
  public private(set) var all: [Variable] = []
  private var byID: [String: Variable] = [:]
  /// In their order, by name in small letters.
  private var byFoldedName: [String: [Variable]] = [:]
  /// Those that were removed: a shadow may still name one, which has to be the same when it is back.
  private var removed: [String: Variable] = [:]

  /// The file had a list of variables, if an empty one.
  public var isDeclared = false

  init() {}

  public subscript(id: String) -> Variable? { byID[id] }

  /// The variable with this name and type; names are equal when they are but for case (a Blockly rule).
  public func variable(named name: String, type: String = "") -> Variable? {
    let alike = byFoldedName[name.lowercased()]?.filter { $0.type == type }
    return alike?.first { $0.name == name } ?? alike?.first
  }

  /// The name that `uniqueName` gives in an empty program.
  static let firstUniqueName = "i"

  private static let letters = Array("ijkmnopqrstuvwxyzabcdefgh")
  /// How many of the names that `uniqueName` tries are known to be taken.
  private var takenNames = 0

  /// A name that no variable has, of whatever type: a letter from i on, without l, and then letters with a number (a Blockly
  /// rule).
  public func uniqueName() -> String {
    while true {
      let (round, letter) = takenNames.quotientAndRemainder(dividingBy: Self.letters.count)
      let name = String(Self.letters[letter]) + (round == 0 ? "" : String(round))
      if byFoldedName[name]?.isEmpty ?? true { return name }
      takenNames += 1
    }
  }

  private func index(_ variable: Variable) {
    let alike = byFoldedName[variable.name.lowercased()] ?? []
    let place = alike.sortedInsertionIndex(of: variable.order, by: \.order)
    byFoldedName[variable.name.lowercased(), default: []].insert(variable, at: place)
  }

  private func unindex(_ variable: Variable) {
    byFoldedName[variable.name.lowercased()]?.removeAll { $0 === variable }
    takenNames = 0
  }

  /// Adds a variable, at its former place when it has been here before.
  /// - Parameters:
  ///   - isDeclared: whether it belongs into the list of variables of an XML file.
  ///   - index: the place among the variables that it had before; nil for the end.
  /// - Returns: the variable; the existing one when the id is taken.
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
    let place = min(max(index ?? all.count, 0), all.count)
    variable.order = (place > 0 ? all[place - 1].order : -1) + 1
    all.insert(variable, at: place)
    // The others make room, which they seldom have to.
    for behind in all.indices.dropFirst(place + 1) where all[behind].order <= all[behind - 1].order {
      all[behind].order = all[behind - 1].order + 1
    }
    byID[id] = variable
    self.index(variable)
    return variable
  }

  /// Adds a variable that a file lists.
  /// - Returns: nil when the id is taken by another one.
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

  /// The place of a variable among the others.
  func index(of variable: Variable) -> Int? { all.index(of: variable, by: \.order) }

  public func remove(_ variable: Variable) {
    byID[variable.id] = nil
    removed[variable.id] = variable
    unindex(variable)
    all.removeAll { $0 === variable }
  }

  /// Makes a variable that a block brought along one of the program's own, as if it had been made by name.
  public func adopt(_ variable: Variable) {
    variable.isDeclared = true
    variable.hasImplicitID = false
  }

  public func rename(_ variable: Variable, to name: String) {
    // One that is not here now has no place among the names.
    guard byID[variable.id] === variable else {
      variable.name = name
      return
    }
    unindex(variable)
    variable.name = name
    index(variable)
  }

  /// Gives a variable another type.
  public func setType(of variable: Variable, to type: String) { variable.type = type }

  /// The variable that a field or a mutation refers to: by id, else by name and type; made when there is none, as Blockly
  /// does.
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
      hasImplicitID: reference.id == nil, isDeclared: false)
  }

  private func freeID(derivedFrom text: String) -> String {
    var id = BlocklyID.derived(from: text)
    while byID[id] != nil { id = BlocklyID.derived(from: id) }
    return id
  }
}
