import BlockLibrary
import BlockModel

/// The name and inputs of a function, and whether it has statements.
///
/// Renaming an input keeps its identity, so the arguments of callers stay with it. If the new name is that of an
/// existing variable, the input uses that variable; otherwise, the input's own variable is renamed everywhere.
public final class MutatorProcedureLayout: MutatorPartsLayout {
  private static let parameter = MutatorPart.Kind(name: "input", isNamed: true)

  private let definition: MutatorProcedureDefinition
  /// The variables of the program before the draft is applied.
  private var variables: [(id: String, name: String)] = []
  private var callers: [Block] = []

  /// For `LayoutFactory`, which calls it with a block that is in the coordinator's program.
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
      part.disconnected = PartLabel.list(
        callers.compactMap { caller in
          let input = caller.firstInput(withName: "ARG\(index)")
          let label = input.map { PartLabel.disconnected(in: [$0]) } ?? ""
          return label.isEmpty ? nil : label
        })
      part.content = part.disconnected.isEmpty ? "" : "receives \(part.disconnected)"
      return part
    }
  }

  override public func readNameAndOptions() -> (name: String?, options: [MutatorOption]) {
    let name = ProcedureBlocks.name(definedBy: block)
    // As in Blockly, a function that returns nothing always has statements.
    guard block.firstInput(withName: "RETURN") != nil else { return (name, []) }
    var statements = MutatorOption(name: "has statements", isOn: definition.hasStatements)
    statements.disconnected = block.firstInput(withName: "STACK").map { PartLabel.disconnected(in: [$0]) } ?? ""
    return (name, [statements])
  }

  override public func label(of part: MutatorPart, at index: Int) -> String { "input \(index + 1)" }

  /// Whether no caller passes an argument, not even a shadow, and the function doesn't use the input.
  override public func isEmpty(_ part: MutatorPart, at index: Int) -> Bool {
    guard super.isEmpty(part, at: index) else { return false }
    if case .present(let oldIndex) = part.id {
      let isFilled = callers.contains { $0.firstInput(withName: "ARG\(oldIndex)")?.connectedBlock != nil }
      if isFilled { return false }
    }
    guard let variable = part.variableID.flatMap({ coordinator.workspace.variables[$0] }) else { return true }
    return !coordinator.workspace.uses(of: variable).contains { block.contains($0.block) }
  }

  override public func note(onPartAt position: Int) -> String {
    let part = draft.parts[position]
    guard let old = variables.first(where: { $0.id == part.variableID }), old.name != part.name else { return "" }
    return "renames the variable “\(old.name)” everywhere"
  }

  // MARK: - Names

  override public var isUnnamed: Bool { draft.name.map(ProcedureBlocks.isUnnamed) ?? false }

  override public func renamePart(at position: Int, to name: String) throws(FieldError) {
    guard name.contains(where: { !$0.isWhitespace }) else { throw FieldError("an input needs a name") }
    try NameLimit.check(name)
    let own = ownVariable(of: draft.parts[position])
    // A change of case renames the input's own variable.
    let known = variables.first { $0.id != own && $0.name.lowercased() == name.lowercased() }
    for (other, part) in draft.parts.enumerated() where other != position {
      let isSame = part.name.lowercased() == name.lowercased() || known != nil && part.variableID == known?.id
      if isSame { throw FieldError("there is already an input “\(part.name)”") }
    }
    // Adding a removed input again restores it, with its arguments.
    if case .new = draft.parts[position].id, let id = known?.id,
      let index = draft.removed.firstIndex(where: { ownVariable(of: $0) == id })
    {
      draft.restore(at: index, inPlaceOf: position)
    }
    draft.rename(at: position, to: known?.name ?? name, variableID: known?.id ?? own)
  }

  /// Returns the variable that a part has in the program; nil if the part is new.
  private func ownVariable(of part: MutatorPart) -> String? {
    guard case .present(let index) = part.id, definition.parameters.indices.contains(index) else { return nil }
    return definition.parameters[index].variableID
  }

  override public func rename(to name: String) throws(FieldError) {
    guard name.contains(where: { !$0.isWhitespace }) else { throw FieldError("a function needs a name") }
    try NameLimit.check(name)
    draft.name = ProcedureBlocks.uniqueName(name, for: block, in: coordinator.workspace)
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

  /// The variables that aren't inputs yet.
  override public var knownNames: [String] {
    let taken = Set(draft.parts.compactMap(\.variableID))
    return variables.filter { !taken.contains($0.id) }.map(\.name)
  }

  // MARK: - The mutation

  override public func performMutation() {
    guard isChanged else { return }
    let parameters = draft.parts.map { part in
      var oldIndex: Int?
      if case .present(let index) = part.id { oldIndex = index }
      return ProcedureSignature.Parameter(
        ProcedureParameter(name: part.name, variableID: part.variableID), oldIndex: oldIndex)
    }
    // Leave an unchanged name alone: if another function has the same name, setting it would make it unique.
    let name = draft.name == ProcedureBlocks.name(definedBy: block) ? nil : draft.name
    coordinator.procedures.change(
      block,
      to: ProcedureSignature(
        name: name, parameters: parameters, hasStatements: draft.options.first?.isOn ?? definition.hasStatements))
  }
}
