import BlockModel

/// The names under which a text refers to variables. Variables with the same name get different ones.
struct VariableNames {
  private var texts: [String: (bytes: [UInt8], word: Int32, name: String)] = [:]

  init(_ variables: [Variable], library: NotationLibrary) {
    var taken = Set(variables.map(\.name))
    var seen: Set<String> = []
    for variable in variables {
      var name = variable.name
      if !seen.insert(name).inserted {
        var number = 2
        while !taken.insert("\(name) \(number)").inserted { number += 1 }
        name = "\(name) \(number)"
      }
      let text = library.nameText(name)
      texts[variable.id] = (text.bytes, text.word, name)
    }
  }

  /// The text of a variable, and its number as a word, -1 if it is in backquotes; nil for an unknown id.
  subscript(id: String) -> (bytes: [UInt8], word: Int32, name: String)? { texts[id] }
}

extension NotationLibrary {
  /// Returns the text for a name: the name itself, or in backquotes if it would be read as something else.
  /// - Parameter isCalled: whether it names a function that is called.
  func nameText(_ name: String, isCalled: Bool = false) -> (bytes: [UInt8], word: Int32) {
    if NameText.isWord(name, words: words) {
      let word = words.number(of: Array(name.utf8))
      if !reserved.contains(word), !isCalled || !statementWords.contains(word) { return (Array(name.utf8), word) }
    }
    var bytes: [UInt8] = []
    NameText.appendQuoted(name, to: &bytes)
    return (bytes, -1)
  }
}
