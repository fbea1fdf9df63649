/// An answer to a question.
struct Answer {
  let text: String
  /// The letters that give the answer. Use `y` for a plain yes and `s` for saving.
  let keys: [Character]
  let act: () -> Void

  init(_ text: String, keys: String, act: @escaping () -> Void) {
    self.text = text
    self.keys = Array(keys)
    self.act = act
  }
}

extension ListPopup {
  /// Returns the question whether to overwrite a file.
  /// - Parameters:
  ///   - rename: asks for another name.
  ///   - overwrite: writes the file.
  ///   - stay: called when nothing is to be written.
  static func overwriteQuestion(
    _ title: String, rename: @escaping () -> Void, overwrite: @escaping () -> Void, stay: @escaping () -> Void
  ) -> ListPopup {
    .question(
      title,
      [
        Answer("save under another name", keys: "a", act: rename), Answer("overwrite it", keys: "oy", act: overwrite),
        Answer("do not save", keys: "n", act: stay),
      ])
  }

  // MARK: - Commands

  static let questionCommands = questionTable([])

  /// Returns the commands of a question: a list of answers, each with letters that choose it.
  static func questionTable(_ answers: [Answer]) -> CommandTable<ListPopup> {
    CommandTable(
      "question", "In a question", navigation + answers.enumerated().map { answering($1, at: $0) } + finishing,
      fallback: CommandTable<ListPopup>.Fallback(
        keys: "letters", help: "give the answer shown beside the letter", run: { _, _, _ in false }))
  }

  /// Returns the command that gives an answer.
  private static func answering(_ answer: Answer, at index: Int) -> ListCommand {
    ListCommand(
      "answer-\(index + 1)", keys: answer.keys.map(String.init), group: .editing, help: answer.text,
      runIn: { $0.choose(index, on: $1) })
  }

  private static let finishing: [ListCommand] = [
    ListCommand(
      "choose", "<Enter>", "<Space>", "<C-s>", group: .finishing, help: "give the selected answer", hint: "choose",
      runIn: { $0.choose(on: $1) }),
    ListCommand(
      "close", "<Esc>", group: .finishing, help: "cancel; nothing is lost", hint: "cancel",
      runIn: { $0.close(on: $1) }),
  ]
}
