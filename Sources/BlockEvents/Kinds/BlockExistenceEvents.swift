import BlockFormats
import BlockModel
import Markup

/// The base class of `create` and `delete`.
public class BlockExistenceEvent: BlocklyEvent {
  /// The blocks after creation, or before deletion.
  public fileprivate(set) var snapshot = BlockSnapshot()
  /// The number of top-level blocks and comments before the first block in the file.
  public fileprivate(set) var fileIndex: Int?
  /// The XML and JSON of the blocks, as read. They are written back unchanged, even if the variables have changed
  /// since.
  private var original: (xml: String, json: JSONValue)?

  fileprivate convenience init(type: String, snapshot: BlockSnapshot, fileIndex: Int?, workspaceID: String) {
    self.init(type: type, workspaceID: workspaceID, blockID: snapshot.records.first?.id)
    self.snapshot = snapshot
    self.fileIndex = fileIndex
  }

  override public var memorySize: Int { super.memorySize + snapshot.memorySize }

  fileprivate func setExists(_ exists: Bool, on target: any EventTarget) throws(EventError) {
    if exists { try target.create(snapshot, at: fileIndex) } else { try target.delete(blockID: blockID ?? "") }
  }

  fileprivate func laterChange(isToExist: Bool, in workspace: Workspace) -> String? {
    guard !isToExist else { return nil }
    guard let block = workspace.blocks[blockID ?? ""] else { return "the block was deleted" }
    return BlockSnapshot(of: block).saysTheSame(as: snapshot) ? nil : "the block was changed"
  }

  private func read(_ json: JSONValue, _ xmlName: String, _ jsonName: String) throws(EventError) {
    snapshot = try json.snapshot(json: jsonName, xml: xmlName)
    blockID = snapshot.records.first?.id
    if let xml = json[xmlName]?.string, let state = json[jsonName], state.kind == .object {
      original = (xml, state.detached)
    }
  }

  /// - Parameter flags: the members before the blocks' JSON.
  fileprivate static func members(xml xmlName: String, json jsonName: String, _ flags: [EventMember] = [])
    -> [EventMember]
  {
    [
      EventMember { (event: BlockExistenceEvent, json, workspace) in
        json.member("blockId", event.blockID ?? "")
        json.member(xmlName, event.original?.xml ?? BlockText.xml(of: event.snapshot, in: workspace))
        json.member("ids", event.snapshot.ids)
      }
    ] + flags + [
      EventMember { (event: BlockExistenceEvent, json) throws(EventError) in
        try event.read(json, xmlName, jsonName)
      } write: { event, json, workspace in
        json.member(jsonName, event.original?.json ?? BlockText.json(of: event.snapshot, in: workspace))
      },
      .recordUndo,
      .mortise([
        .integer("place", \BlockExistenceEvent.fileIndex),
        // `JSONValue.snapshot(json:xml:)` reads these.
        EventMember { (event: BlockExistenceEvent, json, _) in json.members(of: event.snapshot) },
      ]),
    ]
  }
}

/// Blocks were created (`create`).
public final class CreateEvent: BlockExistenceEvent {
  /// - Parameters:
  ///   - snapshot: the new block and its descendants.
  ///   - fileIndex: the number of top-level blocks and comments before it in the file; nil for the end.
  public convenience init(snapshot: BlockSnapshot, fileIndex: Int?, workspaceID: String) {
    self.init(type: "create", snapshot: snapshot, fileIndex: fileIndex, workspaceID: workspaceID)
  }

  override public class var members: [EventMember] { table }

  private static let table = members(xml: "xml", json: "json")

  override public func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    try setExists(forward, on: target)
  }

  override public func laterChange(forward: Bool, in workspace: Workspace) -> String? {
    laterChange(isToExist: forward, in: workspace)
  }
}

/// Blocks were deleted (`delete`).
public final class DeleteEvent: BlockExistenceEvent {
  /// - Parameters:
  ///   - snapshot: the block and its descendants before the deletion.
  ///   - fileIndex: the number of top-level blocks and comments before it in the file; nil for the end.
  public convenience init(snapshot: BlockSnapshot, fileIndex: Int?, workspaceID: String) {
    self.init(type: "delete", snapshot: snapshot, fileIndex: fileIndex, workspaceID: workspaceID)
  }

  /// Whether a placeholder was deleted, because a real block covers it or its input is gone.
  public var wasShadow: Bool { snapshot.records.first?.isShadow ?? false }

  override public class var members: [EventMember] { table }

  private static let table = members(
    xml: "oldXml", json: "oldJson",
    [EventMember { (event: DeleteEvent, json, _) in json.member("wasShadow", event.wasShadow) }])

  override public func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    try setExists(!forward, on: target)
  }

  override public func laterChange(forward: Bool, in workspace: Workspace) -> String? {
    laterChange(isToExist: !forward, in: workspace)
  }
}

extension BlockSnapshot {
  /// Whether two snapshots of the same blocks have the same blocks in the same places, fields and shapes, regardless
  /// of the names of variables.
  fileprivate func saysTheSame(as other: BlockSnapshot) -> Bool {
    let (own, others) = (records.filter { !$0.isCovered }, other.records.filter { !$0.isCovered })
    guard own.count == others.count else { return false }
    return zip(own, others).allSatisfy { own, other in
      own.id == other.id && own.type == other.type && own.slot.isSamePlace(as: other.slot)
        && own.isShadow == other.isShadow && own.position == other.position && own.inline == other.inline
        && MutationState.sayTheSame(own.mutation, other.mutation) && own.extras == other.extras
        && own.fields.count == other.fields.count
        && zip(own.fields, other.fields).allSatisfy { $0.name == $1.name && $0.state.saysTheSame(as: $1.state) }
    }
  }
}

extension BlockSnapshot.Slot {
  /// Whether two places are the same. JSON doesn't contain the kinds of inputs, so these are ignored.
  fileprivate func isSamePlace(as other: Self) -> Bool {
    if case .input(let own, _) = self, case .input(let other, _) = other { return own == other }
    return self == other
  }
}

extension MutationState {
  /// Whether two states are equal in a form that both have: an event may contain only one of the forms.
  fileprivate static func sayTheSame(_ left: MutationState?, _ right: MutationState?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    if let own = left.xml, let other = right.xml { return own == other }
    if let own = left.json, let other = right.json { return own == other }
    return true
  }
}

extension FieldState {
  /// Whether two states of a field are the same, regardless of the names of variables.
  func saysTheSame(as other: FieldState) -> Bool {
    if case .variable(let own) = self, case .variable(let other) = other, let id = own.id { return id == other.id }
    return plainText == other.plainText
  }
}
