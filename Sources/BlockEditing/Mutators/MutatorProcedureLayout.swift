import BlockLibrary
import BlockModel

/// The name and inputs of a function, and whether it has statements.
///
/// A part is an input whatever it is called, so arguments of callers stay with it. A name that a variable has makes that
/// variable the input; another name is given to the input's own variable, everywhere.
public final class MutatorProcedureLayout: MutatorPartsLayout {
  private static let parameter = MutatorPart.Kind(name: "input", isNamed: true)

  private let definition: MutatorProcedureDefinition
  /// The variables that are there while nothing of the draft is.
  private var variables: [(id: String, name: String)] = []
  private var callers: [Block] = []

  public init(_ mutator: MutatorProcedureDefinition, of block: Block, coordinator: WorkspaceLayoutCoordinator) {
    definition = mutator
    super.init(mutator, of: block, coordinator: coordinator)
  }

  override public var title: String { "function" }

  override public var kinds: [MutatorPart.Kind] { [Self.parameter] }

  // MARK: - Reading

  override public func read() {
    variables = coordinator.workspace.variables.all.filter { $0.type.isEmpty }.map { ($0.id, $0.name) }
    super.read()
  }

  override public func readParts() -> [MutatorPart] {
    callers = ProcedureBlocks.callers(of: block)
    return definition.parameters.enumerated().map { index, parameter in
      var part = MutatorPart(id: .present(index), kind: Self.parameter)
      part.name = parameter.name
      part.variableID = parameter.variableID
      part.loose = PartLabel.list(
        callers.compactMap { caller in
          let input = caller.firstInput(withName: "ARG\(index)")
          let words = input.map { PartLabel.loose(in: [$0]) } ?? ""
          return words.isEmpty ? nil : words
        })
      part.content = part.loose.isEmpty ? "" : "gets \(part.loose)"
      return part
    }
  }

  override public func readRest() -> (name: String?, options: [MutatorOption]) {
    let name = ProcedureBlocks.name(definedBy: block)
    // What returns nothing and has no statements would do nothing (a Blockly rule).
    guard block.firstInput(withName: "RETURN") != nil else { return (name, []) }
    var statements = MutatorOption(name: "statements allowed", isOn: definition.hasStatements)
    statements.loose = block.firstInput(withName: "STACK").map { PartLabel.loose(in: [$0]) } ?? ""
    return (name, [statements])
  }

  override public func label(of part: MutatorPart, at index: Int) -> String { "input \(index + 1)" }

  /// No call hands anything over, not even a default, and the function does not use it.
  override public func isEmpty(_ part: MutatorPart, at index: Int) -> Bool {
    guard super.isEmpty(part, at: index) else { return false }
    if case .present(let former) = part.id {
      let isFilled = callers.contains { $0.firstInput(withName: "ARG\(former)")?.connectedBlock != nil }
      if isFilled { return false }
    }
    guard let variable = part.variableID.flatMap({ coordinator.workspace.variables[$0] }) else { return true }
    return !coordinator.workspace.uses(of: variable).contains { block.holds($0.block) }
  }

  override public func remark(onPartAt place: Int) -> String {
    let part = draft.parts[place]
    guard let old = variables.first(where: { $0.id == part.variableID }), old.name != part.name else { return "" }
    return "renames the variable “\(old.name)” everywhere"
  }

  // MARK: - Names

  override public func renamePart(at place: Int, to name: String) throws(FieldRefusal) {
    guard name.contains(where: { !$0.isWhitespace }) else { throw FieldRefusal("an input needs a name") }
    let known = variables.first { $0.name.lowercased() == name.lowercased() }
    for (other, part) in draft.parts.enumerated() where other != place {
      let isSame = part.name.lowercased() == name.lowercased() || known != nil && part.variableID == known?.id
      if isSame { throw FieldRefusal("there is an input “\(part.name)” already") }
    }
    // An input that was removed and is added again is the same, with its arguments.
    if case .new = draft.parts[place].id, let id = known?.id,
      let index = draft.removed.firstIndex(where: { ownVariable(of: $0) == id })
    {
      draft.restore(at: index, inPlaceOf: place)
    }
    draft.rename(at: place, to: known?.name ?? name, variableID: known?.id ?? ownVariable(of: draft.parts[place]))
  }

  /// The variable that a part has in the program; none when it is new.
  private func ownVariable(of part: MutatorPart) -> String? {
    guard case .present(let index) = part.id, definition.parameters.indices.contains(index) else { return nil }
    return definition.parameters[index].variableID
  }

  override public func rename(to name: String) throws(FieldRefusal) {
    guard name.contains(where: { !$0.isWhitespace }) else { throw FieldRefusal("a function needs a name") }
    draft.name = ProcedureBlocks.legalName(name, for: block, in: coordinator.workspace)
  }

  override public func suggestedName(for kind: MutatorPart.Kind) -> String {
    let taken = Set((draft.parts.map(\.name) + variables.map(\.name)).map { $0.lowercased() })
    var number = 1
    while true {
      for letter in ["x", "y", "z"] {
        let name = number == 1 ? letter : "\(letter)\(number)"
        if !taken.contains(name) { return name }
      }
      number += 1
    }
  }

  /// The variables that are no inputs yet.
  override public var knownNames: [String] {
    let taken = Set(draft.parts.compactMap(\.variableID))
    return variables.filter { !taken.contains($0.id) }.map(\.name)
  }

  // MARK: - The mutation

  override public func performMutation() {
    guard isChanged else { return }
    let parameters = draft.parts.map { part in
      var former: Int?
      if case .present(let index) = part.id { former = index }
      return ProcedureSignature.Parameter(
        ProcedureParameter(name: part.name, variableID: part.variableID), former: former)
    }
    // The name that it has may be another one's, too, and is not to be made another then.
    let name = draft.name == ProcedureBlocks.name(definedBy: block) ? nil : draft.name
    coordinator.procedures.change(
      block,
      to: ProcedureSignature(
        name: name, parameters: parameters, hasStatements: draft.options.first?.isOn ?? definition.hasStatements))
  }
}
