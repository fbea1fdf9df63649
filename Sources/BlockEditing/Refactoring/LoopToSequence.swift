import BlockLayout
import BlockLibrary
import BlockModel

/// Puts the statements of a loop with literal bounds in its place, once for each round.
package struct LoopToSequence: Refactoring {
  let blockID: String

  package var title: String { "Loop to sequence" }
  package var message: String { "wrote out the rounds of the loop" }

  package init(blockID: String) { self.blockID = blockID }

  private static let mostRounds = 20
  private static let mostBlocks = 400

  private struct Parts {
    var loop: Block
    var body: Block
    var numbers: [Int]
    /// The variable that counts; nil for none.
    var variable: Variable?
  }

  private func parts(in workspace: Workspace) throws(FieldError) -> Parts {
    guard let loop = workspace.blocks[blockID], Surroundings.isLoop(loop) else { throw FieldError("this isn't a loop") }
    try loop.checkRuns()
    try loop.checkDeletable()
    guard let body = loop.connection(of: "DO")?.targetBlock, !body.isShadow else {
      throw FieldError("the loop is empty")
    }
    try body.checkMovable()
    if let block = loop.ownFlow() { throw FieldError("\(named: block) needs the loop") }
    let count: Int
    var range: CountedRange?
    if let times = loop.times {
      count = times
    } else if let counted = loop.countedRange {
      (range, count) = (counted, counted.count)
    } else {
      throw FieldError("it isn't known how often it repeats")
    }
    guard count > 0 else { throw FieldError("it never repeats") }
    let size = body.descendants().reduce(0) { size, _ in size + 1 }
    guard count <= Self.mostRounds, count * size <= Self.mostBlocks else {
      throw FieldError("it repeats too often to be written out")
    }
    if body.lastInStack.nextConnection == nil, count > 1 || loop.nextInStack != nil {
      throw FieldError("nothing can be below \(named: body.lastInStack)")
    }
    guard let range, let variable = loop.firstField(withName: "VAR")?.variable else {
      return Parts(loop: loop, body: body, numbers: Array(repeating: 0, count: count))
    }
    let uses = VariableBlocks(of: variable, in: workspace)
    try loop.checkCountsAlone(variable, uses)
    for read in uses.reads where loop.holds(read) {
      guard read.type == "variables_get", !read.isShadow else { throw FieldError("\(named: read) needs the variable") }
      try read.checkDeletable()
      // Literals may have a meaning of their own there.
      if read.inputName == "DIVISOR" { throw FieldError("“\(quoted: variable.name)” is a divisor") }
      guard read.outputConnection?.target?.canConnect(typeChecks: ["Number"]) ?? false else {
        throw FieldError("a number doesn't fit in a place of “\(quoted: variable.name)”")
      }
    }
    return Parts(loop: loop, body: body, numbers: range.numbers, variable: variable)
  }

  package func check(in workspace: Workspace) throws(FieldError) { _ = try parts(in: workspace) }

  package func change(with coordinator: WorkspaceLayoutCoordinator) throws(FieldError) -> FocusItem? {
    let parts = try parts(in: coordinator.workspace)
    let (loop, body) = (parts.loop, parts.body)
    let template = BlockSnapshot(repeating: body, followers: true)
    if let variable = parts.variable {
      for read in Array(body.descendants()) where read.firstField(withName: "VAR")?.variable === variable {
        try coordinator.replace(read, by: try coordinator.makeNumber(parts.numbers[0]))
        coordinator.delete(read, heal: false)
      }
    }
    coordinator.disconnect(body, heal: false)
    for number in parts.numbers.dropFirst() {
      var copy = template
      for index in copy.records.indices where copy.records[index].type == "variables_get" {
        guard case .variable(let reference) = copy.records[index].fields.first?.state, let variable = parts.variable,
          reference.id == variable.id
        else { continue }
        copy.records[index].type = "math_number"
        copy.records[index].fields = [FieldRecord(name: "NUM", state: .number(Double(number)))]
      }
      let round = try coordinator.add(copy)
      try coordinator.attach(round, to: body.lastInStack.nextConnection)
    }
    try coordinator.replace(loop, through: loop, by: body)
    if let variable = parts.variable { try coordinator.deleteIfUnused(variable) }
    return .block(id: body.id)
  }
}
