import BlockLibrary
import BlockModel

/// Where a program sets and reads its variables, in the order in which it runs.
struct VariableSettings {
  /// The variables that may be read before they are set.
  private(set) var unset: Set<String> = []
  private let language: GeneratorLanguage
  private var functions: [String: Function] = [:]
  /// The functions by the variables that they use; "" stands for the rest of the program.
  private var users: [String: Set<String>] = [:]

  private struct Function {
    var definition: Block
    var parameters: Set<String>
    var calls: Set<String> = []
    /// The variables that its blocks set.
    var written: Set<String> = []
    /// The variables that it may read before it sets them.
    var needs: Set<String> = []
    /// The variables that it certainly sets.
    var sets: Set<String> = []
  }

  /// The largest number of times that the functions are examined: each time, what they call is better known.
  private static let mostRounds = 12

  init(_ workspace: Workspace, _ language: GeneratorLanguage) {
    self.language = language
    let tops = StackOrder.sorted(workspace.topBlocks)
    for top in tops {
      let name = ProcedureBlocks.name(definedBy: top)
      note(top, name)
    }
    for _ in 0..<Self.mostRounds {
      var isChanged = false
      for (name, function) in functions {
        let (needs, sets) = walk(function.definition, knowing: function.parameters)
        if needs != function.needs || sets != function.sets { isChanged = true }
        functions[name]?.needs = needs
        functions[name]?.sets = sets
      }
      if !isChanged { break }
    }
    var known: Set<String> = []
    for top in tops where ProcedureBlocks.name(definedBy: top) == nil {
      let (needs, sets) = walk(top, knowing: known)
      unset.formUnion(needs)
      known.formUnion(sets)
    }
  }

  /// Notes what a stack uses.
  /// - Parameter function: the name of the function that it defines; nil for none.
  private mutating func note(_ top: Block, _ function: String?) {
    let parameters = (top.mutator as? MutatorProcedureDefinition)?.parameters.map(\.name) ?? []
    var found = Function(definition: top, parameters: Set(parameters))
    for name in parameters { users[name, default: []].insert(function ?? "") }
    for block in top.descendants() where block.isEnabled {
      if let call = block.mutator as? MutatorProcedureCaller {
        found.calls.insert(call.name)
        continue
      }
      for field in block.inputs.lazy.flatMap(\.fields) {
        guard let name = field.variable?.name, !found.parameters.contains(name) else { continue }
        users[name, default: []].insert(function ?? "")
        if let rule = language.rules[block.type], rule.sets == field.name { found.written.insert(name) }
      }
    }
    if let function { functions[function] = found }
  }

  /// Returns the variables that a function sets and that the rest of the program, or a later call, may read.
  func sharedVariables(setBy definition: Block) -> Set<String> {
    guard let name = ProcedureBlocks.name(definedBy: definition), let function = functions[name] else { return [] }
    if callsItself(name) { return function.written }
    return function.written.filter { users[$0] != [name] || function.needs.contains($0) }
  }

  private func callsItself(_ name: String) -> Bool {
    var reached: Set<String> = []
    var waiting = [name]
    while let next = waiting.popLast() {
      for call in functions[next]?.calls ?? [] {
        if call == name { return true }
        if reached.insert(call).inserted { waiting.append(call) }
      }
    }
    return false
  }

  // MARK: - Order

  /// Statements that run one after the other.
  private struct Scope {
    var next: Block?
    /// The variables that are certainly set.
    var known: Set<String>
    /// The variables that are certainly set at the ends of its last statement's bodies.
    var ends: [Set<String>] = []
    /// Whether one of these bodies certainly runs.
    var isExhaustive = false
  }

  /// Returns the variables that a stack may read before it sets them, and those that it certainly sets.
  private func walk(_ top: Block, knowing known: Set<String>) -> (needs: Set<String>, sets: Set<String>) {
    var needs: Set<String> = []
    let isFunction = ProcedureBlocks.name(definedBy: top) != nil
    var scopes = [Scope(next: isFunction ? top.firstInput(withName: "STACK")?.connectedBlock : top, known: known)]
    while true {
      let last = scopes.count - 1
      if let first = scopes[last].ends.first {
        if scopes[last].isExhaustive {
          scopes[last].known.formUnion(scopes[last].ends.dropFirst().reduce(first) { $0.intersection($1) })
        }
        scopes[last].ends = []
      }
      guard let block = scopes[last].next else {
        let end = scopes.removeLast()
        guard !scopes.isEmpty else {
          // A function's result is read last.
          if isFunction { needs.formUnion(uses(of: top).reads.subtracting(end.known)) }
          return (needs, end.known)
        }
        scopes[last - 1].ends.append(end.known)
        continue
      }
      scopes[last].next = block.nextBlock
      guard block.isEnabled else { continue }
      var (reads, sets) = uses(of: block)
      reads.subtract(scopes[last].known)
      needs.formUnion(reads)
      let bodies = block.inputs.filter { $0.kind == .statement }
      // A loop may have nothing to do.
      if bodies.isEmpty { scopes[last].known.formUnion(sets) }
      sets.formUnion(scopes[last].known)
      scopes[last].isExhaustive =
        language.rules[block.type]?.strategy == .ifChain && block.firstInput(withName: "ELSE") != nil
      for body in bodies.reversed() { scopes.append(Scope(next: body.connectedBlock, known: sets)) }
    }
  }

  /// Returns the variables that a statement or its values read, and those that it sets.
  private func uses(of block: Block) -> (reads: Set<String>, sets: Set<String>) {
    var reads: Set<String> = []
    var sets: Set<String> = []
    let rule = language.rules[block.type]
    for input in block.inputs {
      for field in input.fields {
        guard let name = field.variable?.name else { continue }
        if rule?.sets == field.name { sets.insert(name) } else { reads.insert(name) }
        if rule?.changesItsVariable == true { reads.insert(name) }
      }
      guard input.kind == .value, let value = input.connectedBlock else { continue }
      for inner in value.descendants() where inner.isEnabled {
        reads.formUnion(inner.inputs.lazy.flatMap(\.fields).compactMap { $0.variable?.name })
        call(inner, &reads, &sets)
      }
    }
    call(block, &reads, &sets)
    return (reads, sets)
  }

  private func call(_ block: Block, _ reads: inout Set<String>, _ sets: inout Set<String>) {
    guard let call = block.mutator as? MutatorProcedureCaller, let function = functions[call.name] else { return }
    reads.formUnion(function.needs)
    sets.formUnion(function.sets.subtracting(function.parameters))
  }
}
