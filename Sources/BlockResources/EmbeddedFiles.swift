import CResources

/// The files in Resources, embedded in the binary: UTF-8 each, JSON apart from the runtimes.
public enum EmbeddedFiles {
  /// The stock block definitions, in the order of Blockly's categories.
  public static var blockDefinitions: [[UInt8]] {
    [
      bytes(cr_logic_blocks), bytes(cr_loops_blocks), bytes(cr_math_blocks), bytes(cr_text_blocks),
      bytes(cr_lists_blocks), bytes(cr_variables_blocks), bytes(cr_variables_dynamic_blocks),
      bytes(cr_procedures_blocks), bytes(cr_older_blocks),
    ]
  }

  /// The words that definitions refer to as `%{BKY_…}`, without that prefix.
  public static var messages: [UInt8] { bytes(cr_messages) }

  /// The words in other languages, by the languages' codes. What a language leaves out is as in `messages`.
  public static var languages: [(code: String, json: [UInt8])] {
    [("de", bytes(cr_de_words)), ("es", bytes(cr_es_words)), ("fr", bytes(cr_fr_words))]
  }

  /// The languages that code is generated in.
  public static var generators: [(id: String, json: [UInt8])] {
    [
      ("python", bytes(cr_python_generator)), ("javascript", bytes(cr_javascript_generator)),
      ("lua", bytes(cr_lua_generator)), ("php", bytes(cr_php_generator)), ("dart", bytes(cr_dart_generator)),
    ]
  }

  /// What runs programs, by the language's id: source code in the language.
  public static var runtimes: [(id: String, source: [UInt8])] {
    [
      ("python", bytes(cr_python_runtime)), ("javascript", bytes(cr_javascript_runtime)),
      ("lua", bytes(cr_lua_runtime)),
    ]
  }

  /// Other spellings of the stock blocks, for people who come from text.
  public static var aliases: [UInt8] { bytes(cr_aliases) }

  /// The themes, by name.
  public static var themes: [(name: String, json: [UInt8])] {
    [
      ("dark", bytes(cr_dark_theme)), ("light", bytes(cr_light_theme)),
      ("high-contrast", bytes(cr_high_contrast_theme)), ("deuteranopia", bytes(cr_deuteranopia_theme)),
      ("tritanopia", bytes(cr_tritanopia_theme)), ("terminal", bytes(cr_terminal_theme)),
    ]
  }

  /// The toolbox that is used where no other is given.
  public static var toolbox: [UInt8] { bytes(cr_toolbox) }

  private static func bytes(_ file: cr_file) -> [UInt8] {
    Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
  }
}
