extension RunningModule {
  /// Where something came from, and what was used, each of which leads on.
  func originList() -> ListPopup? {
    guard let origin = runner.originTrail.last else { return nil }
    let uses = origin.uses
    return ListPopup(
      title: "Where from", rows: [ListPopup.Row(origin.headline)] + uses.map { ListPopup.Row($0.words, note: $0.note) },
      anchor: .below(context.viewport.cursorRect), verb: "go there",
      adding: OriginSelection.table.adapted { [self] in OriginSelection(runner: runner, list: $0) }
    ) { [runner] index in
      if index == 0 { runner.showStatus(origin.words) } else { runner.follow(uses[index - 1]) }
    }
  }
}

/// The list that tells where something came from.
struct OriginSelection {
  let runner: ProgramRunner
  let list: ListPopup

  /// The commands that the list adds.
  static let table = CommandTable<OriginSelection>(
    "origin", "In the list that tells where a value comes from, also",
    [
      Command(
        "origin-back", "<Left>", group: .navigation, help: "go back to what the value was used for", hint: "back",
        unavailable: { $0.runner.originTrail.count > 1 ? nil : "this is what you asked for" },
        runIn: { selection, screen in
          screen.modes.pop(selection.list)
          selection.runner.followBack()
        })
    ])
}
