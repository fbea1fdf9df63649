import TerminalUI
import Workbench

/// The app's commands with their keys, and the action of its toolbox button.
enum NotesCommands {
  static let pane = TempoPane()

  static var commands: [Command<Scene>] {
    [
      Command(
        "list-notes", "<C-n>", title: "List notes…", group: .finding, help: "list the blocks that play notes",
        unavailable: { NotesBlocks.all(in: $0.workbench.workspace).isEmpty ? "no block plays notes" : nil },
        run: { scene in
          let context = NotesContext(routingContext: .main, scene: scene)
          scene.router.route(to: NotesModule.step(context))
        }),
      Command(
        "tempo-pane", "<C-t>", title: "Tempo", group: .windows, help: "show the tempo below the blocks, or hide it",
        hint: "tempo"
      ) {
        scene in
        if scene.shows(pane) { scene.close(pane) } else { scene.openPane(pane) }
      },
      Command("same-tempo", group: .program, help: "give all blocks the tempo of the one at the cursor") {
        sameTempo(in: $0)
      },
    ]
  }

  static func sameTempo(in scene: Scene) {
    let notes = NotesBlocks.all(in: scene.workbench.workspace)
    guard let tempo = (scene.workbench.cursorBlock ?? notes.first?.block)?.data else {
      return scene.showStatus("the block at the cursor has no tempo")
    }
    let outcome = setAllTempos(to: tempo, in: scene.workbench)
    scene.showStatus(outcome.refusal ?? "all blocks play \(tempo)")
  }

  /// One step for undo, however many blocks there are.
  @discardableResult
  static func setAllTempos(to tempo: String, in workbench: WorkbenchController) -> IntentOutcome {
    workbench.perform("set all tempos") { coordinator in
      for (block, _) in NotesBlocks.all(in: workbench.workspace) where block.data != tempo {
        coordinator.setTempo(tempo, of: block)
      }
    }
  }
}
