import BlockLayout
import BlockLibrary
import BlockModel

/// Moves statements that follow each other into a new function, and calls it there and wherever the same statements are.
package struct ExtractFunction: Refactoring {
  let firstID: String
  let lastID: String
  let name: String

  package var title: String { "Extract function…" }
  package var message: String { "extracted the function “\(quoted: name)”" }

  package init(firstID: String, lastID: String, name: String) {
    (self.firstID, self.lastID, self.name) = (firstID, lastID, name)
  }

  private struct Parts {
    var run: [Block]
    /// Equal statements elsewhere.
    var others: [[Block]]
    var function: ExtractedFunction
  }

  private func parts(in workspace: Workspace) throws(FieldError) -> Parts {
    guard let first = workspace.blocks[firstID], let last = workspace.blocks[lastID],
      let run = first.statements(through: last), first.previousConnection != nil
    else { throw FieldError("there are no statements here that follow each other") }
    for block in run {
      if block.isShadow { throw FieldError("default statements can't be moved") }
      try block.checkMovable()
    }
    try Self.checkStays(in: run)
    var function = try ExtractedFunction(name, of: run, in: workspace)
    var others: [[Block]] = []
    var used = Set(run.flatMap { $0.descendants(followers: false) }.map(ObjectIdentifier.init))
    for other in Self.places(like: run, in: workspace) {
      let blocks = other.flatMap { Array($0.descendants(followers: false)) }
      guard blocks.allSatisfy({ !used.contains(ObjectIdentifier($0)) && $0.isDeletable }) else { continue }
      var wider = function
      do throws(FieldError) { try wider.add(VisibleLocals(at: other[0]), in: workspace) } catch { continue }
      function = wider
      others.append(other)
      used.formUnion(blocks.map(ObjectIdentifier.init))
    }
    return Parts(run: run, others: others, function: function)
  }

  /// Checks that no break or return leaves the statements.
  static func checkStays(in run: [Block]) throws(FieldError) {
    let blocks = run.flatMap { Array($0.descendants(followers: false)) }
    let inside = Set(blocks.map(ObjectIdentifier.init))
    for block in blocks {
      if block.type == "procedures_ifreturn" { throw FieldError("\(named: block) would leave another function") }
      guard block.type == "controls_flow_statements" else { continue }
      guard let loop = block.loops.first, inside.contains(ObjectIdentifier(loop)) else {
        throw FieldError("\(named: block) would leave the function")
      }
    }
  }

  /// The places where the same statements are.
  private static func places(like run: [Block], in workspace: Workspace) -> [[Block]] {
    let likeness = run.map(\.likeness)
    var places: [[Block]] = []
    for top in workspace.topBlocks {
      for block in top.descendants() where block.type == run[0].type && block.previousConnection != nil {
        if block === run[0] || block.isShadow { continue }
        let blocks = Array(sequence(first: block, next: \.nextInStack).prefix(run.count))
        if blocks.count == run.count, zip(blocks, likeness).allSatisfy({ $0.likeness == $1 }) { places.append(blocks) }
      }
    }
    return places
  }

  package func check(in workspace: Workspace) throws(FieldError) { _ = try parts(in: workspace) }

  package func change(with coordinator: WorkspaceLayoutCoordinator) throws(FieldError) -> FocusItem? {
    let parts = try parts(in: coordinator.workspace)
    let first = parts.run[0]
    let last = parts.run[parts.run.count - 1]
    let definition = try parts.function.define("procedures_defnoreturn", with: coordinator, beside: first)
    let call = try parts.function.call(definition, with: coordinator)
    try coordinator.insert(call, above: first)
    coordinator.disconnect(first, through: last)
    try coordinator.attach(first, to: definition.connection(of: "STACK"))
    for other in parts.others {
      let call = try parts.function.call(definition, with: coordinator)
      try coordinator.replace(other[0], through: other[other.count - 1], by: call)
    }
    return .block(id: call.id)
  }
}
