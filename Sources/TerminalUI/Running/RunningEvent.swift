/// The events of running programs.
nonisolated enum RunningEvent: EditorEvent {
  case status(String)
  /// The program asks for input.
  case answerRequested
  case ended
  case helpRequested

  var statusMessage: String? { if case .status(let message) = self { message } else { nil } }
}
