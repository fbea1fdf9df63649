import BlockModel
import Markup

/// Creates events from JSON by type. Custom types are registered in the same way as Blockly's.
public final class BlocklyEventFactory {
  /// Creates an event from its JSON.
  public typealias Reader = (_ json: JSONValue, _ workspaceID: String) throws(EventError) -> BlocklyEvent

  private var readers: [String: Reader] = [:]

  /// Creates a factory that knows Blockly's events.
  public init() {
    registerComments()
    register("create") { (json, id) throws(EventError) in try CreateEvent(json: json, workspaceID: id) }
    register("delete") { (json, id) throws(EventError) in try DeleteEvent(json: json, workspaceID: id) }
    register("move") { (json, id) throws(EventError) in try MoveEvent(json: json, workspaceID: id) }
    register("change") { (json, id) throws(EventError) in try ChangeEvent(json: json, workspaceID: id) }
    register("var_create") { (json, id) throws(EventError) in try VariableCreateEvent(json: json, workspaceID: id) }
    register("var_delete") { (json, id) throws(EventError) in try VariableDeleteEvent(json: json, workspaceID: id) }
    register("var_rename") { (json, id) throws(EventError) in try VariableRenameEvent(json: json, workspaceID: id) }
    register("var_type_change") { (json, id) throws(EventError) in
      try VariableTypeChangeEvent(json: json, workspaceID: id)
    }
    register("block_field_intermediate_change") { (json, id) throws(EventError) in
      try FieldIntermediateChangeEvent(json: json, workspaceID: id)
    }
    register("drag") { (json, id) throws(EventError) in try DragEvent(json: json, workspaceID: id) }
    register("comment_drag") { (json, id) throws(EventError) in try CommentDragEvent(json: json, workspaceID: id) }
    register("selected") { (json, id) throws(EventError) in try SelectedEvent(json: json, workspaceID: id) }
    register("click") { (json, id) throws(EventError) in try ClickEvent(json: json, workspaceID: id) }
    register("bubble_open") { (json, id) throws(EventError) in try BubbleOpenEvent(json: json, workspaceID: id) }
    register("trashcan_open") { (json, id) throws(EventError) in try TrashcanOpenEvent(json: json, workspaceID: id) }
    register("toolbox_item_select") { (json, id) throws(EventError) in
      try ToolboxItemSelectEvent(json: json, workspaceID: id)
    }
    register("theme_change") { (json, id) throws(EventError) in try ThemeChangeEvent(json: json, workspaceID: id) }
    register("viewport_change") { (json, id) throws(EventError) in try ViewportChangeEvent(json: json, workspaceID: id)
    }
    register("finished_loading") { (json, id) in FinishedLoadingEvent(json: json, workspaceID: id) }
  }

  /// Registers the reader of an event type, replacing any earlier one.
  public func register(_ type: String, _ reader: @escaping Reader) { readers[type] = reader }

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
