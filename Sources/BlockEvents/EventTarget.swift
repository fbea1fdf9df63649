import BlockModel

/// Runs events: changes the program, and adds the events of those changes. The coordinator conforms to it.
public protocol EventTarget: CommentEventTarget {
  /// The program that the events change.
  var workspace: Workspace { get }

  /// Whether events are being replayed. The changes that follow from them were recorded as events of their own, so
  /// listeners must not chain changes.
  var isReplaying: Bool { get set }

  /// Makes many changes. Deferrable work is done once, after all of them.
  func performBatch(_ changes: () -> Void)

  /// - Parameter fileIndex: the number of top-level blocks and comments before it in the file; nil for the end.
  /// - Throws: `EventError` if there is a block with one of the ids.
  func create(_ snapshot: BlockSnapshot, at fileIndex: Int?) throws(EventError)
  /// Deletes a block with its descendants, after it was disconnected if need be.
  /// - Throws: `EventError` if there is no such block.
  func delete(blockID: String) throws(EventError)
  /// Disconnects a block and moves it, or connects it elsewhere.
  /// - Throws: `EventError` if there is no such block, parent or connection, or another block is connected there.
  func move(blockID: String, to location: BlockLocation) throws(EventError)
  /// Sets one element of a block.
  /// - Throws: `EventError` if there is no such block, or the value isn't of the element's type.
  func change(blockID: String, _ element: ChangeEvent.Element, to value: ChangeEvent.Value) throws(EventError)
  /// Adds a variable unless there is one with its id, as Blockly does.
  /// - Throws: `EventError` if it can't be added.
  func createVariable(_ state: VariableState) throws(EventError)
  /// Removes a variable if there is one with this id.
  /// - Throws: `EventError` if blocks other than shadows use it.
  func deleteVariable(id: String) throws(EventError)
  /// Renames a variable, even if another variable has that name.
  /// - Throws: `EventError` if there is no such variable.
  func renameVariable(id: String, to name: String) throws(EventError)
  /// Changes the type of a variable; `""` is none.
  /// - Throws: `EventError` if there is no such variable.
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

  /// - Parameters:
  ///   - inputName: nil for the parent's next connection, and without a parent.
  ///   - coordinate: in workspace units; only without a parent.
  ///   - fileIndex: only without a parent; nil for the end.
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
  public func isEquivalent(to other: BlockLocation) -> Bool {
    parentID == other.parentID && inputName == other.inputName && coordinate == other.coordinate
  }
}
