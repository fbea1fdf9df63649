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
  }

  /// Registers the reader of an event type, in place of a former one.
  public func register(_ type: String, _ reader: @escaping Reader) { readers[type] = reader }

  /// The event that a JSON object says.
  /// - Returns: nil for a type that nobody registered.
  /// - Throws: `EventError` when the object lacks what its type needs.
  public func event(from json: JSONValue, workspaceID: String) throws(EventError) -> BlocklyEvent? {
    guard let type = json["type"]?.string else { throw EventError("an event has no “type”") }
    guard let reader = readers[type] else { return nil }
    let event = try reader(json, workspaceID)
    if let group = json["group"]?.string, !group.isEmpty { event.groupID = group }
    if json["recordUndo"]?.boolean == false { event.recordsUndo = false }
    return event
  }
}
