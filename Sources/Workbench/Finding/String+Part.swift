extension String {
  /// Whether this text contains what was typed. A long paste is in no short text, and the library would prepare the
  /// search for it each time. Equal characters take at most four times as many bytes in another form.
  func hasPart(_ typed: some StringProtocol) -> Bool {
    typed.utf8.count <= 4 * utf8.count && contains(typed)
  }
}
