import BlockModel

extension IntentResolver {
  func makeVariable(named name: String, type: String, for place: FieldPlace?) -> Resolution {
    .changes(
      Plan([.makeVariable(name: name, type: type, for: place)], words: "made the variable \(name)"))
  }

  func renameVariable(_ id: String, to name: String) -> Resolution {
    variable(id) { _ in
      .changes(Plan([.renameVariable(id: id, to: name)], words: "renamed to \(name)"))
    }
  }

  func mergeVariable(_ id: String, into otherID: String) -> Resolution {
    variable(id) { variable in
      self.variable(otherID) { other in
        .changes(
          Plan(
            [.mergeVariable(id: id, into: otherID)],
            words: "“\(variable.name)” is “\(other.name)” now; undo parts them"))
      }
    }
  }

  func deleteVariable(_ id: String) -> Resolution {
    variable(id) { variable in
      .changes(Plan([.deleteVariable(id: id)], words: "deleted \(variable.name)"))
    }
  }

  private func variable(_ id: String, _ resolution: (Variable) -> Resolution) -> Resolution {
    workspace.variables[id].map(resolution) ?? .nothing(reason: "this variable is not there any more")
  }
}
