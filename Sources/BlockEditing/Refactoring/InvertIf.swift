import BlockLayout
import BlockLibrary
import BlockModel

/// Swaps the two branches of an if and negates its condition.
package struct InvertIf: Refactoring {
  let blockID: String

  package var title: String { "Invert if" }
  package var message: String { "swapped the branches and negated the condition" }

  package init(blockID: String) { self.blockID = blockID }

  private func parts(in workspace: Workspace) throws(FieldError) -> (block: Block, negation: Negation) {
    guard let block = workspace.blocks[blockID], ["controls_if", "controls_ifelse"].contains(block.type) else {
      throw FieldError("this isn't an if")
    }
    if (block.mutator as? MutatorIfElse)?.elseIfCount ?? 0 > 0 {
      throw FieldError("an if with “else if” has no opposite; split it first")
    }
    guard let other = block.connection(of: "ELSE") else { throw FieldError("this if has no else") }
    guard let condition = block.content("IF0") else { throw FieldError("the condition is empty") }
    for body in [block.connection(of: "DO0"), other].compactMap({ $0?.targetBlock }) {
      if body.isShadow { throw FieldError("default statements can't be moved") }
      try body.checkMovable()
    }
    return (block, try Negation(of: condition, isTested: true, SureValues(workspace)))
  }

  package func check(in workspace: Workspace) throws(FieldError) { _ = try parts(in: workspace) }

  package func change(with coordinator: WorkspaceLayoutCoordinator) throws(FieldError) -> FocusItem? {
    let (block, negation) = try parts(in: coordinator.workspace)
    let (first, second) = (block.connection(of: "DO0"), block.connection(of: "ELSE"))
    let body = coordinator.take(from: first)
    if let other = coordinator.take(from: second) { try coordinator.attach(other, to: first) }
    if let body { try coordinator.attach(body, to: second) }
    try negation.perform(with: coordinator)
    return .block(id: block.id)
  }
}

/// Turns “repeat while” into “repeat until”, or the other way round, and negates its condition.
package struct InvertLoop: Refactoring {
  let blockID: String

  package var title: String { "Swap while and until" }
  package var message: String { "swapped while and until, and negated the condition" }

  package init(blockID: String) { self.blockID = blockID }

  private func parts(in workspace: Workspace) throws(FieldError) -> (block: Block, negation: Negation) {
    guard let block = workspace.blocks[blockID], block.type == "controls_whileUntil" else {
      throw FieldError("this isn't a loop with a condition")
    }
    try block.checkEditable()
    guard let condition = block.content("BOOL") else { throw FieldError("the condition is empty") }
    return (block, try Negation(of: condition, isTested: true, SureValues(workspace)))
  }

  package func check(in workspace: Workspace) throws(FieldError) { _ = try parts(in: workspace) }

  package func change(with coordinator: WorkspaceLayoutCoordinator) throws(FieldError) -> FocusItem? {
    let (block, negation) = try parts(in: coordinator.workspace)
    let isUntil = block.firstField(withName: "MODE")?.state?.text == "UNTIL"
    coordinator.setField("MODE", of: block, to: .text(isUntil ? "WHILE" : "UNTIL"))
    try negation.perform(with: coordinator)
    return .block(id: block.id)
  }
}
