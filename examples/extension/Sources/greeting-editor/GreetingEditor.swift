import CodeGeneration
import MortiseCommandLine
import TerminalUI

/// An editor with its own block, which becomes Python code, and its own key.
@main
enum GreetingEditor {
  private static let definitions = """
    [{"type": "greet", "message0": "greet %1", "colour": 160, "previousStatement": null, "nextStatement": null,
      "args0": [{"type": "field_input", "name": "NAME", "text": "Ada"}],
      "generators": {"python": {"code": "print('Hello, {{NAME}}!')"}}}]
    """

  static func main() {
    var app = MortiseApp()
    app.name = "greeting-editor"
    app.blocks.files = [BlockFile(path: "greetings", bytes: Array(definitions.utf8), kind: .definitions)]
    app.configureEditor = { options in
      options.commands.append(
        Command("count-blocks", "<C-t>", title: "Count blocks", group: .program, help: "count the blocks") { scene in
          scene.showStatus("\(scene.workbench.workspace.blocks.count) blocks")
        })
    }
    app.main()
  }
}
