import BlockLayout
import BlockModel

extension Intent {
  /// Moves the selected statements, or the one at the cursor, to the end of the block above.
  public static let nest = Intent("nest", isSurprising: true, takesSelection: true) { $0.nest() }
  /// Moves the selected statements, or the one at the cursor, out of the block that they are in, to below it.
  public static let unnest = Intent("unnest", isSurprising: true, takesSelection: true) { $0.unnest() }
}

/// Moves statements into blocks and out of them.
extension IntentResolver {
  func nest() -> Resolution {
    moving { run throws(FieldError) in
      guard let above = blockAbove(run.first) else {
        throw FieldError("no block is above \(named: run.first) in its stack")
      }
      guard !above.isCollapsed else { throw FieldError("\(named: above) is collapsed") }
      guard let input = above.inputs.last(where: { $0.kind == .statement }), let connection = input.connection else {
        throw FieldError("\(named: above), which is above, takes no blocks")
      }
      guard let body = connection.targetBlock, !body.isShadow else { return connection }
      guard let end = body.lastInStack.nextConnection else {
        throw FieldError("nothing can be below \(named: body.lastInStack)")
      }
      return end
    }
  }

  func unnest() -> Resolution {
    moving { run throws(FieldError) in
      guard let holder = state.holder(of: run.first) else {
        throw FieldError("\(named: run.first) isn't inside another block")
      }
      guard let next = holder.nextConnection else {
        throw FieldError("nothing can be below \(named: holder)")
      }
      return next
    }
  }

  /// Moves the selected statements, or the one at the cursor.
  /// - Parameter target: returns the connection to which they go.
  private func moving(to target: (BlockRun) throws(FieldError) -> Connection) -> Resolution {
    do throws(FieldError) {
      let run = try movedRun()
      let connection = try target(run)
      guard let first = run.first.previousConnection, connection.canConnect(first) else {
        throw FieldError("\(named: run.first) doesn't fit there")
      }
      if connection.targetBlock != nil, run.last.nextConnection == nil {
        throw FieldError("nothing can be below \(named: run.last)")
      }
      let destination = MoveDestination.connection(
        blockID: connection.sourceBlock.id, inputName: connection.sourceInput?.name)
      let name = run.blocks.count == 1 ? "\(named: run.first)" : SelectionText.count(run.blocks.count)
      return .changes(
        Plan(
          [run.detachment, .connect(blockID: run.first.id, to: ConnectionTarget(connection))],
          focus: .item(state.cursor),
          statusMessage: "moved \(name) \(state.description(of: destination))"))
    } catch {
      return .refused(reason: error.reason)
    }
  }

  /// - Throws: `FieldError` if there are no such statements, or if they can't move together.
  private func movedRun() throws(FieldError) -> BlockRun {
    let runs = BlockRun.runs(of: state.selectedBlocks)
    guard let run = runs.first else {
      guard let statement = state.cursorBlock, statement.outputConnection == nil, !statement.isShadow else {
        throw FieldError("there is no statement here to move")
      }
      guard statement.isMovable else { throw FieldError("this block is locked against moving") }
      return BlockRun(blocks: [statement])
    }
    guard runs.count == 1, run.first.outputConnection == nil else {
      throw FieldError("the selected blocks don't follow each other")
    }
    if let locked = run.blocks.first(where: { !$0.isMovable }) {
      throw FieldError("\(named: locked) is locked against moving")
    }
    return run
  }
}
