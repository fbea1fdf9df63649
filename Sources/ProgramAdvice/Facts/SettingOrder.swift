import BlockLibrary
import BlockModel

/// The order in which a program's stacks set and read variables.
struct SettingOrder {
  /// A variable that is read where it may not have been set.
  struct Read {
    var variable: Variable
    var block: Block
    /// A statement before it that sets the variable on some ways only; nil if nothing before it sets the variable.
    var partialSetting: Block?
  }

  /// The first of such reads of each variable.
  private(set) var early: [Read] = []

  typealias Variables = Set<ObjectIdentifier>

  private let program: AdvisedProgram
  /// Statements that set a variable on some ways only.
  private var partial: [ObjectIdentifier: Block] = [:]
  /// The variables that are set somewhere, but not yet surely.
  private var remaining: Variables = []
  /// The variables that each function may set.
  private(set) var functions: [String: Variables] = [:]

  /// Statements that run one after the other.
  private struct Scope {
    var statements: [Block]
    var next = 0
    /// The index of the scope whose last statement it is in.
    var parent = 0
    /// The variables that are surely set, or that have been reported.
    var known: Variables
    /// The variables that are surely set at the ends of the last statement's bodies that go on to the next one.
    var ends: [Variables] = []
    /// Whether a way around these bodies goes on, too.
    var mayPass = false
    var mayLeave = false
  }

  init(of program: AdvisedProgram) {
    self.program = program
    remaining = Set(program.index.uses.filter { !$0.sets.isEmpty }.map { ObjectIdentifier($0.variable) })
    findFunctions()
    var known: Variables = []
    for stack in program.mainStacks where !remaining.isEmpty { walk(Block.statements(from: stack), &known) }
  }

  private mutating func walk(_ statements: [Block], _ known: inout Variables) {
    var scopes = [Scope(statements: statements, known: known)]
    while true {
      let last = scopes.count - 1
      settle(&scopes[last])
      // In most programs, everything is set soon.
      if last == 0, scopes[0].known.count != known.count {
        known = scopes[0].known
        remaining = remaining.filter { !known.contains($0) }
        if remaining.isEmpty { return }
      }
      guard scopes[last].next < scopes[last].statements.count else {
        let end = scopes.removeLast()
        guard !scopes.isEmpty else {
          known = end.known
          return
        }
        if !end.mayLeave { scopes[end.parent].ends.append(end.known) }
        continue
      }
      let block = scopes[last].statements[scopes[last].next]
      scopes[last].next += 1
      run(block, &scopes)
    }
  }

  /// Takes what the bodies of the last statement have set.
  private mutating func settle(_ scope: inout Scope) {
    guard scope.next > 0 else { return }
    let block = scope.statements[scope.next - 1]
    let ends = scope.ends
    scope.ends = []
    guard let first = ends.first else {
      // A loop that only a break or return leaves: its body has run so far.
      if program.kind(of: block).way == .whileLoop { addAllSet(in: block, to: &scope.known) }
      return
    }
    if program.kind(of: block).way == .whileLoop, block.value("BOOL")?.literalBoolean != nil {
      addAllSet(in: block, to: &scope.known)
    }
    // Most bodies set nothing new.
    if ends.allSatisfy({ $0.count == scope.known.count }) { return }
    let all = ends.dropFirst().reduce(first) { $0.union($1) }
    let sure = scope.mayPass ? scope.known : ends.dropFirst().reduce(first) { $0.intersection($1) }
    for id in all.subtracting(sure) where !scope.known.contains(id) { partial[id] = block }
    scope.known.formUnion(sure)
  }

  private func addAllSet(in block: Block, to known: inout Variables) {
    for inner in block.descendants(followers: false) where inner.isEnabled {
      for variable in program.uses(of: inner).sets { known.insert(ObjectIdentifier(variable)) }
    }
  }

  private mutating func run(_ block: Block, _ scopes: inout [Scope]) {
    let last = scopes.count - 1
    // The conditions after the first one are asked only in some runs, but before anything in the bodies.
    for input in block.inputs where input.kind == .value {
      if let value = input.connectedBlock { read(value, &scopes[last].known) }
    }
    let record = program.record(of: block)
    for variable in program.uses(of: record).sets { scopes[last].known.insert(ObjectIdentifier(variable)) }
    call(block, &scopes[last].known)
    if (record.facts ?? program.facts(of: block)).exit != .none { scopes[last].mayLeave = true }
    let bodies = block.inputs.filter { $0.kind == .statement }
    scopes[last].mayPass = !bodies.isEmpty && block.isIf && block.firstInput(withName: "ELSE") == nil
    for body in bodies.reversed() {
      scopes.append(
        Scope(statements: Block.statements(from: body.connectedBlock), parent: last, known: scopes[last].known))
    }
  }

  private mutating func read(_ value: Block, _ known: inout Variables) {
    var found: [Read] = []
    program.visitUses(in: value) { record, uses in
      let block = record.block
      if record.kind.isVariable, let variable = uses.reads.first {
        guard known.insert(ObjectIdentifier(variable)).inserted else { return }
        found.append(Read(variable: variable, block: block, partialSetting: partial[ObjectIdentifier(variable)]))
      } else {
        for variable in uses.sets { known.insert(ObjectIdentifier(variable)) }
        call(block, &known)
      }
    }
    early += found
  }

  private func call(_ block: Block, _ known: inout Variables) {
    guard block.mutator != nil, let call = block.mutator as? MutatorProcedureCaller else { return }
    known.formUnion(functions[call.name.lowercased()] ?? [])
  }

  /// Finds the variables that each function may set, itself or by the functions that it calls.
  private mutating func findFunctions() {
    var calls: [String: Set<String>] = [:]
    for record in program.index.definitions.values {
      let definition = record.block
      guard let name = ProcedureBlocks.name(definedBy: definition)?.lowercased() else { continue }
      for block in definition.descendants() where block !== definition && block.isEnabled {
        if let call = block.mutator as? MutatorProcedureCaller {
          calls[name, default: []].insert(call.name.lowercased())
        }
        for variable in program.uses(of: block).sets { functions[name, default: []].insert(ObjectIdentifier(variable)) }
      }
    }
    for name in calls.keys {
      var reached: Set<String> = [name]
      var waiting = [name]
      while let next = waiting.popLast() {
        functions[name, default: []].formUnion(functions[next] ?? [])
        waiting += (calls[next] ?? []).filter { reached.insert($0).inserted }
      }
    }
  }
}
