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
}
