import ProgramRunning
import Workbench

/// What the user has set in the settings file.
public struct EditorSettings {
  /// The set of keys that the user's own keys change.
  public enum KeySet: String, CaseIterable, Sendable {
    case mortise, vi, blockly
  }

  /// The set that the user chose; `keys` changes it.
  public var keySet = KeySet.mortise
  /// The user's own keys, by the names of the table and the command.
  var keys = KeyBindings()
  /// The name or file of a theme; nil for the default.
  public var theme: String?
  /// The code of a language, or a file of messages; nil for the language of the environment.
  public var language: String?
  /// A file with a toolbox; nil for the stock toolbox.
  public var toolbox: String?
  /// The language that the code beside the blocks begins with, by its name on the command line; nil for the first one.
  public var codeLanguage: String?
  /// The commands that make the code of apps, by the names of their containers.
  package var codeCommands: [String: CodeMaker] = [:]
  /// Whether the editor receives the mouse.
  public var usesMouse = true
  /// Whether the screen is an outline without colours and borders, for braille displays and slow lines.
  public var isPlain = false
  /// How much the status line says.
  public var verbosity = Verbosity.standard
  /// Whether the cursor goes on at the other end of the program.
  public var wraps = false
  /// Whether the bell sounds where the cursor can't go on.
  public var ringsBell = false

  /// The settings of who has set nothing.
  public init() {}

  /// The keys of the key set, with the user's own ones.
  var bindings: KeyBindings { KeySets.bindings(of: keySet).merging(keys) }

  /// Makes the keys those of the key set, with the user's own ones.
  public func useKeys() { KeyBindings.current = bindings }
}
