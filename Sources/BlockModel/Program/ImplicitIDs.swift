/// The ids of a program that its file leaves out.
public struct ImplicitIDs: Equatable, Sendable {
  /// Of blocks, and of shadows that real blocks cover.
  public var blocks: Set<String> = []
  /// Of variables.
  public var variables: Set<String> = []
  /// Of workspace comments.
  public var comments: Set<String> = []

  /// None.
  public init() {}
}

extension Workspace {
  /// The ids that the program's file leaves out. Those that are not among them are written to its file.
  public var implicitIDs: ImplicitIDs {
    get {
      var ids = ImplicitIDs()
      ids.blocks.reserveCapacity(blocks.count)
      for block in blocks.values {
        if block.hasImplicitID { ids.blocks.insert(block.id) }
        for connection in block.superiorConnections {
          for record in connection.coveredShadow?.records ?? [] where record.hasImplicitID {
            if let id = record.id { ids.blocks.insert(id) }
          }
        }
      }
      for variable in variables.all where variable.hasImplicitID { ids.variables.insert(variable.id) }
      for comment in comments where comment.hasImplicitID { ids.comments.insert(comment.id) }
      return ids
    }
    set {
      for block in blocks.values {
        block.hasImplicitID = newValue.blocks.contains(block.id)
        for connection in block.superiorConnections {
          guard var shadow = connection.coveredShadow else { continue }
          for index in shadow.records.indices {
            shadow.records[index].hasImplicitID = shadow.records[index].id.map(newValue.blocks.contains) ?? true
          }
          connection.coveredShadow = shadow
        }
      }
      for variable in variables.all { variable.hasImplicitID = newValue.variables.contains(variable.id) }
      for comment in comments { comment.hasImplicitID = newValue.comments.contains(comment.id) }
    }
  }
}
