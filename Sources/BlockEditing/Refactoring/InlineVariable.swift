import BlockLayout
import BlockLibrary
import BlockModel

/// Puts the value of a variable that is set once wherever it is read, and removes the variable.
package struct InlineVariable: Refactoring {
  let blockID: String

  package var title: String { "Inline variable" }
  package var message: String { "put the value in the place of the variable" }

  /// - Parameter blockID: the id of the block that sets the variable, or of one that reads it.
  package init(blockID: String) { self.blockID = blockID }

  private struct Parts {
    var variable: Variable
    var setting: Block
    var value: Block
    var reads: [Block]
  }

  private func parts(in workspace: Workspace) throws(FieldError) -> Parts {
    guard let block = workspace.blocks[blockID], block.type == "variables_get" || block.type == "variables_set",
      let variable = block.firstField(withName: "VAR")?.variable
    else { throw FieldError("there is no variable here") }
    let uses = VariableBlocks(of: variable, in: workspace)
    guard uses.settings.count == 1, let setting = uses.settings.first, setting.type == "variables_set" else {
      throw FieldError("“\(quoted: variable.name)” is not set exactly once")
    }
    try setting.checkRuns()
    try setting.checkDeletable()
    guard let value = setting.content("VALUE") else { throw FieldError("“\(quoted: variable.name)” is set to nothing") }
    try value.checkMovable()
    guard !uses.reads.isEmpty else { throw FieldError("“\(quoted: variable.name)” is read nowhere") }
    let effects = Effects(of: [value])
    guard effects.isRepeatable else {
      throw FieldError("\(named: value) does something, or differs each time, so it must stay where it is")
    }
    for read in uses.reads {
      if read.type != "variables_get" { throw FieldError("\(named: read) needs the variable") }
      if read.isShadow { throw FieldError("a default value reads the variable") }
      try read.checkDeletable()
      guard let superior = read.outputConnection?.target, let output = value.outputConnection,
        superior.canConnect(output)
      else { throw FieldError("\(named: value) doesn't fit in a place of the variable") }
    }
    let parts = Parts(variable: variable, setting: setting, value: value, reads: uses.reads)
    try check(parts, effects, SureValues(workspace))
    return parts
  }

  /// Checks that the value has the same result where the variable is read.
  private func check(_ parts: Parts, _ effects: Effects, _ sure: SureValues) throws(FieldError) {
    let name = parts.variable.name
    var waiting = Set(parts.reads.map(ObjectIdentifier.init))
    var isSurelyEvaluated = !parts.value.canFail(sure)
    var mayLeave = false
    var statement = parts.setting.nextInStack
    while !waiting.isEmpty {
      guard let current = statement else {
        throw FieldError("“\(quoted: name)” is also read elsewhere than after the block that sets it")
      }
      let inside = parts.reads.filter { waiting.contains(ObjectIdentifier($0)) && current.holds($0) }
      waiting.subtract(inside.map(ObjectIdentifier.init))
      // The last statement reads the variable before it sets anything itself.
      let isLast = waiting.isEmpty && !current.holdsStatements
      let changes = Effects(of: isLast ? current.headValues : [current])
      if changes.change(effects) || changes.allSets.contains(ObjectIdentifier(parts.variable)) {
        throw FieldError("\(named: parts.value) may change before “\(quoted: name)” is read")
      }
      for read in inside where !mayLeave {
        let when = EvaluationPlace(of: read)
        if when.statement === current, !when.isConditional { isSurelyEvaluated = true }
      }
      if changes.leaving != nil { mayLeave = true }
      if parts.value.mayBeNewList,
        parts.reads.contains(where: { !$0.loops.elementsEqual(parts.setting.loops, by: ===) })
      {
        throw FieldError("the variable is read in a loop, which would make a new list each time")
      }
      statement = current.nextInStack
    }
    if !isSurelyEvaluated { throw FieldError("\(named: parts.value) may fail, and would not always be evaluated") }
    if parts.value.mayBeNewList, parts.reads.count > 1 {
      throw FieldError("the variable is one list, which its value would make several times")
    }
  }

  package func check(in workspace: Workspace) throws(FieldError) { _ = try parts(in: workspace) }

  package func change(with coordinator: WorkspaceLayoutCoordinator) throws(FieldError) -> FocusItem? {
    let parts = try parts(in: coordinator.workspace)
    let copy = BlockSnapshot(repeating: parts.value)
    guard var value = coordinator.take(from: parts.setting.connection(of: "VALUE")) else { return nil }
    let first = value
    coordinator.delete(parts.setting, heal: true)
    for (index, read) in parts.reads.enumerated() {
      if index > 0 {
        let another = try coordinator.add(copy)
        value = another
      }
      try coordinator.replace(read, by: value)
      coordinator.delete(read, heal: false)
    }
    try coordinator.deleteIfUnused(parts.variable)
    return .block(id: first.id)
  }
}

/// The blocks that read and set a variable.
struct VariableBlocks {
  private(set) var reads: [Block] = []
  private(set) var settings: [Block] = []

  init(of variable: Variable, in workspace: Workspace) {
    for top in workspace.topBlocks {
      for block in top.descendants() {
        let uses = VariableUses(of: block) { workspace.variables.variable(named: $0) }
        if uses.reads.contains(where: { $0 === variable }) { reads.append(block) }
        if uses.sets.contains(where: { $0 === variable }) { settings.append(block) }
      }
    }
  }
}

extension Block {
  /// Whether a block is this one or in it; not below it.
  func holds(_ other: Block) -> Bool {
    var block = other
    while block !== self {
      guard let superior = block.superiorConnection else { return false }
      if superior.sourceBlock === self, superior.sourceInput == nil { return false }
      block = superior.sourceBlock
    }
    return true
  }
}

extension WorkspaceLayoutCoordinator {
  /// Deletes a variable that nothing names any more.
  func deleteIfUnused(_ variable: Variable) throws(FieldError) {
    let blocks = VariableBlocks(of: variable, in: workspace)
    if blocks.reads.isEmpty, blocks.settings.isEmpty, workspace.uses(of: variable).isEmpty { try delete(variable) }
  }
}
