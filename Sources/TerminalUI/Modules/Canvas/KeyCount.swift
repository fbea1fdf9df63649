import MortiseTerminal
import Workbench

/// A number before a command in the vi key set: how often the command is performed, or to which row it goes.
struct KeyCount {
  /// The number typed so far; 0 for none.
  private(set) var number = 0

  /// A larger number would only make users wait.
  private static let most = 9999

  /// Adds a digit of a number. A number doesn't begin with 0.
  /// - Returns: whether the key was one.
  mutating func append(_ key: Key) -> Bool {
    guard let character = key.typedCharacter, character.isASCII, let digit = character.wholeNumberValue,
      number > 0 || digit > 0
    else { return false }
    number = min(number * 10 + digit, Self.most)
    return true
  }
}

extension CanvasMode {
  /// Handles the keys of a counted command.
  /// - Returns: whether the key was one. Others are pressed as usual.
  func pressCounted(_ key: Key, on screen: EditorScreen) -> Bool {
    // In an empty input and on a number, digits are typed.
    let isCounting = module.keyCount.number > 0
    guard module.scene.options.settings.keySet == .vi, isCounting || screen.firstKey == nil && !module.canTypeValue
    else {
      return false
    }
    if screen.firstKey == nil, module.keyCount.append(key) {
      module.showStatus("\(module.keyCount.number): how often? press a command, or Esc")
      return true
    }
    guard isCounting else { return false }
    if screen.firstKey == nil, !commands.continuations(of: key).isEmpty {
      press(key, on: screen)
      return true
    }
    let command = screen.firstKey.map { commands.continuations(of: $0)[key] } ?? commands[key]
    let count = module.keyCount.number
    module.keyCount = KeyCount()
    if command?.name == "escape" { return true }
    guard let command else { return false }
    screen.firstKey = nil
    perform(command, times: count, on: screen)
    return true
  }

  private func perform(_ command: Command<CanvasMode>, times count: Int, on screen: EditorScreen) {
    if Self.goingToRow.contains(command.name) {
      perform(.moveCursor(.first))
      if count > 1 { perform(.moveCursor(.rows(count - 1))) }
      return
    }
    if Self.takingSelection.contains(command.name) {
      for _ in 1..<count where refusal(of: .selectDown) == nil { module.workbench.perform(.selectDown) }
      return perform(command, on: screen)
    }
    guard case .intent = command.action else { return perform(command, on: screen) }
    let workbench = module.workbench
    for repetition in 0..<count {
      if repetition > 0, command.reasonUnavailable(in: self) != nil { break }
      let before = (workbench.cursor, workbench.history.undoCount, workbench.history.redoCount)
      perform(command, on: screen)
      if before == (workbench.cursor, workbench.history.undoCount, workbench.history.redoCount) { break }
    }
  }

  /// The commands for which a number is a row.
  private static let goingToRow: Set = ["first", "last"]
  /// The commands for which a number is that of statements, which are one step.
  private static let takingSelection: Set = ["delete", "copy"]
}
