import BlockModel

/// Runs events: changes the program, and adds the events of those changes. The coordinator conforms to it.
public protocol EventTarget: CommentEventTarget {
  var workspace: Workspace { get }

  /// Whether events are being replayed. The changes that follow from them were recorded as events of their own, so
  /// listeners must not chain changes.
  var isReplaying: Bool { get set }

  /// Makes many changes. Deferrable work is done once, after all of them.
  func performBatch(_ changes: () -> Void)

  /// - Parameter fileIndex: the number of top-level blocks and comments before it in the file; nil for the end.
  func create(_ snapshot: BlockSnapshot, at fileIndex: Int?) throws(EventError)
  func delete(blockID: String) throws(EventError)
  func move(blockID: String, to location: BlockLocation) throws(EventError)
  func change(blockID: String, _ element: ChangeEvent.Element, to value: ChangeEvent.Value) throws(EventError)
  func createVariable(_ state: VariableState) throws(EventError)
  func deleteVariable(id: String) throws(EventError)
  func renameVariable(id: String, to name: String) throws(EventError)
  func setVariableType(id: String, to type: String) throws(EventError)
}

extension EventTarget {
  /// Runs an event. No change is chained to its changes.
  /// - Throws: `EventError` if the program isn't in the state that the event expects.
  public func replay(_ event: BlocklyEvent, forward: Bool) throws(EventError) {
    let wasReplaying = isReplaying
    isReplaying = true
    defer { isReplaying = wasReplaying }
    try event.run(forward: forward, on: self)
  }
}

/// The location of a block: in an input, below another block, or at the top level.
public struct BlockLocation: Hashable, Sendable {
  /// The parent block; nil at the top level.
  public var parentID: String?
  /// The input of the parent; nil for the parent's next connection.
  public var inputName: String?
  /// The position at the top level.
  public var coordinate: WorkspacePoint?
  /// The number of top-level blocks and comments before the block in the file.
  public var fileIndex: Int?
  /// Whether neither the file nor the user gave the block a position.
  public var isImplicit = false

  public init(
    parentID: String? = nil, inputName: String? = nil, coordinate: WorkspacePoint? = nil, fileIndex: Int? = nil
  ) {
    self.parentID = parentID
    self.inputName = inputName
    self.coordinate = coordinate
    self.fileIndex = fileIndex
  }

  /// Returns the current location of a block.
  public init(of block: Block) {
    if let superior = block.superiorConnection {
      self.init(parentID: superior.sourceBlock.id, inputName: superior.sourceInput?.name)
    } else {
      self.init(coordinate: block.position, fileIndex: block.workspace?.topLevelIndex(of: block))
      isImplicit = block.hasImplicitPosition
    }
  }

  /// Whether two locations are the same to every Blockly client; ignores `fileIndex`.
  public func isSamePlace(as other: BlockLocation) -> Bool {
    parentID == other.parentID && inputName == other.inputName && coordinate == other.coordinate
  }
}
