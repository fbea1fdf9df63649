/// The files of this folder, embedded in the binary: UTF-8 each, JSON apart from the runtimes.
public enum EmbeddedFiles {
  /// The stock block definitions, in the order of Blockly's categories.
  public static var blockDefinitions: [[UInt8]] {
    [
      PackageResources.logic_json, PackageResources.loops_json, PackageResources.math_json, PackageResources.text_json,
      PackageResources.lists_json, PackageResources.variables_json, PackageResources.variables_dynamic_json,
      PackageResources.procedures_json, PackageResources.older_json,
    ]
  }

  /// The words that definitions refer to as `%{BKY_…}`, without that prefix.
  public static var messages: [UInt8] { PackageResources.messages_json }

  /// The words in other languages, by the languages' codes. What a language leaves out is as in `messages`.
  public static var languages: [(code: String, json: [UInt8])] {
    [("de", PackageResources.de_json), ("es", PackageResources.es_json), ("fr", PackageResources.fr_json)]
  }

  /// The languages that code is generated in.
  public static var generators: [(id: String, json: [UInt8])] {
    [
      ("python", PackageResources.python_json), ("javascript", PackageResources.javascript_json),
      ("lua", PackageResources.lua_json), ("php", PackageResources.php_json), ("dart", PackageResources.dart_json),
    ]
  }

  /// What runs programs, by the language's id: source code in the language.
  public static var runtimes: [(id: String, source: [UInt8])] {
    [
      ("python", PackageResources.python_py), ("javascript", PackageResources.javascript_js),
      ("lua", PackageResources.lua_lua),
    ]
  }

  /// Other spellings of the stock blocks, for people who come from text.
  public static var aliases: [UInt8] { PackageResources.aliases_json }

  /// The themes, by name.
  public static var themes: [(name: String, json: [UInt8])] {
    [
      ("dark", PackageResources.dark_json), ("light", PackageResources.light_json),
      ("high-contrast", PackageResources.high_contrast_json), ("deuteranopia", PackageResources.deuteranopia_json),
      ("tritanopia", PackageResources.tritanopia_json), ("terminal", PackageResources.terminal_json),
    ]
  }

  /// The toolbox that is used where no other is given.
  public static var toolbox: [UInt8] { PackageResources.toolbox_json }
}
