import BlockModel
import Markup

/// The base class of `var_create` and `var_delete`.
public class VariableExistenceEvent: BlocklyEvent {
  /// The variable after creation, or before deletion.
  public fileprivate(set) var variable = VariableState(id: "", name: "", type: "")

  fileprivate convenience init(type: String, variable: VariableState, workspaceID: String) {
    self.init(type: type, workspaceID: workspaceID)
    self.variable = variable
  }

  override public class var members: [EventMember] { table }

  private static let table: [EventMember] = [
    .text("varId", \VariableExistenceEvent.variable.id),
    EventMember(\VariableExistenceEvent.variable.type) { (json) throws(EventError) in
      json["varType"]?.string ?? ""
    } write: { type, json, _ in
      json.member("varType", type)
    },
    .text("varName", \VariableExistenceEvent.variable.name),
    .mortise([
      .integer("index", \VariableExistenceEvent.variable.index),
      .flag("implicitID", \VariableExistenceEvent.variable.hasImplicitID, default: false),
      .flag("declared", \VariableExistenceEvent.variable.isDeclared, default: true),
      .flag("statesType", \VariableExistenceEvent.variable.statesEmptyType, default: false),
    ]),
  ]

  fileprivate func setExists(_ exists: Bool, on target: any EventTarget) throws(EventError) {
    if exists { try target.createVariable(variable) } else { try target.deleteVariable(id: variable.id) }
  }
}

/// A variable was created (`var_create`).
public final class VariableCreateEvent: VariableExistenceEvent {
  /// - Parameter variable: the variable after its creation.
  public convenience init(variable: VariableState, workspaceID: String) {
    self.init(type: "var_create", variable: variable, workspaceID: workspaceID)
  }

  override public func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    try setExists(forward, on: target)
  }

  override public func laterChange(forward: Bool, in workspace: Workspace) -> String? {
    forward ? nil : variable.laterChange(in: workspace)
  }
}

/// A variable was deleted (`var_delete`).
public final class VariableDeleteEvent: VariableExistenceEvent {
  /// - Parameter variable: the variable before its deletion.
  public convenience init(variable: VariableState, workspaceID: String) {
    self.init(type: "var_delete", variable: variable, workspaceID: workspaceID)
  }

  override public func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    try setExists(!forward, on: target)
  }

  override public func laterChange(forward: Bool, in workspace: Workspace) -> String? {
    forward ? variable.laterChange(in: workspace) : nil
  }
}

/// A variable was renamed (`var_rename`).
public final class VariableRenameEvent: BlocklyEvent {
  /// The id of the variable, which stays the same.
  public private(set) var variableID = ""
  /// The name that undo sets.
  public private(set) var oldName = ""
  /// The name that redo sets.
  public private(set) var newName = ""

  /// A change that was just made to the variable with this id.
  public convenience init(variableID: String, oldName: String, newName: String, workspaceID: String) {
    self.init(type: "var_rename", workspaceID: workspaceID)
    self.variableID = variableID
    self.oldName = oldName
    self.newName = newName
  }

  override public class var members: [EventMember] {
    [
      .text("varId", \VariableRenameEvent.variableID), .text("oldName", \VariableRenameEvent.oldName),
      .text("newName", \VariableRenameEvent.newName),
    ]
  }

  override public var isNull: Bool { oldName == newName }

  override public func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    try target.renameVariable(id: variableID, to: forward ? newName : oldName)
  }

  override public func laterChange(forward: Bool, in workspace: Workspace) -> String? {
    workspace.variables[variableID]?.name == (forward ? oldName : newName) ? nil : "the variable was renamed or deleted"
  }
}

/// A variable's type changed (`var_type_change`).
public final class VariableTypeChangeEvent: BlocklyEvent {
  /// The id of the variable, which stays the same.
  public private(set) var variableID = ""
  /// The type that undo sets, `""` for none.
  public private(set) var oldType = ""
  /// The type that redo sets, `""` for none.
  public private(set) var newType = ""

  /// A change that was just made to the variable with this id.
  public convenience init(variableID: String, oldType: String, newType: String, workspaceID: String) {
    self.init(type: "var_type_change", workspaceID: workspaceID)
    self.variableID = variableID
    self.oldType = oldType
    self.newType = newType
  }

  override public class var members: [EventMember] {
    [
      .text("varId", \VariableTypeChangeEvent.variableID), .text("oldType", \VariableTypeChangeEvent.oldType),
      .text("newType", \VariableTypeChangeEvent.newType),
    ]
  }

  override public var isNull: Bool { oldType == newType }

  override public func run(forward: Bool, on target: any EventTarget) throws(EventError) {
    try target.setVariableType(id: variableID, to: forward ? newType : oldType)
  }

  override public func laterChange(forward: Bool, in workspace: Workspace) -> String? {
    workspace.variables[variableID]?.type == (forward ? oldType : newType) ? nil : "the variable was changed or deleted"
  }
}

extension VariableState {
  /// Describes a change of the variable since the program was in this state; nil if there is none.
  fileprivate func laterChange(in workspace: Workspace) -> String? {
    guard let variable = workspace.variables[id] else { return "the variable was deleted" }
    return variable.name == name && variable.type == type ? nil : "the variable was renamed"
  }
}
