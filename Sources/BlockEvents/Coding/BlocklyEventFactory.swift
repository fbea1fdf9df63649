import BlockModel
import Markup

/// Creates events from JSON by type. Custom types are registered in the same way as Blockly's.
public final class BlocklyEventFactory {
  /// Creates an event from its JSON.
  public typealias Reader = (_ json: JSONValue, _ workspaceID: String) throws(EventError) -> BlocklyEvent

  private var readers = blocklyReaders
  /// The readers of Blockly's events, once there was a factory: each start of the editor needs several.
  private static var blocklyReaders: [String: Reader] = [:]

  /// Creates a factory that knows Blockly's events.
  public init() {
    if !readers.isEmpty { return }
    registerBlocklyEvents()
    Self.blocklyReaders = readers
  }

  private func registerBlocklyEvents() {
    register("change") { (json, id) throws(EventError) in try ChangeEvent(json: json, workspaceID: id) }
    registerMembers("create") { CreateEvent(type: $0, workspaceID: $1) }
    registerMembers("delete") { DeleteEvent(type: $0, workspaceID: $1) }
    registerMembers("move") { MoveEvent(type: $0, workspaceID: $1) }
    registerMembers("var_create") { VariableCreateEvent(type: $0, workspaceID: $1) }
    registerMembers("var_delete") { VariableDeleteEvent(type: $0, workspaceID: $1) }
    registerMembers("var_rename") { VariableRenameEvent(type: $0, workspaceID: $1) }
    registerMembers("var_type_change") { VariableTypeChangeEvent(type: $0, workspaceID: $1) }
    registerMembers("block_field_intermediate_change") { FieldIntermediateChangeEvent(type: $0, workspaceID: $1) }
    registerMembers("finished_loading") { FinishedLoadingEvent(type: $0, workspaceID: $1) }
    registerMembers("comment_create") { CommentCreateEvent(type: $0, workspaceID: $1) }
    registerMembers("comment_delete") { CommentDeleteEvent(type: $0, workspaceID: $1) }
    registerMembers("comment_change") { CommentChangeEvent(type: $0, workspaceID: $1) }
    registerMembers("comment_move") { CommentMoveEvent(type: $0, workspaceID: $1) }
    registerMembers("comment_resize") { CommentResizeEvent(type: $0, workspaceID: $1) }
    registerMembers("comment_collapse") { CommentCollapseEvent(type: $0, workspaceID: $1) }
    registerMembers("drag") { DragEvent(type: $0, workspaceID: $1) }
    registerMembers("comment_drag") { CommentDragEvent(type: $0, workspaceID: $1) }
    registerMembers("selected") { SelectedEvent(type: $0, workspaceID: $1) }
    registerMembers("click") { ClickEvent(type: $0, workspaceID: $1) }
    registerMembers("bubble_open") { BubbleOpenEvent(type: $0, workspaceID: $1) }
    registerMembers("trashcan_open") { TrashcanOpenEvent(type: $0, workspaceID: $1) }
    registerMembers("toolbox_item_select") { ToolboxItemSelectEvent(type: $0, workspaceID: $1) }
    registerMembers("theme_change") { ThemeChangeEvent(type: $0, workspaceID: $1) }
    registerMembers("viewport_change") { ViewportChangeEvent(type: $0, workspaceID: $1) }
  }

  /// Registers the reader of an event type, replacing any earlier one.
  public func register(_ type: String, _ reader: @escaping Reader) { readers[type] = reader }

  /// Registers an event type whose `members` describe its JSON, replacing any earlier reader.
  /// - Parameter make: creates an event whose members have no values yet.
  public func registerMembers(_ type: String, _ make: @escaping (_ type: String, _ workspaceID: String) -> BlocklyEvent)
  {
    register(type) { (json, workspaceID) throws(EventError) in
      let event = make(type, workspaceID)
      for member in Swift.type(of: event).members { try member.read(event, json) }
      return event
    }
  }

  /// Returns the event that a JSON object describes, or an `UnknownEvent` if its type isn't registered.
  /// - Throws: `EventError` if the object lacks members that its type requires.
  public func event(from json: JSONValue, workspaceID: String) throws(EventError) -> BlocklyEvent {
    guard let type = json["type"]?.string else { throw EventError("an event has no “type”") }
    let event =
      try readers[type]?(json, workspaceID) ?? UnknownEvent(json, type: type, workspaceID: workspaceID)
    if let group = json["group"]?.string, !group.isEmpty { event.groupID = group }
    if json["recordUndo"]?.boolean == false { event.recordsUndo = false }
    return event
  }
}
