import BlockLayout
import BlockModel

extension Intent {
  /// Creates a variable, and makes the given field, if any, refer to it.
  public static func createVariable(name: String, type: String, for field: FieldLocation?) -> Intent {
    Intent("createVariable", repetition: ofVariables) { $0.createVariable(named: name, type: type, for: field) }
  }
  /// Renames a variable; refused if the name is empty, or another variable of its type has it.
  public static func renameVariable(id: String, to name: String) -> Intent {
    Intent("renameVariable", repetition: ofVariables) { $0.renameVariable(id, to: name) }
  }
  /// Replaces all uses of one variable by another, and deletes the first.
  public static func mergeVariable(id: String, into other: String) -> Intent {
    Intent("mergeVariable", repetition: ofVariables) { $0.mergeVariable(id, into: other) }
  }
  /// Deletes a variable and the blocks that use it.
  public static func deleteVariable(id: String) -> Intent {
    Intent("deleteVariable", repetition: ofVariables) { $0.deleteVariable(id) }
  }

  private static var ofVariables: Repetition { .impossible(reason: "a change to variables can't be repeated") }
}

/// Variables.
extension IntentResolver {
  func createVariable(named name: String, type: String, for location: FieldLocation?) -> Resolution {
    if let location, let reason = refusal(toUseVariableOfType: type, at: location) { return .refused(reason: reason) }
    return .changes(
      Plan(
        [.createVariable(name: name, type: type, for: location)],
        statusMessage: "created the variable “\(quoted: name)”" + (location == nil ? "" : " and used it here")))
  }

  /// Returns why a field can't refer to a new variable of a type; nil if it can.
  private func refusal(toUseVariableOfType type: String, at location: FieldLocation) -> String? {
    guard let block = workspace.blocks[location.blockID] else { return "this block no longer exists" }
    guard let field = block.firstField(withName: location.name) else { return "this field no longer exists" }
    guard let field = field as? FieldVariable else { return "this field can't refer to a variable" }
    if !block.isEditable { return "this block is locked against editing" }
    do throws(FieldError) {
      try check(variableType: type, for: field)
      return nil
    } catch {
      return error.reason
    }
  }

  func renameVariable(_ id: String, to name: String) -> Resolution {
    variable(id) { variable in
      if variable.name == name {
        return .alreadyDone(statusMessage: "the variable is already called “\(quoted: name)”")
      }
      return .changes(
        Plan(
          [.renameVariable(id: id, to: name)],
          statusMessage: "renamed the variable “\(quoted: variable.name)” to “\(quoted: name)”")
      )
    }
  }

  func mergeVariable(_ id: String, into otherID: String) -> Resolution {
    variable(id) { variable in
      self.variable(otherID) { other in
        guard id != otherID else { return .refused(reason: "a variable can't replace itself") }
        guard variable.type == other.type else {
          return .refused(reason: "“\(quoted: variable.name)” and “\(quoted: other.name)” are of different types")
        }
        return .changes(
          Plan(
            [.mergeVariable(id: id, into: otherID)],
            statusMessage: "replaced “\(quoted: variable.name)” with “\(quoted: other.name)”; undo separates them"))
      }
    }
  }

  func deleteVariable(_ id: String) -> Resolution {
    variable(id) { variable in
      let count = Set(workspace.uses(of: variable).map(\.block.id)).count { workspace.blocks[$0]?.isShadow == false }
      let users = count == 0 ? "" : count == 1 ? ", and the block that used it" : ", and \(count) blocks that used it"
      return .changes(
        Plan([.deleteVariable(id: id)], statusMessage: "deleted the variable “\(quoted: variable.name)”\(users)"))
    }
  }

  private func variable(_ id: String, _ resolution: (Variable) -> Resolution) -> Resolution {
    workspace.variables[id].map(resolution) ?? .refused(reason: "this variable no longer exists")
  }
}
