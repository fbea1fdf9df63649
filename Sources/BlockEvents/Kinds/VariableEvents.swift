import BlockModel
import Markup

/// The base class of `var_create` and `var_delete`.
public class VariableExistenceEvent: BlocklyEvent {
  /// The variable after creation, or before deletion.
  public let variable: VariableState

  fileprivate init(type: String, variable: VariableState, workspaceID: String) {
    self.variable = variable
    super.init(type: type, workspaceID: workspaceID)
  }

  fileprivate convenience init(type: String, json: JSONValue, workspaceID: String) throws(EventError) {
    let reader = EventJSONReader(json)
    var variable = VariableState(
      id: try reader.text("varId"), name: try reader.text("varName"), type: reader.optionalText("varType") ?? "")
    if let mortiseMembers = json.mortiseMembers {
      variable.index = mortiseMembers["index"]?.integer
      variable.hasImplicitID = mortiseMembers["implicitID"]?.boolean ?? false
      variable.isDeclared = mortiseMembers["declared"]?.boolean ?? true
      variable.statesEmptyType = mortiseMembers["statesType"]?.boolean ?? false
    }
    self.init(type: type, variable: variable, workspaceID: workspaceID)
  }

  override public func writeMembers(to json: inout JSONBuilder, in workspace: Workspace) {
    json.member("varId", variable.id)
    json.member("varType", variable.type)
    json.member("varName", variable.name)
    json.mortiseMembers { json in
      if let index = variable.index { json.member("index", index) }
      if variable.hasImplicitID { json.member("implicitID", true) }
      if !variable.isDeclared { json.member("declared", false) }
      if variable.statesEmptyType { json.member("statesType", true) }
    }
  }

  fileprivate func setExists(_ exists: Bool, on target: any EventTarget) throws(EventError) {
    if exists { try target.createVariable(variable) } else { try target.deleteVariable(id: variable.id) }
  }
}

/// A variable was created (`var_create`).
public final class VariableCreateEvent: VariableExistenceEvent {
  public convenience init(variable: VariableState, workspaceID: String) {
    self.init(type: "var_create", variable: variable, workspaceID: workspaceID)
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
  public convenience init(variable: VariableState, workspaceID: String) {
    self.init(type: "var_delete", variable: variable, workspaceID: workspaceID)
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
    let reader = EventJSONReader(json)
    self.init(
      variableID: try reader.text("varId"), oldName: try reader.text("oldName"),
      newName: try reader.text("newName"), workspaceID: workspaceID)
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

/// A variable's type changed (`var_type_change`).
public final class VariableTypeChangeEvent: BlocklyEvent {
  public let variableID: String
  public let oldType: String
  public let newType: String

  public init(variableID: String, oldType: String, newType: String, workspaceID: String) {
    self.variableID = variableID
    self.oldType = oldType
    self.newType = newType
    super.init(type: "var_type_change", workspaceID: workspaceID)
  }

  convenience init(json: JSONValue, workspaceID: String) throws(EventError) {
    let reader = EventJSONReader(json)
    self.init(
      variableID: try reader.text("varId"), oldType: try reader.text("oldType"),
      newType: try reader.text("newType"), workspaceID: workspaceID)
  }

  override public func writeMembers(to json: inout JSONBuilder, in workspace: Workspace) {
    json.member("varId", variableID)
    json.member("oldType", oldType)
    json.member("newType", newType)
  }

  override public var isNull: Bool { oldType == newType }

  override public func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    try target.setVariableType(id: variableID, to: forward ? newType : oldType)
  }
}
