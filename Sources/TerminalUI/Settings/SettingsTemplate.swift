import BlockLibrary
import CodeGeneration
import Markup

/// The settings file that `mortise config` writes: all settings at their defaults, as comments.
public nonisolated enum SettingsTemplate {
  /// The defaults of the settings that the editor itself changes.
  private static let defaults = [
    "keySet": "mortise", "theme": "auto", "language": "auto", "plain": "false", "verbosity": "standard",
  ]

  /// Returns the comment in place of a setting that the editor itself changes; empty for other settings.
  static func defaultLine(of name: String) -> String { defaults[name].map { "// \"\(name)\": \(json(of: $0))," } ?? "" }

  /// Returns a setting's value in the file: a text, or a Boolean value.
  static func json(of value: String) -> String { ["true", "false"].contains(value) ? value : "\"\(value)\"" }

  /// Returns the whole file; it is valid, and sets nothing.
  /// - Parameter languages: the languages of generated code.
  public static func text(_ languages: CodeLanguages) -> String {
    let ids = languages.all.map { "\"\($0.id)\"" }
    let words = StockBlocks.languages.map { "\"\($0)\"" }.joined(separator: ", ")
    return """
      // The settings of Mortise. Remove the // in front of a setting to change it; ‘mortise config’ checks this file.
      {
        // The keys: "mortise", "vi" or "blockly"; ‘mortise keys --set vi’ shows them.
        \(defaultLine(of: "keySet"))

        // Your own keys, by mode and command; ‘mortise keys --names’ lists the names. A command without keys is still in
        // the list that : opens. Two keys in a row are written with a space between them.
        // "keys": { "canvas": { "duplicate": ["d", "<C-d>"], "outline": ["f", "g o"], "disable": [] } },

        // The colours: "dark", "light", "high-contrast", "deuteranopia", "tritanopia", "terminal", a JSON file, or "auto"
        // to suit the terminal’s background.
        \(defaultLine(of: "theme"))

        // The words on blocks: \(words), a JSON file of Blockly's messages, or "auto" for the environment's language.
        \(defaultLine(of: "language"))

        // The toolbox: a JSON or XML file.
        // "toolbox": "/home/me/toolbox.json",

        // The language of the code that $ shows: \(ids.alternatives).
        // "code": \(ids.first ?? "\"\""),

        // The commands that make the code beside an app's blocks, as lists of words; see docs/use/apps.md.
        // "codeCommands": { "iobroker": ["node", "/usr/local/share/mortise/iobroker-code.js", "/opt/iobroker"] },

        // Whether the editor receives the mouse. If not, the terminal selects text with it.
        // "mouse": true,

        // Whether the screen is for screen readers and braille displays: an outline, and one sentence for each key.
        \(defaultLine(of: "plain"))

        // How much the status line says: "terse" (the default on a plain screen), "standard" or "full".
        \(defaultLine(of: "verbosity"))

        // The rules of advice that are switched off; see docs/use/advice.
        // "allow": ["empty-body"],

        // Whether the cursor goes on at the other end of the program.
        // "wrap": false,

        // Whether the bell sounds where the cursor can't go on.
        // "bell": false,
      }

      """
  }
}
