/// The ids of a program that its file omits.
public struct ImplicitIDs: Equatable, Sendable {
  /// The ids of blocks, and of shadows that real blocks cover.
  public var blocks: Set<String> = []
  /// The ids of variables.
  public var variables: Set<String> = []
  /// The ids of workspace comments.
  public var comments: Set<String> = []

  /// Creates an empty set of ids.
  public init() {}
}

extension Workspace {
  /// The ids that the program's file omits. All other ids are written to the file.
  public var implicitIDs: ImplicitIDs {
    get {
      var ids = ImplicitIDs()
      for block in blocks.values {
        if block.hasImplicitID { ids.blocks.insert(block.id) }
        forEachCoveredShadow(of: block) { shadow in
          for record in shadow.records where record.hasImplicitID { if let id = record.id { ids.blocks.insert(id) } }
        }
      }
      for variable in variables.all where variable.hasImplicitID { ids.variables.insert(variable.id) }
      for comment in comments where comment.hasImplicitID { ids.comments.insert(comment.id) }
      return ids
    }
    set {
      // Without implicit ids, no block needs a look-up.
      let areStated = newValue.blocks.isEmpty
      for block in blocks.values {
        block.hasImplicitID = !areStated && newValue.blocks.contains(block.id)
        forEachCoveredShadow(of: block) { shadow in
          for index in shadow.records.indices {
            shadow.records[index].hasImplicitID = shadow.records[index].id.map(newValue.blocks.contains) ?? true
          }
        }
      }
      for variable in variables.all { variable.hasImplicitID = newValue.variables.contains(variable.id) }
      for comment in comments { comment.hasImplicitID = newValue.comments.contains(comment.id) }
    }
  }

  // Avoids the array that `superiorConnections` allocates for each block.
  private func forEachCoveredShadow(of block: Block, _ body: (inout BlockSnapshot) -> Void) {
    func visit(_ connection: Connection?) {
      guard let connection, var shadow = connection.coveredShadow else { return }
      connection.coveredShadow = nil
      body(&shadow)
      connection.coveredShadow = shadow
    }
    for input in block.inputs { visit(input.connection) }
    visit(block.nextConnection)
  }
}
