import Terminal
import Workbench

/// A command of a mode: one row of the mode's table. Help, hints and documentation are made from it.
public struct Command<Mode> {
  /// What a command does.
  enum Action {
    /// Performs an intent. Whether it is available follows from resolving the intent.
    case intent((Mode) -> Intent)
    /// Calls a method of the mode.
    /// - Parameter unavailable: why it can't be used now; nil when it can.
    case method((Mode, EditorServices) -> Void, unavailable: (Mode) -> String?)
  }

  /// A stable name, unique in its table: `duplicate`.
  public let name: String
  /// The keys' names as `Key(name:)` reads them; help and hints show the first one.
  public let keys: [String]
  /// What it does, for the help.
  public let help: String
  /// What it is about, for help and menus.
  public let group: CommandGroup
  /// A word or two for the status line; empty to share the hint of the next command, nil for none.
  private(set) var hint: (Mode) -> String?
  let action: Action

  private init(
    _ name: String, _ keys: [String], _ group: CommandGroup, _ help: String, hint: @escaping (Mode) -> String?,
    action: Action
  ) {
    self.name = name
    self.keys = keys
    self.group = group
    self.help = help
    self.hint = hint
    self.action = action
  }

  /// A command that performs an intent.
  init(_ name: String, _ keys: String..., group: CommandGroup, help: String, hint: String? = nil, intent: Intent) {
    self.init(name, keys, group, help, hint: { _ in hint }, action: .intent { _ in intent })
  }

  /// A command that performs an intent that depends on the mode's state.
  init(
    _ name: String, _ keys: String..., group: CommandGroup, help: String, hint: String? = nil,
    intentFor: @escaping (Mode) -> Intent
  ) {
    self.init(name, keys, group, help, hint: { _ in hint }, action: .intent(intentFor))
  }

  /// A command that calls a method of the mode.
  init(
    _ name: String, _ keys: String..., group: CommandGroup, help: String, hint: String? = nil,
    unavailable: @escaping (Mode) -> String? = { _ in nil }, run: @escaping (Mode) -> Void
  ) {
    self.init(
      name, keys, group, help, hint: { _ in hint },
      action: .method({ mode, _ in run(mode) }, unavailable: unavailable))
  }

  /// A command that calls a method of the mode with what the editor shares.
  init(
    _ name: String, _ keys: String..., group: CommandGroup, help: String, hint: String? = nil,
    unavailable: @escaping (Mode) -> String? = { _ in nil }, runIn run: @escaping (Mode, EditorServices) -> Void
  ) {
    self.init(name, keys: keys, group: group, help: help, hint: hint, unavailable: unavailable, runIn: run)
  }

  /// A command whose keys are known when the editor runs.
  init(
    _ name: String, keys: [String], group: CommandGroup, help: String, hint: String? = nil,
    unavailable: @escaping (Mode) -> String? = { _ in nil }, runIn run: @escaping (Mode, EditorServices) -> Void
  ) {
    self.init(name, keys, group, help, hint: { _ in hint }, action: .method(run, unavailable: unavailable))
  }

  /// The same command with a hint that depends on the mode's state.
  func hinted(_ hint: @escaping (Mode) -> String?) -> Command {
    var command = self
    command.hint = hint
    return command
  }

  /// The same command for another mode, which knows the one that it was written for.
  func adapted<Other>(_ mode: @escaping (Other) -> Mode) -> Command<Other> {
    let action: Command<Other>.Action =
      switch self.action {
      case .intent(let intent): .intent { intent(mode($0)) }
      case .method(let run, let unavailable):
        .method({ run(mode($0), $1) }, unavailable: { unavailable(mode($0)) })
      }
    return Command<Other>(name, keys, group, help, hint: { [hint] in hint(mode($0)) }, action: action)
  }
}

/// What commands are about. Help and menus show a group together, in this order.
public enum CommandGroup: String, CaseIterable, Sendable {
  case navigation = "moving around"
  case editing = "editing"
  case blocks = "blocks"
  case program = "the whole program"
  case windows = "opening windows"
  case finishing = "finishing"
  case editor = "the editor"
}
