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
