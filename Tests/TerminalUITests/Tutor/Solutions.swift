import BlockLibrary
import BlockNotation
import MortiseTerminal
import Workbench

/// The keys that solve Mortise's own lessons: a line for each step, with `|` where what was begun has to end first. Blocks
/// in backquotes are typed in the words of the lesson's language, and so are `§` for “else” and `¶` for “print”.
enum Solutions {
  static let keys: [String: [String]] = [
    "moving": ["<Down><Down><Down>", "<Up><Up><Right>", "<End>"],
    "typing": ["a`print \"{hello}\"`<Enter>", "`print 7 + 8`<Enter><Esc>", "<F5>"],
    "changing": ["<Right>12<Enter>", "<Down><Right><Enter>{dog}<Enter>"],
    "toolbox": ["t<Down><Enter><Enter>", "<Down>tTex<Enter>¶<Enter>"],
    "undo": ["<Down><Delete>", "u", "U"],
    "repeat": ["a`repeat 3 times`<Enter>", "`print \"{hip}\"`<Enter><Esc>", "<Up><Right>5<Enter><F5>"],
    "decisions": [
      "a`if {age} > 10`<Enter>`print \"{big}\"`<Enter>", "§<Enter>`print \"{small}\"`<Enter><Esc>",
      "<Home><Right><Right>8<Enter><F5>",
    ],
    "variables": ["a`change {points} by 5`<Enter><Esc>", "<F5>", "v<Enter>{coins}<Enter>"],
    "conditions": [
      "<Down>E<C-u>`if n > 3 and n < 7`<Enter>", "<F5>", "E<C-u>`if n = 1 or n = 10`<Enter><F5>",
    ],
    "rearranging": ["<Down><A-Up>", "<Down><Down>d", "<Home>m<Down><Down><Down><Down><Down><Enter>"],
    "branches": [
      "<Down>eae<C-s>", "<Home><Down><Down><Down>a`(n = 2)`<Enter><Down>a`print \"{two}\"`<Enter><Esc>",
      "<Down><Down>a`print \"{many}\"`<Enter><Esc><F5>",
    ],
    "functions": [
      "a`to {greet}`<Enter>", "`print \"{hello}\"`<Enter><Esc>",
      "<Home>a`{greet}()`<Enter>`{greet}()`<Enter><Esc><F5>",
    ],
    "lists": [
      "a`for each item n in list {prices}`<Enter>`print n`<Enter><Esc>",
      "<Home><Right><Right><Right><Right><Right><Right>,10<Enter><Esc>",
      "<Home><Down>a`print sum of list {prices}`<Enter><Esc><F5>",
    ],
    "mistakes": ["<F5>|<F11>|<F11>|<F11>", "<S-F5>|E<C-u>`change {total} by n`<Enter><F5>"],
    "finding": ["<C-f>{gold}<Enter>", ":disable<Enter>"],
  ]

  /// The keys of a lesson's steps in a language, in lines.
  static func keys(of lesson: Lesson, in language: String) throws -> [[String]] {
    let factory = try TutorScene.shared(in: language)
    let library = NotationLibrary.of(factory)
    let otherwise = factory.messages.texts["CONTROLS_IF_MSG_ELSE"] ?? "else"
    let print = LessonNotation.wording(of: "`print n`", library: library).dropFirst().split(separator: " ")[0]
    return (keys[lesson.name] ?? []).map { keys in
      let line = lesson.filled(keys, in: language).split(separator: "`", omittingEmptySubsequences: false).enumerated()
        .map { index, part in
          if index.isMultiple(of: 2) { return part.replacing("§", with: otherwise).replacing("¶", with: print) }
          let line = LessonNotation.wording(of: "`\(part)`", library: library).dropFirst().dropLast()
          return line.replacing("<", with: "<Lt>")
        }.joined()
      return line.split(separator: "|").map(String.init)
    }
  }
}
