import BlockModel
import Markup

/// Makes events from their JSON, by the type that they were registered with; custom ones are registered like those of
/// Blockly.
public final class BlocklyEventFactory {
  /// Makes an event from its JSON.
  public typealias Reader = (_ json: JSONValue, _ workspaceID: String) throws(EventError) -> BlocklyEvent

  private var readers: [String: Reader] = [:]

  /// A factory that knows Blockly's events.
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

  /// Registers the reader of an event type, in place of a former one.
  public func register(_ type: String, _ reader: @escaping Reader) { readers[type] = reader }

  /// The event that a JSON object says: an `UnknownEvent` for a type that nobody registered.
  /// - Throws: `EventError` when the object lacks what its type needs.
  public func event(from json: JSONValue, workspaceID: String) throws(EventError) -> BlocklyEvent {
    guard let type = json["type"]?.string else { throw EventError("an event has no “type”") }
    let event =
      try readers[type]?(json, workspaceID) ?? UnknownEvent(json, type: type, workspaceID: workspaceID)
    if let group = json["group"]?.string, !group.isEmpty { event.groupID = group }
    if json["recordUndo"]?.boolean == false { event.recordsUndo = false }
    return event
  }
}
