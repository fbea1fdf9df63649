import BlockLayout
import BlockLibrary
import BlockModel

/// Makes one if of two: of an if that is alone in another one, with “and”; of an if that is alone in an else, with
/// “else if”.
package struct MergeIfs: Refactoring {
  let blockID: String

  package var title: String { "Merge ifs" }
  package var message: String { "merged the ifs" }

  /// - Parameter blockID: the id of the outer or the inner if.
  package init(blockID: String) { self.blockID = blockID }

  private struct Parts {
    var outer: Block
    var inner: Block
    var isElse: Bool
  }

  private func parts(in workspace: Workspace) throws(FieldError) -> Parts {
    guard let block = workspace.blocks[blockID], block.isIf else { throw FieldError("this isn't an if") }
    if let parts = try parts(of: block) { return parts }
    if let outer = block.surroundingBlock, outer.isIf, let parts = try parts(of: outer), parts.inner === block {
      return parts
    }
    throw FieldError("no if is alone in another one without else, or alone in an else")
  }

  private func parts(of outer: Block) throws(FieldError) -> Parts? {
    let inner: Block
    let isElse = outer.firstInput(withName: "ELSE") != nil
    if isElse {
      guard let only = Self.only(in: outer.connection(of: "ELSE")) else { return nil }
      if !(outer.mutator is MutatorIfElse) { throw FieldError("\(named: outer) can't get more branches") }
      inner = only
    } else {
      guard outer.firstInput(withName: "IF1") == nil, let only = Self.only(in: outer.connection(of: "DO0")),
        only.firstInput(withName: "ELSE") == nil, only.firstInput(withName: "IF1") == nil
      else { return nil }
      guard outer.content("IF0") != nil, only.content("IF0") != nil else { throw FieldError("a condition is empty") }
      inner = only
    }
    try outer.checkRuns()
    try inner.checkRuns()
    try inner.checkDeletable()
    for child in inner.inputs.compactMap(\.connectedBlock) + [outer.content("IF0")].compactMap(\.self) {
      if child.isShadow { throw FieldError("default values can't be moved") }
      try child.checkMovable()
    }
    return Parts(outer: outer, inner: inner, isElse: isElse)
  }

  /// The if that is the only statement in an input.
  private static func only(in connection: Connection?) -> Block? {
    connection?.targetBlock.flatMap { $0.isIf && $0.nextBlock == nil && !$0.isShadow ? $0 : nil }
  }

  package func check(in workspace: Workspace) throws(FieldError) { _ = try parts(in: workspace) }

  package func change(with coordinator: WorkspaceLayoutCoordinator) throws(FieldError) -> FocusItem? {
    let parts = try parts(in: coordinator.workspace)
    let (outer, inner) = (parts.outer, parts.inner)
    if parts.isElse {
      coordinator.disconnect(inner, heal: false)
      let added = inner.elseIfCount + 1
      let first = outer.elseIfCount + 1
      try coordinator.setBranches(of: outer, elseIfs: first + added - 1, hasElse: inner.connection(of: "ELSE") != nil)
      for index in 0..<added {
        for name in ["IF", "DO"] {
          guard let part = coordinator.take(from: inner.connection(of: "\(name)\(index)")) else { continue }
          try coordinator.attach(part, to: outer.connection(of: "\(name)\(first + index)"))
        }
      }
      if let last = coordinator.take(from: inner.connection(of: "ELSE")) {
        try coordinator.attach(last, to: outer.connection(of: "ELSE"))
      }
    } else {
      let operation = try coordinator.make("logic_operation", ["OP": .text("AND")])
      let condition = outer.connection(of: "IF0")
      if let first = coordinator.take(from: condition), let second = coordinator.take(from: inner.connection(of: "IF0"))
      {
        try coordinator.attach(first, to: operation.connection(of: "A"))
        try coordinator.attach(second, to: operation.connection(of: "B"))
      }
      try coordinator.attach(operation, to: condition)
      let body = coordinator.take(from: inner.connection(of: "DO0"))
      coordinator.disconnect(inner, heal: false)
      if let body { try coordinator.attach(body, to: outer.connection(of: "DO0")) }
    }
    coordinator.delete(inner, heal: false)
    return .block(id: outer.id)
  }
}

extension Block {
  /// Whether the block is one of Blockly's two types of if.
  var isIf: Bool { type == "controls_if" || type == "controls_ifelse" }

  /// The number of “else if” branches.
  var elseIfCount: Int { (mutator as? MutatorIfElse)?.elseIfCount ?? 0 }
}
