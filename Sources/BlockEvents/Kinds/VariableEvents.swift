import BlockModel
import Markup

/// A variable was made (`var_create`).
public final class VariableCreateEvent: BlocklyEvent {
  public let variableID: String
  public let name: String
  public let variableType: String
  /// The place among the variables, for returning to it; not part of the event's JSON.
  public let order: Int64?

  public init(variableID: String, name: String, variableType: String, order: Int64?, workspaceID: String) {
    self.variableID = variableID
    self.name = name
    self.variableType = variableType
    self.order = order
    super.init(type: "var_create", workspaceID: workspaceID)
  }

  convenience init(json: JSONValue, workspaceID: String) throws(EventError) {
    let members = EventMembers(json)
    self.init(
      variableID: try members.text("varId"), name: try members.text("varName"),
      variableType: members.optionalText("varType") ?? "", order: nil, workspaceID: workspaceID)
  }

  override public func writeMembers(to json: inout JSONBuilder, in workspace: Workspace) {
    json.member("varId", variableID)
    json.member("varType", variableType)
    json.member("varName", name)
  }

  override public func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    if forward {
      try target.createVariable(id: variableID, name: name, type: variableType, order: order)
    } else {
      try target.deleteVariable(id: variableID)
    }
  }
}

/// A variable was deleted (`var_delete`).
public final class VariableDeleteEvent: BlocklyEvent {
  public let variableID: String
  public let name: String
  public let variableType: String
  /// The place among the variables, for returning to it; not part of the event's JSON.
  public let order: Int64?

  public init(variableID: String, name: String, variableType: String, order: Int64?, workspaceID: String) {
    self.variableID = variableID
    self.name = name
    self.variableType = variableType
    self.order = order
    super.init(type: "var_delete", workspaceID: workspaceID)
  }

  convenience init(json: JSONValue, workspaceID: String) throws(EventError) {
    let members = EventMembers(json)
    self.init(
      variableID: try members.text("varId"), name: try members.text("varName"),
      variableType: members.optionalText("varType") ?? "", order: nil, workspaceID: workspaceID)
  }

  override public func writeMembers(to json: inout JSONBuilder, in workspace: Workspace) {
    json.member("varId", variableID)
    json.member("varType", variableType)
    json.member("varName", name)
  }

  override public func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    if forward {
      try target.deleteVariable(id: variableID)
    } else {
      try target.createVariable(id: variableID, name: name, type: variableType, order: order)
    }
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
