import BlockLayout
import BlockLibrary
import BlockModel

/// Moves a value into a new function that returns it, and calls it there and wherever the same value is.
package struct ExtractValueFunction: Refactoring {
  let blockID: String
  let name: String

  package var title: String { "Extract value function…" }
  package var message: String { "extracted the function “\(quoted: name)”" }

  package init(blockID: String, name: String) { (self.blockID, self.name) = (blockID, name) }

  private func parts(in workspace: Workspace) throws(FieldError)
    -> (value: Block, others: [Block], function: ExtractedFunction)
  {
    guard let value = workspace.blocks[blockID], value.outputConnection?.target != nil, !value.isShadow else {
      throw FieldError("there is no value here")
    }
    try value.checkMovable()
    try value.checkRuns()
    if value.inputs.allSatisfy({ $0.connection == nil }), value.mutator == nil {
      throw FieldError("\(named: value) is a single word already")
    }
    var function = try ExtractedFunction(name, of: [value], in: workspace)
    var others: [Block] = []
    for other in value.equalValues(in: workspace.topBlocks.flatMap { $0.descendants() }) {
      var wider = function
      do throws(FieldError) {
        try wider.add(VisibleLocals(at: other), in: workspace)
        try other.checkAllDeletable(except: nil)
      } catch { continue }
      function = wider
      others.append(other)
    }
    return (value, others, function)
  }

  package func check(in workspace: Workspace) throws(FieldError) { _ = try parts(in: workspace) }

  package func change(with coordinator: WorkspaceLayoutCoordinator) throws(FieldError) -> FocusItem? {
    let (value, others, function) = try parts(in: coordinator.workspace)
    let definition = try function.define("procedures_defreturn", with: coordinator, beside: value)
    let call = try function.call(definition, with: coordinator)
    try coordinator.replace(value, by: call)
    try coordinator.attach(value, to: definition.connection(of: "RETURN"))
    for other in others {
      try coordinator.replace(other, by: try function.call(definition, with: coordinator))
      coordinator.delete(other, heal: false)
    }
    return .block(id: call.id)
  }
}

extension Block {
  /// The connected values among some blocks that are like this one, without those in it.
  func equalValues(in blocks: some Sequence<Block>) -> [Block] {
    let likeness = likeness
    return blocks.filter { block in
      block.type == type && block !== self && block.outputConnection?.target != nil && !block.isShadow
        && block.likeness == likeness
    }
  }
}
