import BlockEvents
import BlockModel
import TerminalUI
import Testing
import Workbench

/// An app's commands are rows like Mortise's own: keys, help, list of commands, hints and settings.
@MainActor @Suite struct AppCommandTests {
  /// A command that counts its calls.
  private final class Counter {
    var count = 0
    var isAvailable = true

    func command(_ key: String? = nil) -> Command<Scene> {
      let unavailable: (Scene) -> String? = { [unowned self] _ in isAvailable ? nil : "there is nothing to count" }
      let run: (Scene) -> Void = { [unowned self] scene in
        count += 1
        scene.showStatus("counted \(count) in \(scene.workbench.workspace.topBlocks.count) stacks")
      }
      guard let key else {
        return Command("count", group: .program, help: "count this", unavailable: unavailable, run: run)
      }
      return Command(
        "count", key, group: .program, help: "count this", hint: "counts", unavailable: unavailable, run: run)
    }
  }

  @Test func aKeyRunsIt() throws {
    let counter = Counter()
    let scene = try AppScene { $0.commands = [counter.command("<C-t>")] }
    let screens = try scene.play(["<C-t>", "<C-t>"])
    #expect(counter.count == 2 && screens[2].contains("counted 2 in 1 stacks"), "\(screens[2])")
  }

  /// Mortise's command loses the key, also in the help, and stays in the list of commands.
  @Test func itsKeyWins() throws {
    let counter = Counter()
    let scene = try AppScene { $0.commands = [counter.command("d")] }
    let screens = try scene.play(["d", ":", "duplicate"])
    #expect(counter.count == 1 && screens[1].contains("counted 1"))
    let row = screens[3].split(separator: "\n").first { $0.contains("│ Duplicate") }
    #expect(row?.contains(" d ") == false, "\(screens[3])")
  }

  @Test func helpListAndStatusLineShowIt() throws {
    let counter = Counter()
    let scene = try AppScene(width: 120) { $0.commands = [counter.command("<C-t>")] }
    let screens = try scene.play(["?", "/Commands of this app<Enter>", "<Esc>", ":", "count"])
    #expect(screens[0].contains("Ctrl+T counts") || screens[0].contains("^T counts"), "\(screens[0])")
    #expect(screens[2].contains("Commands of this app") && screens[2].contains("count this"), "\(screens[2])")
    #expect(
      screens[5].contains("Count  ") && screens[5].contains("Count this") && screens[5].contains("Ctrl+T"),
      "\(screens[5])")
  }

  @Test func theListRunsItWithoutAKey() throws {
    let counter = Counter()
    _ = try AppScene { $0.commands = [counter.command()] }.play([":", "count", "<Enter>"])
    #expect(counter.count == 1)
  }

  @Test func aReasonRefusesIt() throws {
    let counter = Counter()
    counter.isAvailable = false
    let screens = try AppScene { $0.commands = [counter.command("<C-t>")] }.play(["<C-t>"])
    #expect(counter.count == 0 && screens[1].contains("there is nothing to count"), "\(screens[1])")
  }

  @Test func settingsChangeItsKeys() throws {
    let counter = Counter()
    let settings = #"{ "keys": { "app": { "count": ["x"] } } }"#
    let scene = try AppScene(settings: settings) { $0.commands = [counter.command("<C-t>")] }
    _ = try scene.play(["<C-t>", "x"])
    #expect(counter.count == 1)
    let reader = SettingsReader(
      Array(#"{ "keys": { "app": { "cuont": ["x"] } } }"#.utf8), languages: .standard, commands: [counter.command()])
    #expect(reader.problems.map(\.message) == ["“app” has no command “cuont”; ‘mortise keys --names’ lists them"])
    EditorSettings().useKeys()
  }

  @Test func keysThatDontExistAreReported() throws {
    var warnings: [String] = []
    let writeWarning = Warnings.write
    Warnings.write = { warnings.append($0) }
    defer { Warnings.write = writeWarning }
    let counter = Counter()
    let scene = try AppScene { $0.commands = [counter.command("<Strg-t>")] }
    _ = try scene.play([])
    #expect(warnings == ["the app’s commands have keys that don’t exist or are bound twice: <Strg-t>"])
  }

  /// A change is one step, whatever the command does.
  @Test func aChangeIsOneStep() throws {
    let clear = Command<Scene>("clear", "<C-t>", group: .program, help: "delete all stacks") { scene in
      let outcome = scene.workbench.perform("deleted all stacks") { coordinator in
        for block in coordinator.workspace.topBlocks { coordinator.delete(block, heal: false) }
      }
      scene.showStatus(outcome.statusMessage ?? "")
    }
    let scene = try AppScene { $0.commands = [clear] }
    let screens = try scene.play(["<C-t>", "u"])
    #expect(screens[1].contains("An empty program") && !screens[2].contains("An empty program"), "\(screens)")
  }
}
