/// An answer to a question.
struct Answer {
  let text: String
  /// The letters that give it. `y` is for the plain yes, if the question has one, and `s` saves.
  let keys: [Character]
  let act: () -> Void

  init(_ text: String, keys: String, act: @escaping () -> Void) {
    self.text = text
    self.keys = Array(keys)
    self.act = act
  }
}
