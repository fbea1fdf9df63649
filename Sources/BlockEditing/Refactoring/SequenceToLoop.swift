import BlockLayout
import BlockLibrary
import BlockModel

/// Puts equal statements into one “repeat”, and statements that are equal but for a number, which changes in even steps,
/// into one “count”.
package struct SequenceToLoop: Refactoring {
  let firstID: String
  let lastID: String

  package var title: String { "Sequence to loop" }
  package var message: String { "put the statements into a loop" }

  /// - Parameters:
  ///   - firstID: the id of the first statement.
  ///   - lastID: the id of the last one; the same if all statements like it before and after it are meant.
  package init(firstID: String, lastID: String) { (self.firstID, self.lastID) = (firstID, lastID) }

  private struct Parts {
    /// The statements that stay.
    var kept: [Block]
    var others: [Block]
    /// The number that changes; nil if all are equal.
    var number: Block?
    var range: CountedRange
  }

  private func parts(in workspace: Workspace) throws(FieldError) -> Parts {
    guard let first = workspace.blocks[firstID], let last = workspace.blocks[lastID], first.previousConnection != nil,
      !first.isShadow, var run = first.statements(through: last)
    else { throw FieldError("there are no statements here that follow each other") }
    if run.count == 1 { run = Self.alike(first) }
    guard let (period, step, place) = Self.rhythm(of: run) else {
      throw FieldError("the statements aren't equal, also not but for one number in even steps")
    }
    let kept = Array(run.prefix(period))
    let others = Array(run.dropFirst(period))
    for block in others.flatMap({ $0.descendants(followers: false) }) where !block.isDeletable {
      throw FieldError("\(named: block) is locked against deleting")
    }
    for block in kept { try block.checkMovable() }
    try Self.checkStaysInLoop(run)
    var parts = Parts(kept: kept, others: others, range: CountedRange(from: 1, to: run.count / period, by: 1))
    guard let place, let step else { return parts }
    guard let number = place.block(in: kept), let from = number.wholeNumber else {
      throw FieldError("the numbers that differ aren't whole")
    }
    try number.checkIsNotSpecial()
    if !number.isShadow { try number.checkDeletable() }
    for block in kept { try block.checkDoesNotRecur() }
    parts.number = number
    parts.range = CountedRange(from: from, to: from + step * (run.count / period - 1), by: abs(step))
    return parts
  }

  /// Checks that no break of another loop, nor an unknown block, would be in the new loop.
  private static func checkStaysInLoop(_ run: [Block]) throws(FieldError) {
    let blocks = run.flatMap { Array($0.descendants(followers: false)) }
    let inside = Set(blocks.map(ObjectIdentifier.init))
    for block in blocks where block.type == "controls_flow_statements" {
      if let loop = block.loops.first, inside.contains(ObjectIdentifier(loop)) { continue }
      throw FieldError("\(named: block) would only leave the new loop")
    }
    if let unknown = Effects(of: run).unknown { throw FieldError("it isn't known what \(named: unknown) does") }
  }

  // MARK: - Comparing statements

  /// The place of a number in some statements.
  private struct Place: Equatable {
    var statement: Int
    var record: Int

    func block(in run: [Block]) -> Block? {
      let records = BlockSnapshot(of: run[statement], followers: false).records
      return records[record].id.flatMap { run[statement].workspace?.blocks[$0] }
    }
  }

  /// A difference between two groups of statements: none, or one number.
  private struct Difference: Equatable {
    var place: Place?
    var step: Double = 0
  }

  /// The difference between groups of statements; nil if it is more than a number.
  private static func difference(_ left: ArraySlice<Block>, _ right: ArraySlice<Block>) -> Difference? {
    var difference = Difference()
    for (statement, (left, right)) in zip(left, right).enumerated() {
      let (left, right) = (left.likeness.records, right.likeness.records)
      guard left.count == right.count else { return nil }
      for index in left.indices where left[index] != right[index] {
        guard difference.place == nil, left[index].type == "math_number", !left[index].isCovered,
          let old = left[index].number, let new = right[index].number
        else { return nil }
        var same = left[index]
        same.fields = right[index].fields
        guard same == right[index] else { return nil }
        if new != old { difference = Difference(place: Place(statement: statement, record: index), step: new - old) }
      }
    }
    return difference
  }

  /// After how many statements they are repeated, and by which whole number which number changes; nil if they aren't.
  private static func rhythm(of run: [Block]) -> (period: Int, step: Int?, place: Place?)? {
    guard run.count > 1 else { return nil }
    for period in 1...run.count / 2 where run.count % period == 0 {
      let groups = stride(from: 0, to: run.count, by: period).map { run[$0..<$0 + period] }
      guard let first = difference(groups[0], groups[1]), first.step == first.step.rounded(), abs(first.step) < 1e9,
        zip(groups.dropFirst(), groups.dropFirst(2)).allSatisfy({ difference($0, $1) == first })
      else { continue }
      return (period, first.place == nil ? nil : Int(first.step), first.place)
    }
    return nil
  }

  /// The statements around one that continue it.
  private static func alike(_ block: Block) -> [Block] {
    func above(_ block: Block) -> Block? {
      guard let superior = block.previousConnection?.target, superior.sourceInput == nil else { return nil }
      return superior.sourceBlock.isShadow ? nil : superior.sourceBlock
    }
    func step(_ upper: Block?, _ lower: Block?) -> Difference? {
      guard let upper, let lower, upper.type == lower.type else { return nil }
      return difference([upper], [lower])
    }
    guard let rhythm = step(block, block.nextInStack) ?? step(above(block), block) else { return [block] }
    var run = [block]
    while let next = run[run.count - 1].nextInStack, step(run[run.count - 1], next) == rhythm { run.append(next) }
    while let previous = above(run[0]), step(previous, run[0]) == rhythm { run.insert(previous, at: 0) }
    return run
  }

  package func check(in workspace: Workspace) throws(FieldError) { _ = try parts(in: workspace) }

  package func change(with coordinator: WorkspaceLayoutCoordinator) throws(FieldError) -> FocusItem? {
    let parts = try parts(in: coordinator.workspace)
    let loop: Block
    if let number = parts.number {
      let variable = try coordinator.createVariable(named: coordinator.workspace.variables.uniqueName())
      loop = try coordinator.makeCount(variable, parts.range)
      try coordinator.replace(number, by: try coordinator.makeRead(of: variable))
      if !number.isShadow { coordinator.delete(number, heal: false) }
    } else {
      loop = try coordinator.makeRepeat(parts.range.count)
    }
    coordinator.delete(parts.others[0], through: parts.others[parts.others.count - 1])
    let (first, last) = (parts.kept[0], parts.kept[parts.kept.count - 1])
    try coordinator.insert(loop, above: first)
    coordinator.disconnect(first, through: last)
    try coordinator.attach(first, to: loop.connection(of: "DO"))
    return .block(id: loop.id)
  }
}

extension BlockSnapshot.Record {
  /// The number in the record of a number block.
  fileprivate var number: Double? { fields.first { $0.name == "NUM" }.flatMap { Double($0.state.plainText) } }
}
