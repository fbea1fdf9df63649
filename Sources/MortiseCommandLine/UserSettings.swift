import BlockLibrary
import Glibc
import MortiseFiles
import TerminalUI
import Workbench

/// The user's settings file.
struct UserSettings {
  var settings = EditorSettings()
  /// The mistakes in the file, with its path, line and column.
  var problems: [String] = []
  /// The same mistakes with only the file's name, which leaves room for the rest on the status line.
  var remarks: [String] = []

  static var path: String? { UserFolders.configuration.map { "\($0)/\(fileName)" } }

  /// The files of the configuration folder. The settings are one of them.
  private static var files: NamedFiles? { UserFolders.configuration.flatMap { NamedFiles(in: $0, suffix: ".json") } }

  private nonisolated static let name = "settings"
  static let fileName = name + ".json"

  /// Reads the file. Without one, all settings have their defaults.
  static func read() -> UserSettings {
    guard let path, hasFile else { return UserSettings() }
    do throws(FileError) {
      let reader = SettingsReader(
        try FileReader.read(path).bytes, languages: MortiseApp.current.languages,
        commands: MortiseApp.current.editorCommands, rules: MortiseApp.current.extensions().adviceRules)
      var settings = UserSettings(
        settings: reader.settings, problems: reader.problems.map { "\(path):\($0)" },
        remarks: reader.problems.map { "\(fileName):\($0)" })
      settings.checkFiles()
      return settings
    } catch {
      return UserSettings(problems: ["\(error)"], remarks: ["\(error)"])
    }
  }

  /// Returns the theme of the settings. An unreadable one is reported with the other problems.
  mutating func theme() throws(OpenError) -> ThemeColors {
    do throws(OpenError) {
      return try ThemeFile.colors(settings.theme)
    } catch {
      report("theme", error)
      return try ThemeFile.colors(nil)
    }
  }

  /// Drops settings that name unreadable files: the editor starts without these.
  private mutating func checkFiles() {
    var messages = StockBlocks.messages
    if let language = settings.language, settings.toolbox != nil || !StockBlocks.languages.contains(language) {
      do throws(OpenError) { messages = try ProgramFile.messages(in: language) } catch {
        settings.language = nil
        report("language", error)
      }
    }
    if let toolbox = settings.toolbox {
      do throws(OpenError) {
        _ = try ProgramFile.toolbox(toolbox, messages: messages, own: MortiseApp.current.blocks)
      } catch {
        settings.toolbox = nil
        report("toolbox", error)
      }
    }
  }

  private mutating func report(_ setting: String, _ error: OpenError) {
    problems.append("\(Self.path ?? Self.name): “\(setting)”: \(error)")
    remarks.append("\(Self.fileName): “\(setting)”: \(error)")
  }

  static var hasFile: Bool { path.map { access($0, F_OK) == 0 } ?? false }

  /// The file as the editor changes it; nil if there is no place for it.
  static var file: SettingsFile? {
    guard let files, let path else { return nil }
    let languages = MortiseApp.current.languages
    return SettingsFile(name: fileName) { () throws(FileError) in
      FileSystem.exists(path) ? try FileReader.read(path).bytes : Array(SettingsTemplate.text(languages).utf8)
    } write: { bytes throws(FileError) in
      try files.write(bytes, named: name)
    }
  }

  /// Writes a settings file to start with.
  /// - Throws: `FileError`; there is then no file.
  static func writeTemplate() throws(FileError) {
    try files?.write(Array(SettingsTemplate.text(MortiseApp.current.languages).utf8), named: name)
  }
}
