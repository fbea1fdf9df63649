import BlockModel

/// What events are run on: it changes the program, and adds the events of what it changed. The layout's coordinator is one.
public protocol EventTarget: CommentEventTarget {
  var workspace: Workspace { get }

  /// Whether events are being run: what else came of them has events of its own, so nothing is chained to them.
  var isReplaying: Bool { get set }

  /// Makes many changes; what follows from each of them, and can be found at the end, waits until then.
  func performBatch(_ changes: () -> Void)

  /// - Parameter place: how many top-level blocks and comments stand before it in the file; nil for the end.
  func create(_ snapshot: BlockSnapshot, at place: Int?) throws(EventError)
  func delete(blockID: String) throws(EventError)
  func move(blockID: String, to location: BlockLocation) throws(EventError)
  func change(blockID: String, _ element: ChangeEvent.Element, to value: ChangeEvent.Value) throws(EventError)
  func createVariable(_ state: VariableState) throws(EventError)
  func deleteVariable(id: String) throws(EventError)
  func renameVariable(id: String, to name: String) throws(EventError)
  func setVariableType(id: String, to type: String) throws(EventError)
}

extension EventTarget {
  /// Runs an event, so that nothing is chained to what it does.
  /// - Throws: `EventError` when the program is not in the state that the event needs.
  public func replay(_ event: BlocklyEvent, forward: Bool) throws(EventError) {
    let wasReplaying = isReplaying
    isReplaying = true
    defer { isReplaying = wasReplaying }
    try event.run(forward: forward, on: self)
  }
}

/// Where a block stands: in an input, below another block, or at the top level.
public struct BlockLocation: Hashable, Sendable {
  /// The block that holds it; nil at the top level.
  public var parentID: String?
  /// The input of the parent; nil for its next connection.
  public var inputName: String?
  /// The place at the top level.
  public var coordinate: WorkspacePoint?
  /// How many top-level blocks and comments stand before the block in the file.
  public var place: Int?
  /// The file gave no place for the block, and the program none since.
  public var isImplicit = false

  public init(
    parentID: String? = nil, inputName: String? = nil, coordinate: WorkspacePoint? = nil, place: Int? = nil
  ) {
    self.parentID = parentID
    self.inputName = inputName
    self.coordinate = coordinate
    self.place = place
  }

  /// Where a block stands now.
  public init(of block: Block) {
    if let superior = block.superiorConnection {
      self.init(parentID: superior.sourceBlock.id, inputName: superior.sourceInput?.name)
    } else {
      self.init(coordinate: block.position, place: block.workspace?.topLevelIndex(of: block))
      isImplicit = block.hasImplicitPosition
    }
  }

  /// Whether two locations are the same in every client: orders are not compared.
  public func isSamePlace(as other: BlockLocation) -> Bool {
    parentID == other.parentID && inputName == other.inputName && coordinate == other.coordinate
  }
}
