import BlockLayout
import BlockLibrary
import BlockModel
import Markup

/// The common part of extracting statements and values into a function: which variables become inputs, and
/// the new definition and its calls.
struct ExtractedFunction {
  let name: String
  /// The variables that become inputs: those that only the place of the blocks knows.
  private(set) var passed: Set<ObjectIdentifier> = []
  private let effects: Effects

  /// - Throws: `FieldError` if the name is taken, or if it isn't known what the blocks do.
  init(_ name: String, of blocks: [Block], in workspace: Workspace) throws(FieldError) {
    self.name = try Self.checked(name, in: workspace)
    effects = Effects(of: blocks)
    if let unknown = effects.unknown { throw FieldError("it isn't known what \(named: unknown) does") }
    try add(VisibleLocals(at: blocks[0]), in: workspace)
  }

  static func checked(_ name: String, in workspace: Workspace) throws(FieldError) -> String {
    guard name.contains(where: { !$0.isWhitespace }) else { throw FieldError("a function needs a name") }
    try NameLimit.check(name)
    if let other = ProcedureBlocks.definition(of: name, in: workspace) {
      throw FieldError("there is already a function “\(quoted: ProcedureBlocks.name(definedBy: other) ?? name)”")
    }
    guard ProcedureBlocks.uniqueName(name, for: nil, in: workspace) == name else {
      throw FieldError("a name has no blanks around it")
    }
    return name
  }

  /// Adds a place, with the variables that only it knows.
  /// - Throws: `FieldError` if the blocks set one of these, so that the function would set another one.
  mutating func add(_ locals: VisibleLocals, in workspace: Workspace) throws(FieldError) {
    let set = locals.all.intersection(effects.sets)
    guard set.isEmpty else {
      let isInput = !set.isDisjoint(with: locals.parameters)
      throw FieldError(
        "“\(quoted: workspace.name(of: set))” is set, which only this \(isInput ? "function" : "loop") knows")
    }
    let more = passed.union(locals.all.intersection(effects.reads))
    // The function would not see what calls in it do to the variable.
    let changed = more.intersection(effects.setByCalls)
    guard changed.isEmpty, more.isDisjoint(with: effects.sets) else {
      throw FieldError("a called function sets “\(quoted: workspace.name(of: changed))”, which would be an input")
    }
    passed = more
  }

  /// Adds the definition, below everything else.
  func define(_ type: String, with coordinator: WorkspaceLayoutCoordinator, beside block: Block) throws(FieldError)
    -> Block
  {
    let variables = coordinator.workspace.variables(in: passed)
    var record = BlockSnapshot.Record(type: type)
    record.fields = [FieldRecord(name: "NAME", state: .text(name))]
    record.position = coordinator.positionBelowAll(beside: block)
    if !variables.isEmpty {
      record.mutation = MutationState(
        xml: .building("mutation") { xml in
          for variable in variables {
            xml.begin("arg")
            xml.attribute("name", variable.name)
            xml.attribute("varid", variable.id)
            xml.end()
          }
        })
    }
    return try coordinator.add(BlockSnapshot(records: [record]))
  }

  /// Adds a call of the function, at the top level.
  func call(_ definition: Block, with coordinator: WorkspaceLayoutCoordinator) throws(FieldError) -> Block {
    guard let snapshot = ProcedureBlocks.caller(of: definition) else {
      throw FieldError("the function can't be called")
    }
    let call = try coordinator.add(snapshot)
    for (index, variable) in coordinator.workspace.variables(in: passed).enumerated() {
      try coordinator.attach(try coordinator.makeRead(of: variable), to: call.connection(of: "ARG\(index)"))
    }
    return call
  }
}

extension WorkspaceLayoutCoordinator {
  /// The position of a new stack below everything else.
  func positionBelowAll(beside block: Block) -> WorkspacePoint {
    guard let layout, !layout.style.isOutline, !layout.pieces.all.isEmpty else {
      let top = workspace.topBlocks.map(\.position.y).max() ?? 0
      return WorkspacePoint(x: block.root.position.x, y: top + 8 * Self.bump.y)
    }
    return LayoutStyle.position(of: .init(x: max(2, layout.bounds.minX), y: layout.bounds.maxY + 1))
  }
}
