import FileTesting
import Testing

/// Somebody who only hears the status line finds a block through its code, changes it there, and saves the code.
@Suite(.enabled(if: TmuxSession.isNeeded, "tmux is not installed")) struct CodeJourneyTests {
  private static let steps = [
    ("$", "the code in Python"),
    ("H", "Python: line 14 of 25, for i in range(1, 101):"),
    ("<Down><Down>", "Python: line 16 of 25, print('FizzBuzz')"),
    ("<Esc>", "print “FizzBuzz” · in do 1 of if"),
    ("<Right>", "default text “FizzBuzz"),
    ("<Enter>Both<Enter>", "changed: default text “Both”"),
    ("H", "Python: line 16 of 25, print('Both')"),
    ("&", "the code in JavaScript"),
    ("<Up>", "JavaScript: line 14 of 26, if (i % 15 === 0) {"),
    ("&&&&", "the code in Python"),
    ("S<Enter>", "25 lines saved as fizzbuzz.py"),
    ("$", "the code is hidden"),
  ]

  @Test(arguments: [(80, 24), (160, 45)]) func aBlockIsFoundByItsCode(_ columns: Int, _ rows: Int) throws {
    let folder = try TemporaryFolder()
    let path = folder.file("fizzbuzz.xml")
    try Tool.write(Tool.read("Tests/Programs/fizzbuzz.xml"), to: path)
    let session = try TmuxSession([path], columns: columns, rows: rows)
    for (keys, expected) in Self.steps {
      try session.press(keys)
      func shortened(_ status: String) -> String { status.replacing(folder.path + "/", with: "") }
      let status = shortened(try session.status { shortened($0).hasPrefix(expected) })
      #expect(status.hasPrefix(expected), "after \(keys)")
    }
    try session.press("<C-s>")
    #expect(try session.sees("saved"))
    #expect(try session.pressLast("q") == "ended 0")
    let code = try Tool.run(["generate", path, "--to", "python", "--lenient"])
    #expect(Tool.read(folder.file("fizzbuzz.py")) == code.output)
    #expect(code.output.contains("print('Both')"))
  }
}
