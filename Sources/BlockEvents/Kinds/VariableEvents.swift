import BlockModel
import Markup

/// A variable came or went: what `var_create` and `var_delete` have in common.
public class VariableExistenceEvent: BlocklyEvent {
  public let variableID: String
  public let name: String
  public let variableType: String
  /// The place among the variables, for returning to it; not part of the event's JSON.
  public let order: Int64?

  fileprivate init(
    type: String, variableID: String, name: String, variableType: String, order: Int64?, workspaceID: String
  ) {
    self.variableID = variableID
    self.name = name
    self.variableType = variableType
    self.order = order
    super.init(type: type, workspaceID: workspaceID)
  }

  fileprivate convenience init(type: String, json: JSONValue, workspaceID: String) throws(EventError) {
    let members = EventMembers(json)
    self.init(
      type: type, variableID: try members.text("varId"), name: try members.text("varName"),
      variableType: members.optionalText("varType") ?? "", order: nil, workspaceID: workspaceID)
  }

  override public func writeMembers(to json: inout JSONBuilder, in workspace: Workspace) {
    json.member("varId", variableID)
    json.member("varType", variableType)
    json.member("varName", name)
  }

  fileprivate func setExists(_ exists: Bool, on target: any EventTarget) throws(EventError) {
    if exists {
      try target.createVariable(id: variableID, name: name, type: variableType, order: order)
    } else {
      try target.deleteVariable(id: variableID)
    }
  }
}

/// A variable was made (`var_create`).
public final class VariableCreateEvent: VariableExistenceEvent {
  public convenience init(variableID: String, name: String, variableType: String, order: Int64?, workspaceID: String) {
    self.init(
      type: "var_create", variableID: variableID, name: name, variableType: variableType, order: order,
      workspaceID: workspaceID)
  }

  convenience init(json: JSONValue, workspaceID: String) throws(EventError) {
    try self.init(type: "var_create", json: json, workspaceID: workspaceID)
  }

  override public func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    try setExists(forward, on: target)
  }
}

/// A variable was deleted (`var_delete`).
public final class VariableDeleteEvent: VariableExistenceEvent {
  public convenience init(variableID: String, name: String, variableType: String, order: Int64?, workspaceID: String) {
    self.init(
      type: "var_delete", variableID: variableID, name: name, variableType: variableType, order: order,
      workspaceID: workspaceID)
  }

  convenience init(json: JSONValue, workspaceID: String) throws(EventError) {
    try self.init(type: "var_delete", json: json, workspaceID: workspaceID)
  }

  override public func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    try setExists(!forward, on: target)
  }
}

/// A variable was renamed (`var_rename`).
public final class VariableRenameEvent: BlocklyEvent {
  public let variableID: String
  public let oldName: String
  public let newName: String

  public init(variableID: String, oldName: String, newName: String, workspaceID: String) {
    self.variableID = variableID
    self.oldName = oldName
    self.newName = newName
    super.init(type: "var_rename", workspaceID: workspaceID)
  }

  convenience init(json: JSONValue, workspaceID: String) throws(EventError) {
    let members = EventMembers(json)
    self.init(
      variableID: try members.text("varId"), oldName: try members.text("oldName"),
      newName: try members.text("newName"), workspaceID: workspaceID)
  }

  override public func writeMembers(to json: inout JSONBuilder, in workspace: Workspace) {
    json.member("varId", variableID)
    json.member("oldName", oldName)
    json.member("newName", newName)
  }

  override public var isNull: Bool { oldName == newName }

  override public func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    try target.renameVariable(id: variableID, to: forward ? newName : oldName)
  }
}
