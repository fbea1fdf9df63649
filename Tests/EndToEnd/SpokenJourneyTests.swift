import FileTesting
import Testing

/// A program is typed by someone who only hears the status line. How many choices a line has doesn't matter here.
@Suite(.enabled(if: TmuxSession.isNeeded, "tmux is not installed")) struct SpokenJourneyTests {
  private struct Step {
    var keys: String
    var status: String

    init(_ keys: String, _ status: String) { (self.keys, self.status) = (keys, status) }
  }

  private static let steps = [
    Step("a", "type a statement · at the end of the program"),
    Step("count with i", "“count with i”: count with i from … to … by …, new variable i · at the end of the program"),
    Step("<Enter>", "inserted count with i from 1 to 10 by 1 · type a value · in from of count with i"),
    Step("1", "“1”: 1 · in from of count with i"),
    Step("<Enter>", "set to number 1 · type a value · in to of count with i"),
    Step("100", "“100”: 100 · in to of count with i"),
    Step("<Enter>", "set to number 100 · type a value · in by of count with i"),
    Step("1", "“1”: 1 · in by of count with i"),
    Step("<Enter>", "set to number 1 · type a statement · in do of count with i"),
    Step("if i is divisible by 15", "“if i is divisible by 15”: if i is divisible by 15 · in do of count with i"),
    Step("<Enter>", "inserted if i is divisible by 15 · type a statement · in do of if"),
    Step("print \"FizzBuzz\"", "“print \"FizzBuzz\"”: print \"FizzBuzz\" · in do of if"),
    Step("<Enter>", "inserted print “FizzBuzz” · type a statement · below print"),
    Step("else if i%3=0", "“else if i%3=0”: else if i%3=0 · below print"),
    Step("<Enter>", "added else if to this if · type a statement · in do 2 of if"),
    Step("print \"Fizz", "“print \"Fizz”: print \"Fizz\" · in do 2 of if"),
    Step("<Enter>", "inserted print “Fizz” · type a statement · below print"),
    Step("else if i%5=0", "“else if i%5=0”: else if i%5=0 · below print"),
    Step("<Enter>", "added else if to this if · type a statement · in do 3 of if"),
    Step("print \"Buzz", "“print \"Buzz”: print \"Buzz\" · in do 3 of if"),
    Step("<Enter>", "inserted print “Buzz” · type a statement · below print"),
    Step("else", "“else”: else · below print"),
    Step("<Enter>", "added else to this if · type a statement · in else of if"),
    Step("prinr", "“prinr”: no match; ↓ makes the function prinr · in else of if"),
    Step("<Backspace>", "“prin”: print … · in else of if"),
    Step("<Tab>", "“print ”: print … · in else of if"),
    Step("i", "“print i”: print i · in else of if"),
    Step("<Enter>", "inserted print i · type a statement · below print"),
    Step("<Enter>", "type a statement · below if"),
    Step("<Esc>", "if i is divisible by 15, 3 branches and else · in do of count with i"),
    Step("<C-s>", "saved fizzbuzz.xml"),
  ]

  @Test func fizzBuzzIsTypedByTheStatusLineAlone() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("fizzbuzz.xml")
    let session = try TmuxSession([path], columns: 120)
    for step in Self.steps {
      try session.press(step.keys)
      func withoutCount(_ status: String) -> String { status.replacing(/\ · \d+ of \d+/, with: "") }
      let status = withoutCount(try session.status { withoutCount($0) == step.status })
      #expect(status == step.status, "after \(step.keys)")
    }
    #expect(try session.pressLast("q") == "ended 0")
    let text = folder.file("fizzbuzz.blocktext")
    #expect(try Tool.run(["convert", path, "--to", "text", "-o", text]).code == 0)
    let expected = """
      count with i from 1 to 100 by 1
        if i is divisible by 15
          print "FizzBuzz"
        else if remainder of i ÷ 3 = 0
          print "Fizz"
        else if remainder of i ÷ 5 = 0
          print "Buzz"
        else
          print i

      """
    #expect(Tool.read(text) == expected)
  }
}
