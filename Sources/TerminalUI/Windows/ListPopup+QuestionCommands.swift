extension ListPopup {
  /// What the keys do in a question, besides the letters of its answers.
  static let questionCommands = CommandTable<ListPopup>("In a question", navigation + answering)

  static let answering: [ListCommand] = [
    ListCommand(
      "choose", "<Enter>", "<Space>", group: .finishing, help: "give the selected answer", hint: "choose",
      runIn: { $0.choose(in: $1) }),
    ListCommand(
      "close", "<Esc>", group: .finishing, help: "cancel; nothing is lost", hint: "cancel",
      runIn: { $0.close(in: $1) }),
  ]

  /// The letters of an answer.
  static func answer(_ answer: Answer, at index: Int) -> ListCommand {
    ListCommand(
      "answer-\(index + 1)", keys: answer.keys.map(String.init), group: .editing, help: answer.text,
      runIn: { $0.choose(index, in: $1) })
  }
}
