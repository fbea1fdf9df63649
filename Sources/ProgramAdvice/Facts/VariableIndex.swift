import BlockLibrary
import BlockModel

/// The enabled blocks that read and set each variable, and that define and call each function.
struct VariableIndex {
  /// The blocks that use a variable.
  final class Uses {
    let variable: Variable
    fileprivate(set) var reads: [ObjectIdentifier: BlockRecord] = [:]
    fileprivate(set) var sets: [ObjectIdentifier: BlockRecord] = [:]

    fileprivate init(_ variable: Variable) { self.variable = variable }

    /// Whether it is read, but set nowhere.
    var isNeverSet: Bool { !reads.isEmpty && sets.isEmpty }
  }

  private var usesByVariable: [ObjectIdentifier: Uses] = [:]
  /// The calls of functions by their names in lower case; blocks that aren't known count with each name in them.
  private(set) var calls: [String: [ObjectIdentifier: BlockRecord]] = [:]
  /// The definitions of functions.
  private(set) var definitions: [ObjectIdentifier: BlockRecord] = [:]
  /// The names of the functions that blocks call or mention.
  private var callNames: [ObjectIdentifier: Set<String>] = [:]

  /// The largest number of characters in a field that may name a function.
  private static let longestName = 100

  /// The uses of the program's variables.
  var uses: some Sequence<Uses> { usesByVariable.values }

  func uses(of variable: Variable) -> Uses? { usesByVariable[ObjectIdentifier(variable)] }

  mutating func remove(_ record: BlockRecord) {
    let key = ObjectIdentifier(record.block)
    guard let uses = record.uses else { return }
    for variable in uses.reads { usesByVariable[ObjectIdentifier(variable)]?.reads[key] = nil }
    for variable in uses.sets { usesByVariable[ObjectIdentifier(variable)]?.sets[key] = nil }
    record.uses = nil
    if record.block.mutator == nil, record.kind.isStock { return }
    definitions[key] = nil
    for name in callNames.removeValue(forKey: key) ?? [] { calls[name]?[key] = nil }
  }

  mutating func add(_ record: BlockRecord) {
    let (block, key) = (record.block, ObjectIdentifier(record.block))
    let variables = block.workspace?.variables
    var found = VariableUses(of: block) { variables?.variable(named: $0) }
    // An app's block may set the variable that is in its input.
    if record.kind.isVariable, block.outputConnection?.targetBlock?.isUnknown == true { found.countReadsAsSets() }
    record.uses = found
    for variable in found.reads { madeUses(of: variable).reads[key] = record }
    for variable in found.sets { madeUses(of: variable).sets[key] = record }
    if block.mutator == nil, record.kind.isStock { return }
    var names: Set<String>
    if let call = block.mutator as? MutatorProcedureCaller {
      names = [call.name.lowercased()]
    } else if block.mutator is MutatorProcedureDefinition {
      definitions[key] = record
      return
    } else {
      names = Set(VariableUses.names(in: block).filter { $0.utf8.count <= Self.longestName }.map { $0.lowercased() })
    }
    if names.isEmpty { return }
    callNames[key] = names
    for name in names { calls[name, default: [:]][key] = record }
  }

  private mutating func madeUses(of variable: Variable) -> Uses {
    if let known = usesByVariable[ObjectIdentifier(variable)] { return known }
    let new = Uses(variable)
    usesByVariable[ObjectIdentifier(variable)] = new
    return new
  }
}
