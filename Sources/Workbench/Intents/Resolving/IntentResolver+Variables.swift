import BlockModel

extension IntentResolver {
  func makeVariable(named name: String, type: String, for location: FieldLocation?) -> Resolution {
    if let location, let reason = refusal(toUseVariableOfType: type, at: location) { return .refused(reason: reason) }
    return .changes(
      Plan(
        [.makeVariable(name: name, type: type, for: location)],
        statusMessage: "made the variable “\(name)”" + (location == nil ? "" : ", used here")))
  }

  /// Why a field can't refer to a variable that is about to be made; nil when it can.
  private func refusal(toUseVariableOfType type: String, at location: FieldLocation) -> String? {
    guard let block = workspace.blocks[location.blockID] else { return "this block is not there any more" }
    guard let field = block.firstField(withName: location.name) else { return "this field is not there any more" }
    guard let field = field as? FieldVariable else { return "this field takes no variable" }
    if !block.isEditable { return "this block is locked against editing" }
    do throws(FieldRefusal) {
      try check(variableType: type, for: field)
      return nil
    } catch {
      return error.reason
    }
  }

  func renameVariable(_ id: String, to name: String) -> Resolution {
    variable(id) { variable in
      if variable.name == name { return .alreadyDone(statusMessage: "the variable is called “\(name)” already") }
      return .changes(
        Plan([.renameVariable(id: id, to: name)], statusMessage: "renamed the variable “\(variable.name)” to “\(name)”")
      )
    }
  }

  func mergeVariable(_ id: String, into otherID: String) -> Resolution {
    variable(id) { variable in
      self.variable(otherID) { other in
        guard id != otherID else { return .refused(reason: "a variable can't be put in place of itself") }
        guard variable.type == other.type else {
          return .refused(reason: "“\(variable.name)” and “\(other.name)” are of different types")
        }
        return .changes(
          Plan(
            [.mergeVariable(id: id, into: otherID)],
            statusMessage: "“\(other.name)” is used in place of “\(variable.name)” now; undo parts them"))
      }
    }
  }

  func deleteVariable(_ id: String) -> Resolution {
    variable(id) { variable in
      let count = Set(workspace.uses(of: variable).map(\.block.id)).count { workspace.blocks[$0]?.isShadow == false }
      let users = count == 0 ? "" : count == 1 ? ", and the block that used it" : ", and \(count) blocks that used it"
      return .changes(Plan([.deleteVariable(id: id)], statusMessage: "deleted the variable “\(variable.name)”\(users)"))
    }
  }

  private func variable(_ id: String, _ resolution: (Variable) -> Resolution) -> Resolution {
    workspace.variables[id].map(resolution) ?? .refused(reason: "this variable is not there any more")
  }
}
