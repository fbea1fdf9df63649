import BlockLibrary
import BlockModel

extension Clipboard {
  /// Adds the definitions of the functions that the stacks call, and of those that these call.
  mutating func addFunctions(of workspace: Workspace) {
    let names = stacks.reduce(into: Set<String>()) { $0.formUnion($1.calledFunctions) }
    if names.isEmpty { return }
    var definitions: [String: Block] = [:]
    for block in ProcedureBlocks.definitions(in: workspace).reversed() {
      if let name = ProcedureBlocks.name(definedBy: block) { definitions[name.lowercased()] = block }
    }
    functions = Self.needed(by: stacks, defined: []) { name in
      definitions[name].map { BlockSnapshot(copying: $0, followers: false) }
    }
  }

  /// The definitions that the stacks need in a program.
  func functions(missingIn workspace: Workspace) -> [BlockSnapshot] {
    if functions.isEmpty { return [] }
    let defined = ProcedureBlocks.definitions(in: workspace).compactMap(ProcedureBlocks.name(definedBy:))
    let known = Dictionary(
      functions.map { ($0.definedFunctions.first ?? "", $0) }, uniquingKeysWith: { first, _ in first })
    return Self.needed(by: stacks, defined: Set(defined.map { $0.lowercased() })) { known[$0] }
  }

  /// - Parameters:
  ///   - defined: the functions that need no definition, in lower case.
  ///   - definition: returns the definition of a function.
  private static func needed(
    by stacks: [BlockSnapshot], defined: Set<String>, definition: (String) -> BlockSnapshot?
  ) -> [BlockSnapshot] {
    var defined = stacks.reduce(into: defined) { $0.formUnion($1.definedFunctions) }
    var found: [BlockSnapshot] = []
    var pending = stacks
    while let snapshot = pending.popLast() {
      for name in snapshot.calledFunctions where defined.insert(name).inserted {
        guard let function = definition(name) else { continue }
        found.append(function)
        pending.append(function)
      }
    }
    return found
  }
}

extension BlockSnapshot {
  /// The names of the functions that the blocks call, in lower case, in order: names are case-insensitive.
  fileprivate var calledFunctions: [String] {
    records.compactMap { record in
      guard ProcedureBlocks.definitionType(ofCaller: record.type) != nil else { return nil }
      let name = record.mutation?.element?[attribute: "name"] ?? record.mutation?.json?["name"]?.string
      return name?.lowercased()
    }
  }

  /// The names of the functions that the blocks define, in lower case.
  fileprivate var definedFunctions: [String] {
    records.compactMap { record in
      guard ProcedureBlocks.callerType(ofDefinition: record.type) != nil else { return nil }
      return record.fields.first { $0.name == "NAME" }?.state.text.lowercased()
    }
  }
}
