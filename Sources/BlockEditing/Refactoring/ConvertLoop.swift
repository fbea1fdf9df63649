import BlockLayout
import BlockLibrary
import BlockModel

/// Turns a loop into one of another kind: “repeat” into “count”, “count” into “repeat” or “repeat while”, and a “repeat
/// while” that counts into “count”.
package struct ConvertLoop: Refactoring {
  /// The kind of loop that it becomes.
  package enum Kind: String, CaseIterable {
    case `repeat`, count, `while`
  }

  let blockID: String
  let kind: Kind

  package var title: String {
    switch kind {
    case .repeat: "Convert to repeat"
    case .count: "Convert to count"
    case .while: "Convert to while"
    }
  }
  package var message: String { "converted the loop" }

  package init(blockID: String, to kind: Kind) { (self.blockID, self.kind) = (blockID, kind) }

  private struct Parts {
    var loop: Block
    /// The numbers that are counted from and to, and by what.
    var range: CountedRange
    /// The variable that counts; nil for a new one.
    var variable: Variable?
    /// The statement before a “repeat while” that sets its variable, and the one in it that changes it.
    var counting: (start: Block, step: Block)?
  }

  private func parts(in workspace: Workspace) throws(FieldError) -> Parts {
    guard let loop = workspace.blocks[blockID], Surroundings.isLoop(loop), loop.type != "controls_forEach" else {
      throw FieldError("this loop doesn't count")
    }
    try loop.checkRuns()
    try loop.checkDeletable()
    try loop.connection(of: "DO")?.targetBlock?.checkMovable()
    if loop.connection(of: "DO")?.targetBlock?.isShadow == true {
      throw FieldError("default statements can't be moved")
    }
    switch (loop.type, kind) {
    case ("controls_repeat_ext", .count), ("controls_repeat", .count):
      guard let times = loop.times else { throw FieldError("it isn't known how often it repeats; a count may go down") }
      // A count from 1 to 0 goes down.
      guard times >= 1 else { throw FieldError("it never repeats, and a count would go down") }
      try loop.checkDoesNotRecur()
      return Parts(loop: loop, range: CountedRange(from: 1, to: times, by: 1))
    case ("controls_for", .repeat), ("controls_for", .while): return try counted(loop, workspace)
    case ("controls_whileUntil", .count): return try counting(loop, workspace)
    default: throw FieldError("\(named: loop) can't become a loop of this kind")
    }
  }

  /// - Throws: `FieldError` if the count's variable has a use that another loop would change.
  private func counted(_ loop: Block, _ workspace: Workspace) throws(FieldError) -> Parts {
    guard let range = loop.countedRange, let variable = loop.firstField(withName: "VAR")?.variable else {
      throw FieldError("it isn't known from where to where it counts")
    }
    let uses = VariableBlocks(of: variable, in: workspace)
    try loop.checkCountsAlone(variable, uses)
    if kind == .repeat {
      if uses.reads.contains(where: loop.holds) { throw FieldError("“\(quoted: variable.name)” is read") }
    } else {
      if let block = loop.ownFlow(of: "CONTINUE") { throw FieldError("\(named: block) would not count") }
      guard
        loop.connection(of: "DO")?.targetBlock?.lastInStack.nextConnection != nil
          || loop.connection(of: "DO")?.targetBlock == nil
      else { throw FieldError("nothing can be below the last statement") }
    }
    return Parts(loop: loop, range: range, variable: variable)
  }

  /// Examines a “repeat while” whose variable is set before it and changed at the end of it.
  private func counting(_ loop: Block, _ workspace: Workspace) throws(FieldError) -> Parts {
    let reason = FieldError("it doesn't set a variable before it, and change that by a number in its last statement")
    guard let start = loop.parent, start.type == "variables_set", loop.superiorConnection?.sourceInput == nil,
      let variable = start.firstField(withName: "VAR")?.variable, let from = start.content("VALUE")?.wholeNumber,
      let step = loop.connection(of: "DO")?.targetBlock?.lastInStack, step.type == "math_change", step.isEnabled,
      step.firstField(withName: "VAR")?.variable === variable, let by = step.content("DELTA")?.wholeNumber, by != 0,
      start.isEnabled
    else { throw reason }
    guard let condition = loop.content("BOOL"), condition.type == "logic_compare",
      condition.content("A")?.type == "variables_get",
      condition.content("A")?.firstField(withName: "VAR")?.variable === variable,
      let bound = condition.content("B")?.wholeNumber
    else { throw FieldError("its condition doesn't compare “\(quoted: variable.name)” with a number") }
    let isUntil = loop.firstField(withName: "MODE")?.state?.text == "UNTIL"
    let to: Int
    switch (condition.firstField(withName: "OP")?.state?.text, isUntil, by > 0) {
    case ("LTE", false, true), ("GT", true, true), ("GTE", false, false), ("LT", true, false): to = bound
    case ("LT", false, true), ("GTE", true, true): to = bound - 1
    case ("GT", false, false), ("LTE", true, false): to = bound + 1
    default: throw FieldError("its condition doesn't end the count")
    }
    // A count would go in the other direction.
    guard by > 0 ? from <= to : from > to else { throw FieldError("it never repeats, and a count would go back") }
    if let block = loop.ownFlow(of: "CONTINUE") { throw FieldError("\(named: block) doesn't count") }
    for block in [start, step] { try block.checkDeletable() }
    try loop.checkCountsAlone(variable, VariableBlocks(of: variable, in: workspace), except: [start, step])
    return Parts(
      loop: loop, range: CountedRange(from: from, to: to, by: abs(by)), variable: variable, counting: (start, step))
  }

  package func check(in workspace: Workspace) throws(FieldError) { _ = try parts(in: workspace) }

  package func change(with coordinator: WorkspaceLayoutCoordinator) throws(FieldError) -> FocusItem? {
    let parts = try parts(in: coordinator.workspace)
    let loop = parts.loop
    if let counting = parts.counting {
      coordinator.delete(counting.step, heal: true)
      coordinator.delete(counting.start, heal: true)
    }
    let body = coordinator.take(from: loop.connection(of: "DO"))
    let new: Block
    switch kind {
    case .repeat:
      new = try coordinator.makeRepeat(parts.range.count)
      if let body { try coordinator.attach(body, to: new.connection(of: "DO")) }
      try coordinator.replace(loop, through: loop, by: new)
      if let variable = parts.variable { try coordinator.deleteIfUnused(variable) }
    case .count:
      let variable: Variable
      if let known = parts.variable {
        variable = known
      } else {
        variable = try coordinator.createVariable(named: coordinator.workspace.variables.uniqueName())
      }
      new = try coordinator.makeCount(variable, parts.range)
      if let body { try coordinator.attach(body, to: new.connection(of: "DO")) }
      try coordinator.replace(loop, through: loop, by: new)
    case .while:
      guard let variable = parts.variable else { return nil }
      new = try makeWhile(variable, parts.range, body, with: coordinator)
      try coordinator.replace(loop, through: loop, by: new)
    }
    return .block(id: new.id)
  }

  /// Makes a statement that sets the variable, and the loop below it.
  private func makeWhile(
    _ variable: Variable, _ range: CountedRange, _ body: Block?,
    with coordinator: WorkspaceLayoutCoordinator
  ) throws(FieldError) -> Block {
    let isUp = range.from <= range.to
    let start = try coordinator.makeSetting(of: variable, to: try coordinator.makeNumber(range.from))
    let loop = try coordinator.make("controls_whileUntil", ["MODE": .text("WHILE")])
    let condition = try coordinator.make("logic_compare", ["OP": .text(isUp ? "LTE" : "GTE")])
    try coordinator.attach(try coordinator.makeRead(of: variable), to: condition.connection(of: "A"))
    try coordinator.attach(try coordinator.makeNumber(range.to), to: condition.connection(of: "B"))
    try coordinator.attach(condition, to: loop.connection(of: "BOOL"))
    let step = try coordinator.make(
      "math_change", ["VAR": variable.fieldState], numbers: ["DELTA": isUp ? range.by : -range.by])
    if let body {
      try coordinator.attach(step, to: body.lastInStack.nextConnection)
      try coordinator.attach(body, to: loop.connection(of: "DO"))
    } else {
      try coordinator.attach(step, to: loop.connection(of: "DO"))
    }
    try coordinator.attach(loop, to: start.nextConnection)
    return start
  }
}
