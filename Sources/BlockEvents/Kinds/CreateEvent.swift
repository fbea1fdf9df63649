import BlockModel

/// Blocks were made (`create`).
public final class CreateEvent: BlocklyEvent {
  /// The blocks as they were made.
  public let snapshot: BlockSnapshot

  public init(snapshot: BlockSnapshot, workspaceID: String) {
    self.snapshot = snapshot
    super.init(type: "create", workspaceID: workspaceID, blockID: snapshot.records.first?.id)
  }

  override public func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    if forward { try target.create(snapshot) } else { try target.delete(blockID: blockID ?? "") }
  }
}

/// Blocks were deleted (`delete`).
public final class DeleteEvent: BlocklyEvent {
  /// The blocks as they were.
  public let snapshot: BlockSnapshot

  public init(snapshot: BlockSnapshot, workspaceID: String) {
    self.snapshot = snapshot
    super.init(type: "delete", workspaceID: workspaceID, blockID: snapshot.records.first?.id)
  }

  public var wasShadow: Bool { snapshot.records.first?.isShadow ?? false }

  override public func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    if forward { try target.delete(blockID: blockID ?? "") } else { try target.create(snapshot) }
  }
}
