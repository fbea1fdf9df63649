import BlockLayout
import MortiseScreen
import MortiseTerminal
import Testing

@testable import TerminalUI

/// Where a click on a row presses a key.
@Suite struct HintRowTests {
  /// The keys that each column names, as the text would have to be typed.
  private func hits(_ text: String, proposal: String? = nil, isOnePhrase: Bool = false) -> [String: String] {
    let row = HintRow(origin: .zero, text: text, proposal: proposal, isOnePhrase: isOnePhrase)
    let known = ["↑", "↓", "Esc", "F5", "?", ",", ":", "a", "u", "x", "P", "_ h", "Ctrl+X"]
    var hits: [String: String] = [:]
    for (column, letter) in text.enumerated() {
      let keys = row.keys(atColumn: column, .unicode) { word in
        guard known.contains(word) else { return nil }
        return word.split(separator: " ").map { Key($0.first ?? " ") }
      }
      let hit = keys.map { String($0.compactMap(\.typedCharacter)) } ?? "-"
      hits[hit, default: ""].append(letter)
    }
    return hits
  }

  @Test func hintsArePressed() {
    #expect(hits("↑ ↓ move  Esc back") == ["↑": "↑", "↓": " ↓ move", "E": "Esc back", "-": "  "])
    #expect(hits("· F5 goes on, ? keys")["F"] == "· F5 goes on")
    #expect(hits("· F5 goes on, ? keys")["?"] == "? keys")
    #expect(hits("│  , menu  : all │") == [",": ", menu", ":": ": all │", "-": "│    "])
    #expect(hits("_ h history")["_h"] == "_ h history")
    #expect(hits("letters find")["-"] == "letters find")
    #expect(hits("a   types, such as  x", isOnePhrase: true) == ["a": "a   types, such as  x"])
  }

  /// In a sentence, words that are keys, too, aren't pressed.
  @Test func sentencesAreReadForVerbs() {
    func pressed(_ text: String, _ proposal: String = "") -> Set<String> {
      Set(hits(text, proposal: proposal).keys).subtracting(["-"])
    }
    #expect(pressed(" cut a · P pastes it, u undoes") == ["P", "u"])
    #expect(pressed(" a repeats · x > 3, x is 4, a list, u") == [])
    #expect(pressed(" empty: a types, ? keys", ": a types, ? keys") == ["a", "?"])
    #expect(pressed(" empty: a types, …", ": a types, ? keys") == [])
    #expect(pressed(" mouse off; Ctrl+X turns it on") == ["C"])
    #expect(pressed(" Welcome! a types, u undoes · print “x, P pastes it” · line 1 of 2") == ["a", "u"])
    #expect(pressed(" ended · last line: done; P pastes it, a b") == [])
    // Texts of the program are no hints.
    #expect(hits(" cut “x; u undoes” · P pastes it", proposal: "")["P"] == "P pastes it")
    #expect(pressed(" cut “x; u undoes” · P pastes it") == ["P"])
    #expect(pressed(" print “x, u undoes · line 1 of 2") == [])
    #expect(pressed(" print “x, u undoes”") == [])
    #expect(pressed(" ended · last line: \(quoted: "done; P pastes it")") == [])
    #expect(pressed(" \(quoted: "x · P pastes it") · u undoes") == ["u"])
  }
}
