import BlockLibrary
import Glibc
import MortiseFiles

/// The user's folders (XDG Base Directory Specification), the files in them, and the user's language.
enum UserFolders {
  /// An environment variable; nil if it is unset or, as the specification says, empty.
  static func variable(_ name: String) -> String? {
    getenv(name).flatMap { $0.pointee == 0 ? nil : String(cString: $0) }
  }

  /// A folder; nil if there is no place for it.
  /// - Parameters:
  ///   - name: the environment variable that names it.
  ///   - path: the folder's place in the user's home if the variable isn't set.
  private static func folder(_ name: String, inHome path: String) -> String? {
    variable(name) ?? variable("HOME").map { "\($0)/\(path)" }
  }

  /// The app's configuration; nil if there is no place for it.
  static var configuration: String? {
    folder("XDG_CONFIG_HOME", inHome: ".config").map { "\($0)/\(MortiseApp.current.name)" }
  }

  /// git's own folder; nil if there is no place for it.
  static var gitConfiguration: String? { folder("XDG_CONFIG_HOME", inHome: ".config").map { "\($0)/git" } }

  /// The folder for the app's state, which persists but isn't worth copying to another machine; nil if there is no
  /// place for it.
  static var state: String? {
    folder("XDG_STATE_HOME", inHome: ".local/state").map { "\($0)/\(MortiseApp.current.name)" }
  }

  /// The folder of the Blockly that `mortise fetch-blockly` downloads; nil if there is no place for it.
  static var blockly: String? {
    folder("XDG_DATA_HOME", inHome: ".local/share").flatMap {
      $0.hasPrefix("/") ? "\($0)/\(MortiseApp.current.name)/blockly" : nil
    }
  }

  /// The state of the tutor's lessons; nil if there is no place for it.
  static var lessons: String? { state.flatMap { $0.hasPrefix("/") ? $0 + "/tutor" : nil } }

  /// The file in which the user's running editors, of all apps, share the clipboard; nil if there is no place for it.
  static var clipboardFile: PrivateFile? {
    PrivateFile(
      "clipboard", inFolder: "mortise", runtimeFolder: variable("XDG_RUNTIME_DIR"),
      cacheFolder: folder("XDG_CACHE_HOME", inHome: ".cache"))
  }

  /// The files of the user's snippets; nil if there is no place for them.
  static var snippetFiles: NamedFiles? {
    configuration.flatMap { NamedFiles(in: $0 + "/snippets", suffix: ".blocktext") }
  }

  /// The code of the language in the environment (POSIX locale names such as `de_AT.UTF-8`); nil if Mortise has no
  /// messages in it.
  static var language: String? {
    let locale = variable("LC_ALL") ?? variable("LC_MESSAGES") ?? variable("LANG") ?? ""
    let language = locale.prefix { $0.isLetter }.lowercased()
    return StockBlocks.languages.contains(language) ? language : nil
  }
}
