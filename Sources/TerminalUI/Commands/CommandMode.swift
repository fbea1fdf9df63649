import Terminal
import Workbench

/// A mode whose keys are the rows of a table.
protocol CommandMode: Mode {
  /// The commands that its keys have now.
  var commands: CommandTable<Self> { get }

  /// The groups whose hints the status line shows.
  var hintGroups: Set<CommandGroup> { get }

  /// Performs an intent, and says what came of it.
  func perform(_ intent: Intent, in editor: EditorServices)

  /// Says why a command can't be used, or that a key has none.
  func refuse(_ reason: String, in editor: EditorServices)
}

extension CommandMode {
  var hintGroups: Set<CommandGroup> { Set(CommandGroup.allCases) }

  var hints: String { hintText(afterKeys: " ", separator: "  ") }

  private func hintText(afterKeys: String, separator: String) -> String {
    var text = ""
    var isShared = false
    for hint in commands.hints(in: self, groups: hintGroups) {
      if !text.isEmpty { text += isShared ? " " : separator }
      text += hint.words.isEmpty ? hint.keyText : hint.keyText + afterKeys + hint.words
      isShared = hint.words.isEmpty
    }
    return text
  }

  func perform(_ intent: Intent, in editor: EditorServices) {
    editor.message = editor.workbench.perform(intent).statusMessage
  }

  func refuse(_ reason: String, in editor: EditorServices) { editor.message = reason }

  /// Does what a key means.
  func press(_ key: Key, in editor: EditorServices) {
    if let command = commands[key] { return use(command, in: editor) }
    if let fallback = commands.fallback, fallback.run(self, key, editor) { return }
    refuse("\(KeyText.long(key.description)) does nothing here; \(wayOut)", in: editor)
  }

  /// Uses a command, or says why it is unavailable.
  func use(_ command: Command<Self>, in editor: EditorServices) {
    switch command.action {
    case .intent(let intent): perform(intent(self), in: editor)
    case .method(let run, let unavailable):
      if let reason = unavailable(self) { refuse(reason, in: editor) } else { run(self, editor) }
    }
  }

  func use(commandNamed name: String, in editor: EditorServices) {
    if let command = commands.command(named: name) { use(command, in: editor) }
  }

  func hint(ofCommandNamed name: String) -> String? { commands.hint(ofCommandNamed: name, in: self) }

  /// Why a command can't be used now; nil when it can.
  func reasonUnavailable(_ command: Command<Self>, in editor: EditorServices) -> String? {
    switch command.action {
    case .intent(let intent): editor.workbench.refusal(of: intent(self))
    case .method(_, let unavailable): unavailable(self)
    }
  }

  /// What to press instead of a key that does nothing.
  private var wayOut: String {
    guard let help = commands.command(named: "help")?.keys.first else {
      return hintText(afterKeys: ": ", separator: ", ")
    }
    return "\(KeyText.long(help)) shows the keys"
  }
}
