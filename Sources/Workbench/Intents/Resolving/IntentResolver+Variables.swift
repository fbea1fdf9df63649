import BlockModel

extension IntentResolver {
  func makeVariable(named name: String, type: String, for place: FieldLocation?) -> Resolution {
    if let place, let reason = refusal(toUseVariableOfType: type, at: place) { return .nothing(reason: reason) }
    return .changes(
      Plan(
        [.makeVariable(name: name, type: type, for: place)],
        words: "made the variable “\(name)”" + (place == nil ? "" : ", used here")))
  }

  /// Why a field can't refer to a new variable; nil when it can. To be asked before the variable is made.
  private func refusal(toUseVariableOfType type: String, at place: FieldLocation) -> String? {
    guard let block = workspace.blocks[place.blockID] else { return "this block is not there any more" }
    guard let field = block.firstField(withName: place.name) else { return "this field is not there any more" }
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
      if variable.name == name { return .already(words: "the variable is called “\(name)” already") }
      return .changes(
        Plan([.renameVariable(id: id, to: name)], words: "renamed the variable “\(variable.name)” to “\(name)”"))
    }
  }

  func mergeVariable(_ id: String, into otherID: String) -> Resolution {
    variable(id) { variable in
      self.variable(otherID) { other in
        guard id != otherID else { return .nothing(reason: "a variable can't be put in place of itself") }
        guard variable.type == other.type else {
          return .nothing(reason: "“\(variable.name)” and “\(other.name)” are of different types")
        }
        return .changes(
          Plan(
            [.mergeVariable(id: id, into: otherID)],
            words: "“\(other.name)” is used in place of “\(variable.name)” now; undo parts them"))
      }
    }
  }

  func deleteVariable(_ id: String) -> Resolution {
    variable(id) { variable in
      let count = Set(workspace.uses(of: variable).map(\.block.id)).count { workspace.blocks[$0]?.isShadow == false }
      let users = count == 0 ? "" : count == 1 ? ", and the block that used it" : ", and \(count) blocks that used it"
      return .changes(Plan([.deleteVariable(id: id)], words: "deleted the variable “\(variable.name)”\(users)"))
    }
  }

  private func variable(_ id: String, _ resolution: (Variable) -> Resolution) -> Resolution {
    workspace.variables[id].map(resolution) ?? .nothing(reason: "this variable is not there any more")
  }
}
