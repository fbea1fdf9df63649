import CResources

/// The files in Resources, embedded in the binary. They are UTF-8, most of them JSON. Reading one of several copies
/// only that one.
public enum EmbeddedFiles {
  /// The stock block definitions, in the order of Blockly's categories.
  public static var blockDefinitions: [[UInt8]] {
    [
      bytes(cr_logic_blocks), bytes(cr_loops_blocks), bytes(cr_math_blocks), bytes(cr_text_blocks),
      bytes(cr_lists_blocks), bytes(cr_variables_blocks), bytes(cr_variables_dynamic_blocks),
      bytes(cr_procedures_blocks), bytes(cr_older_blocks), bytes(cr_code_blocks),
    ]
  }

  /// The messages that definitions refer to as `%{BKY_…}`, without that prefix.
  public static var messages: [UInt8] { bytes(cr_messages) }

  /// The messages in other languages, by language code. Those that a language omits are as in `messages`.
  public static var languages: [(code: String, json: () -> [UInt8])] {
    [("de", { bytes(cr_de_words) }), ("es", { bytes(cr_es_words) }), ("fr", { bytes(cr_fr_words) })]
  }

  /// The generators of code, by language id.
  public static let generators: [String: @Sendable () -> [UInt8]] = [
    "python": { bytes(cr_python_generator) }, "javascript": { bytes(cr_javascript_generator) },
    "lua": { bytes(cr_lua_generator) }, "php": { bytes(cr_php_generator) }, "dart": { bytes(cr_dart_generator) },
  ]

  /// The changes to the generators for plain code, by language id.
  public static let plainGenerators: [String: @Sendable () -> [UInt8]] = [
    "python": { bytes(cr_plain_python_generator) }
  ]

  /// The runtimes of programs, by language id: source code in the language.
  public static let runtimes: [String: @Sendable () -> [UInt8]] = [
    "python": { bytes(cr_python_runtime) }, "javascript": { bytes(cr_javascript_runtime) },
    "lua": { bytes(cr_lua_runtime) },
  ]

  /// Other spellings of the stock blocks, for users of textual languages.
  public static var aliases: [UInt8] { bytes(cr_aliases) }

  /// Further spellings, accepted only in typed lines.
  public static var typedAliases: [UInt8] { bytes(cr_typed_aliases) }

  /// The texts of the rules of advice, in several languages.
  public static var advice: [UInt8] { bytes(cr_advice) }

  /// The users' names for the editor's commands, in several languages.
  public static var commandWords: [UInt8] { bytes(cr_command_words) }

  /// The themes, by name.
  public static var themes: [(name: String, json: () -> [UInt8])] {
    [
      ("dark", { bytes(cr_dark_theme) }), ("light", { bytes(cr_light_theme) }),
      ("high-contrast", { bytes(cr_high_contrast_theme) }), ("deuteranopia", { bytes(cr_deuteranopia_theme) }),
      ("tritanopia", { bytes(cr_tritanopia_theme) }), ("terminal", { bytes(cr_terminal_theme) }),
    ]
  }

  /// The tutor's lessons, in order: each with its initial program, a text in the notation.
  public static var lessons: [(name: String, lesson: [UInt8], program: [UInt8])] {
    UnsafeBufferPointer(start: cr_lessons, count: cr_lesson_count).map { lesson in
      (String(cString: lesson.name), bytes(lesson.lesson), bytes(lesson.program))
    }
  }

  /// The tutor's own messages, by name and then by language.
  public static var lessonWords: [UInt8] { bytes(cr_lesson_words) }

  /// The default toolbox.
  public static var toolbox: [UInt8] { bytes(cr_toolbox) }

  /// The page for browsers that join a session, with its script and style.
  public static var livePage: [UInt8] { bytes(cr_live_page) }
  public static var livePageScript: [UInt8] { bytes(cr_live_page_script) }
  public static var livePageStyle: [UInt8] { bytes(cr_live_page_style) }

  /// The part of the page that runs the program, and its worker.
  public static var liveRunScript: [UInt8] { bytes(cr_live_run_script) }
  public static var liveRunner: [UInt8] { bytes(cr_live_runner) }

  /// The requirement with which pip downloads the package that contains Blockly: its version and hash.
  public static var blocklyRequirement: [UInt8] { bytes(cr_blockly_requirement) }

  /// The parts of the script that lets a page with Blockly join a session, in their order.
  public static var liveScripts: [[UInt8]] { [cr_live_tab, cr_live_types, cr_live_program, cr_live_script].map(bytes) }

  /// The scripts that record an app's blocks in node: the stand-ins for Blockly, in the order in which they run, and
  /// the loader of the app's files.
  public static var recorderParts: [(name: String, script: [UInt8])] {
    [
      ("page", bytes(cr_recorder_page)), ("fields", bytes(cr_recorder_fields)), ("blocks", bytes(cr_recorder_blocks)),
      ("blockly", bytes(cr_recorder_blockly)), ("describe", bytes(cr_recorder_describe)),
      ("load", bytes(cr_recorder_load)),
    ]
  }
  /// The script that finds the app's files and starts the others.
  public static var recorder: [UInt8] { bytes(cr_recorder_record) }

  private static func bytes(_ file: cr_file) -> [UInt8] {
    Array(UnsafeBufferPointer(start: file.bytes, count: file.count))
  }
}
