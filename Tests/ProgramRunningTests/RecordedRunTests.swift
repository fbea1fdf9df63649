import RunTesting
import SeededTesting
import Testing

@testable import ProgramRunning

/// A recording tells at each step what a run tells that is stopped there, in all languages.
@Suite struct RecordedRunTests {
  private static func check(_ text: String, _ language: String, input: String = "", at line: String? = nil) throws {
    let text = text.replacing("::own(", with: "::\(language)(")
    try RecordedRun(text, language, input: input).expectStates(of: text, language, input: input, at: line)
  }

  /// A statement in the language itself.
  private static func own(_ language: String, python: String, javascript: String, lua: String) -> String {
    let code = ["python": python, "javascript": javascript, "lua": lua][language] ?? ""
    return "::\(language)(CODE = \"\(code.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\")\n"
  }

  @Test(arguments: RunScene.languages) func values(language: String) throws {
    try Self.check(
      """
      set x to 5
      change x by 2.5
      set x to null
      set x to true
      set x to "é😀 \\\\ 'quoted'"
      set x to 2 ^ 100
      set x to 1000000 × 1000000
      set x to -9007199254740993
      set x to 10000000000 × 10000000000
      set y to ∞
      set x to ∞ - ∞
      set x to -0.5 × 0
      set x to create list with y, x, 0.1 + 0.2, 1e21
      set y to length of x ::lists_length
      set z to create list with "a", create list with null, null, false
      set x to 0
      """, language)
  }

  @Test(arguments: RunScene.languages) func listsThatAreSharedAndInEachOther(language: String) throws {
    try Self.check(
      """
      set a to create list with 1, 2
      set b to create list with a, a, "x"
      set c to create list with b, (create list with a), (create list with b)
      in list a set # 1 as 5
      in list a insert at last as 6
      in list b insert at first as 7
      in list a insert at # 2 as "é"
      in list b insert at # from end 1 as a
      in list a remove first
      set d to in list b get and remove # from end 2
      in list a insert at last as c
      in list c set # 2 as c
      in list c insert at first as c
      for each item i in list b
        in list c set # 1 as i
      in list a remove last
      set a to a
      set g to in list c get sub-list from # 1 to # 2
      in list g set first as g
      in list c set last as 0
      set b to 0
      """, language)
  }

  @Test(arguments: RunScene.languages) func randomChanges(language: String) throws {
    let start = Self.own(
      language, python: "import random; random.seed(3)",
      javascript: "var r = 1; Math.random = () => (r = r * 16807 % 2147483647) / 2147483647",
      lua: "math.randomseed(3)")
    try Self.check(
      start + """
        set a to create list with 1, 2, 3, 4, 5, 6, 7, 8, 9
        repeat 3 times
          in list a remove random
          set x to in list a get and remove random
          in list a insert at random as "new"
          in list a set random as x
          set x to in list a get random
        """, language)
  }

  @Test(arguments: RunScene.languages) func functions(language: String) throws {
    try Self.check(
      """
      to fib with: n
        set k to n
        if n > 1
          change n by 1
          set k to (fib with: n (n - 2)) + (fib with: n (n - 3))
      return k

      to say with: p, t
        to t append text "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
        if p > 0
          say with: p (p - 1), t t
        to t append text p
        set t to create list with t, p
        count with i from 1 to 2 by 1
          set s to i

      set k to 0
      set x to fib with: n 4
      say with: p 4, t "a"
      count with i from 1 to 2 by 1
        count with i from 1 to 2 by 1
          set x to i
        set x to i
      set x to i
      """, language)
  }

  /// In Lua, they have variables of their own.
  @Test(arguments: RunScene.languages) func loopsOverParameters(language: String) throws {
    try Self.check(
      """
      set s to f with: p 1, q create list with 7, 8

      to f with: p, q
        for each item q in list q
          set s to q
          change q by 1
          count with p from 1 to 2 by 1
            set s to p + q
            for each item p in list create list with "a"
              to p append text "b"
              \(Self.own(language, python: "s = p", javascript: "s = 1", lua: "s = 1"))
            set s to p
          set p to p + 1
        set p to create list with p, q
        for each item p in list p
          if s = 1
            g with: q p
            break out of loop
        set s to p
      return p

      to g with: q
        set s to q
      """, language)
  }

  @Test(arguments: RunScene.languages) func longTexts(language: String) throws {
    let text = """
      set t to "abcdefghi😀"
      repeat 17 times
        to t append text t
      set u to t
      set l to create list with t, u
      to u append text "!"
      to t append text "?"
      to t append text 5
      set l to create list with t, l, u
      set v to t
      to t append text v
      set n to 1
      """
    let run = try RecordedRun(text, language)
    try run.expectStates(of: text, language)
    let long = String(repeating: "abcdefghi😀", count: 1 << 17)
    let end = run.recording.stepCount
    #expect(run.recording.value(ofVariable: "u", at: end) == .text(long + "!"))
    #expect(run.recording.value(ofVariable: "t", at: end) == .text(long + "?5" + long + "?5"))
    #expect(run.recording.value(ofVariable: "t", at: end - 7) == .text(long))
  }

  /// What is appended is computed after the text was read, and may change it to another one that is as long.
  @Test(arguments: RunScene.languages) func textsThatChangeMeanwhile(language: String) throws {
    func text(_ part: String) -> String { "\"" + String(repeating: part, count: 300) + "\"" }
    let unknown = [
      "python": "globals().update(t='v' * len(t)) or 'y'", "javascript": "t = 'v'.repeat(t.length), 'y'",
      "lua": "t = ('v'):rep(#t) return 'y'",
    ][language, default: ""]
    let text = """
      set t to \(text("a"))
      to t append text "b"
      to t append text (f with: p 0)
      to t append text "c"
      to t append text (g with: p 0)
      to t append text (f with: p 1)
      to t append text (h with: p t)
      to t append text "d"
      to t append text (::\(language)_value(CODE = "\(unknown)"))
      to t append text "e"

      to f with: p
        set t to \(text("x"))
        to t append text p
      return "y"

      to g with: p
        \(Self.own(language, python: "t = 'z' * len(t)", javascript: "t = 'z'.repeat(t.length)", lua: "t = ('z'):rep(#t)"))
      return "y"

      to h with: p
        to p append text (h2 with: p p)
        set t to p
      return "y"

      to h2 with: p
        set p to \(text("w"))
        set t to p
        to t append text (f with: p 2)
      return p
      """
    let run = try RecordedRun(text, language)
    try run.expectStates(of: text, language)
    let end = run.recording.stepCount
    let start = String(repeating: "a", count: 300)
    // The function that changes the text to one that is as long.
    #expect(run.recording.value(ofVariable: "t", at: try run.step(of: "to t append text \"c\"")) == .text(start + "by"))
    #expect(run.recording.value(ofVariable: "t", at: end) == .text(start + "bycyyydye"))
  }

  /// They get numbers and lose them, and are collected, while others stay.
  @Test(arguments: RunScene.languages) func listsByTheThousand(language: String) throws {
    try Self.check(
      """
      set y to create list with 1, 2, 3
      count with i from 1 to 6000 by 1
        set x to create list with i, create list with i, y
        in list y set # 1 as create list with x, i
        if (remainder of i ÷ 1000) = 0
          set z to x
      """, language, at: "set z to x")
  }

  @Test(arguments: RunScene.languages) func errors(language: String) throws {
    let fail = Self.own(language, python: "1 / 0", javascript: "null.x", lua: "error('no')")
    try Self.check(
      """
      set x to 1
      set y to f with: n 1, m "a"

      to f with: n, m
        set x to create list with n, m
        set n to 3
        \(fail)
      return n
      """, language)
    try Self.check(
      "set x to 1\nset l to create list with 1, 2\nin list l set # \(language == "python" ? "5" : "1") as length of z ::lists_length\n",
      language)
  }

  @Test(arguments: RunScene.languages) func answers(language: String) throws {
    try Self.check(
      """
      set x to prompt for text with message "a? "
      set y to prompt for number with message "b? "
      print create text with x, y
      """, language, input: "first\n17\n")
  }

  /// Nobody tells what code of the user's own changes.
  @Test(arguments: RunScene.languages) func unknownStatements(language: String) throws {
    try Self.check(
      """
      set x to create list with 1, 2, create list with 3
      set y to in list x get last
      set n to 1
      set s to "s"
      \(Self.own(language, python: "x.append(4); y[0] = x; n = [n, {}]; s = 's'", javascript: "x.push(4); y[0] = x; n = [n, {}]", lua: "x[#x + 1] = 4 y[1] = x n = {n, print}"))
      set z to f with: p y, q n
      in list x remove # 1
      set n to 0

      to f with: p, q
        in list p insert at last as "new"
        \(Self.own(language, python: "s = y; n = None", javascript: "s = y; n = undefined", lua: "s = y n = nil"))
        in list q set # 1 as 5
        \(Self.own(language, python: "x.reverse(); x[1] = True", javascript: "x.reverse(); x[5] = true", lua: "table.remove(x, 1)"))
      return q
      """, language)
  }

  @Test(arguments: RunScene.languages) func textsThatAreNone(language: String) throws {
    try Self.check(
      Self.own(language, python: "x = chr(0xd800)", javascript: "x = '\\ud800'", lua: "x = '\\xff\\xc3'") + """
        set y to x
        set l to create list with x, x
        set x to length of x
        """, language)
  }

  @Test(arguments: RunScene.languages) func randomPrograms(language: String) throws {
    for seed in Seeds.campaign(500, share: 100) {
      let text = RandomRun.text(seed: seed, language)
      do {
        try Self.check(text, language)
      } catch {
        Issue.record("\(error): \(text)")
      }
    }
  }
}
