import BlockLayout
import BlockLibrary
import BlockModel

/// Makes two ifs of one: of a condition with “and” an if in an if, of an “else if” an if in the else.
package struct SplitIf: Refactoring {
  let blockID: String

  package var title: String { "Split if" }
  package var message: String { "split the if" }

  package init(blockID: String) { self.blockID = blockID }

  private func parts(in workspace: Workspace) throws(FieldError) -> (block: Block, and: Block?) {
    guard let block = workspace.blocks[blockID], block.isIf else { throw FieldError("this isn't an if") }
    try block.checkRuns()
    if block.elseIfCount > 0 {
      for input in block.inputs.dropFirst(2) { try Self.checkMovable(input.connectedBlock) }
      return (block, nil)
    }
    guard block.firstInput(withName: "ELSE") == nil, let and = block.content("IF0"), and.type == "logic_operation",
      and.firstField(withName: "OP")?.state?.text == "AND"
    else { throw FieldError("this if has neither “else if” nor a condition with “and” without else") }
    guard and.content("A") != nil, and.content("B") != nil else { throw FieldError("a condition is empty") }
    try and.checkDeletable()
    for child in [and.content("A"), and.content("B"), block.content("DO0")] { try Self.checkMovable(child) }
    return (block, and)
  }

  private static func checkMovable(_ child: Block?) throws(FieldError) {
    guard let child else { return }
    if child.isShadow { throw FieldError("default values can't be moved") }
    try child.checkMovable()
  }

  package func check(in workspace: Workspace) throws(FieldError) { _ = try parts(in: workspace) }

  package func change(with coordinator: WorkspaceLayoutCoordinator) throws(FieldError) -> FocusItem? {
    let (block, and) = try parts(in: coordinator.workspace)
    let inner = try coordinator.make("controls_if")
    if let and {
      let first = coordinator.take(from: and.connection(of: "A"))
      let second = coordinator.take(from: and.connection(of: "B"))
      if let first { try coordinator.replace(and, by: first) }
      coordinator.delete(and, heal: false)
      if let second { try coordinator.attach(second, to: inner.connection(of: "IF0")) }
      if let body = coordinator.take(from: block.connection(of: "DO0")) {
        try coordinator.attach(body, to: inner.connection(of: "DO0"))
      }
      try coordinator.attach(inner, to: block.connection(of: "DO0"))
      return .block(id: block.id)
    }
    let (count, hasElse) = (block.elseIfCount, block.connection(of: "ELSE") != nil)
    try coordinator.setBranches(of: inner, elseIfs: count - 1, hasElse: hasElse)
    for index in 1...count {
      for name in ["IF", "DO"] {
        guard let part = coordinator.take(from: block.connection(of: "\(name)\(index)")) else { continue }
        try coordinator.attach(part, to: inner.connection(of: "\(name)\(index - 1)"))
      }
    }
    if let last = coordinator.take(from: block.connection(of: "ELSE")) {
      try coordinator.attach(last, to: inner.connection(of: "ELSE"))
    }
    try coordinator.setBranches(of: block, elseIfs: 0, hasElse: true)
    try coordinator.attach(inner, to: block.connection(of: "ELSE"))
    return .block(id: block.id)
  }
}
