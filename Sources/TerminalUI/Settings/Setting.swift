import BlockLibrary
import Workbench

/// A setting that can be changed in the editor.
struct Setting {
  /// Its name in the settings file.
  let name: String
  /// Its label in the list.
  let label: String
  /// The possible values, and their meanings.
  let values: [(word: String, note: String)]
  /// Why a change takes effect only at the next launch; nil if it does at once.
  var delay: (Scene) -> String? = { _ in nil }
  let current: (Scene) -> String
  /// Sets a value.
  let apply: (String, Scene) -> Void
  /// Shows the effect of a value, without setting it.
  var preview: (String, Scene) -> Void = { _, _ in }

  static var all: [Setting] { [theme, keys, language, plain, verbosity] }

  /// Returns a setting by its name or label, or by a name that users of vi or a shell would give it; nil if there is
  /// none.
  static func named(_ name: String) -> Setting? {
    all.first { $0.name.lowercased() == name || $0.label == name || otherNames[$0.name]?.contains(name) == true }
  }

  private static let otherNames = [
    "theme": ["background", "bg", "color", "colors", "colour", "colorscheme"], "keySet": ["key", "keymap"],
    "language": ["lang", "spelllang", "langmenu"], "verbosity": ["status", "verbose"],
    "plain": ["reader", "speech", "braille", "screen-reader"],
  ]

  /// Returns the value for a word: the value's name, or the beginning of its name or meaning; nil if there is none.
  func value(for word: String) -> String? {
    let word = word.lowercased()
    return values.first { $0.word.lowercased() == word }?.word
      ?? values.first { $0.word.lowercased().hasPrefix(word) || $0.note.lowercased().hasPrefix(word) }?.word
  }

  private static var theme: Setting {
    Setting(
      name: "theme", label: "colours",
      values: [automatic("the terminal’s background")] + ThemeColors.names.map { ($0, themeNotes[$0] ?? "") },
      current: { scene in
        if scene.settings.theme == nil, scene.screen.colors == scene.suitingColors { return EditorSettings.automatic }
        return ThemeColors.names.first { ThemeColors.named($0) == scene.screen.colors } ?? scene.settings.theme ?? ""
      },
      apply: { name, scene in
        scene.settings.theme = name == EditorSettings.automatic ? nil : name
        scene.followsBackground = scene.settings.theme == nil
        scene.show(ThemeColors.named(name) ?? scene.suitingColors)
      }, preview: { name, scene in scene.show(ThemeColors.named(name) ?? scene.suitingColors) })
  }

  private static func automatic(_ source: String) -> (word: String, note: String) {
    (EditorSettings.automatic, "as \(source) says")
  }

  private static let themeNotes = [
    "light": "for a light background", "terminal": "the terminal’s own sixteen colours",
    "deuteranopia": "for red-green colour blindness", "tritanopia": "for blue-yellow colour blindness",
  ]

  private static var keys: Setting {
    Setting(
      name: "keySet", label: "keys",
      values: EditorSettings.KeySet.allCases.map { ($0.rawValue, keyNotes[$0] ?? "") },
      current: { $0.settings.keySet.rawValue },
      apply: { name, scene in
        scene.settings.keySet = EditorSettings.KeySet(rawValue: name) ?? .mortise
        scene.settings.useKeys()
      })
  }

  private static let keyNotes: [EditorSettings.KeySet: String] = [
    .vi: "h j k l, dd, p, as in vi", .blockly: "as in Blockly 13",
  ]

  private static var language: Setting {
    Setting(
      name: "language", label: "language",
      values: [automatic("the environment")] + StockBlocks.languages.map { ($0, languageNames[$0] ?? "") },
      delay: { $0.refusalToChangeLanguage }, current: { $0.settings.language ?? EditorSettings.automatic },
      apply: { code, scene in
        scene.settings.language = code == EditorSettings.automatic ? nil : code
        scene.show(inLanguage: scene.settings.language)
      },
      preview: { code, scene in
        guard scene.refusalToChangeLanguage == nil else { return }
        scene.show(inLanguage: code == EditorSettings.automatic ? nil : code)
      })
  }

  private static let languageNames = ["en": "English", "de": "Deutsch", "es": "Español", "fr": "Français"]

  private static var verbosity: Setting {
    Setting(
      name: "verbosity", label: "status line",
      values: Verbosity.allCases.map { ($0.rawValue, verbosityNotes[$0] ?? "") },
      current: { $0.settings.shownVerbosity.rawValue },
      apply: { word, scene in
        scene.settings.verbosity = Verbosity(rawValue: word)
        scene.useVerbosity()
      })
  }

  private static var plain: Setting {
    Setting(
      name: plainName, label: "screen reader",
      values: [("false", "colours, windows and hints"), ("true", "one sentence for each key, and no windows")],
      current: { "\($0.settings.isPlain)" },
      apply: { word, scene in
        scene.settings.isPlain = word == "true"
        scene.screen.setPlain(scene.settings.isPlain)
        scene.useVerbosity()
        scene.viewport.relayout()
      })
  }

  /// The name of the setting for screen readers.
  static let plainName = "plain"

  private static let verbosityNotes: [Verbosity: String] = [
    .terse: "what is at the cursor", .standard: "also where it is, and what is entered and left",
    .full: "also all blocks around it",
  ]
}

extension Scene {
  /// Gives all open programs the verbosity of the settings.
  fileprivate func useVerbosity() {
    for program in programs.all where program.isOpened { useVerbosity(in: program.workbench) }
  }

  /// Gives a program the verbosity of the settings.
  func useVerbosity(in workbench: WorkbenchController) {
    workbench.verbosity = settings.shownVerbosity
    workbench.hint = settings.isPlain ? { _, _ in "" } : CanvasMode.canvasCommands.hint
  }
}
