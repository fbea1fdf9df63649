import FileTesting
import Glibc
import Testing

/// Python files on the command line and in the editor.
@Suite struct PythonFileTests {
  private let folder: TemporaryFolder
  private let file: String
  /// The user's state, with the statements that were allowed.
  private let state: String

  private static let text = """
    nums = [3, 1, 2]
    big = sorted(nums, key=lambda n: -n)
    for n in big:
        print(n)

    """

  init() throws {
    folder = try TemporaryFolder()
    (file, state) = (folder.file("p.py"), folder.file("state"))
    try Tool.write(Self.text, to: file)
  }

  private func run(_ arguments: [String], input: String = "/dev/null") throws -> Tool.Outcome {
    try Tool.run(arguments, input: input, shell: "export XDG_STATE_HOME='\(state)'")
  }

  @Test func itIsConverted() throws {
    let blocks = folder.file("p.json")
    let outcome = try run(["convert", file, "-o", blocks])
    #expect(outcome.code == 0 && outcome.errors.contains("p.py:2:1: this stays Python: "))
    let text = try run(["convert", blocks, "-o", "-", "--to", "text"]).output
    #expect(text.contains("set nums to [3, 1, 2]\n") && text.contains("for each item n in list big\n"))
    #expect(try run(["convert", "-", "--from", "python", "-o", "-", "--to", "text"], input: file).output == text)
    #expect(try run(["convert", file, "-o", "-"]).output == Self.text, "the same format keeps the bytes")
    #expect(try run(["check", file]).code == 0)
  }

  @Test func itIsNeverWritten() throws {
    let target = folder.file("q.py")
    let outcome = try run(["convert", "examples/hello.json", "-o", target])
    #expect(outcome.code == 2 && outcome.errors.contains("it is Python, not blocks; ‘mortise generate’ makes code"))
    #expect(access(target, F_OK) != 0)
    #expect(try run(["convert", file, "--from", "ruby", "-o", "-"]).code == 2)
    let events = folder.file("e.jsonl")
    try Tool.write(#"{"type":"var_create","varType":"","varName":"new","varId":"v"}"# + "\n", to: events)
    let replayed = try run(["replay", file, "--events", events, "-o", file])
    #expect(replayed.code == 1 && replayed.errors.contains("nothing is written into \(file): it is Python, not blocks"))
    #expect(Tool.read(file) == Self.text)
    try Tool.write(Self.text + "print(1)\n", to: target)
    let theirs = folder.file("theirs.py")
    try Tool.write("print(2)\n" + Self.text, to: theirs)
    let merged = try run(["merge", file, target, theirs])
    #expect(merged.code == 2 && merged.errors.contains("it is Python, not blocks"))
    #expect(Tool.read(target) == Self.text + "print(1)\n")
    unlink(target)
    let served = try run(["serve", file])
    #expect(served.code != 0 && served.errors.contains("it is Python, not blocks"))
    try Tool.write("x = (\n", to: file)
    let broken = try run(["convert", file, "-o", folder.file("p.json")])
    #expect(broken.code == 1 && broken.errors == "mortise: \(file):1:5: “(” is never closed\n")
  }

  /// The notation would read some of these lines, but they aren't Python.
  @Test(arguments: [
    ("print \"hi\"\n", "1:1: Python says: Missing parentheses"),
    ("x = 1\nif x = 3:\n    print(x)\n", "2:4: Python says: "),
    ("repeat 3 times\n", "1:8: Python says: "), ("x = 5 +\n", "1:8: Python says: "),
    ("return 5\n", "1:1: Python says: 'return' outside function"),
  ])
  func whatIsNoPythonIsRefused(text: String, message: String) throws {
    try Tool.write(text, to: file)
    let outcome = try run(["convert", file, "-o", "-"])
    #expect(outcome.code == 1 && outcome.output == "" && outcome.errors.hasPrefix("mortise: \(file):\(message)"))
  }

  /// Statements without a block run only with the user's consent, which holds for their exact text.
  @Test func itsOwnPythonNeedsConsent() throws {
    for command in [["run", file], ["generate", file, "--to", "python"]] {
      let outcome = try run(command)
      #expect(outcome.code == 1 && outcome.output == "")
      #expect(
        outcome.errors.contains("this Python has not been allowed to run: ‘big = sorted(nums, key=lambda n: -n)’"))
      #expect(outcome.errors.contains("--allow-python"))
    }
    let other = try run(["generate", file, "--to", "lua", "--allow-python"])
    #expect(other.code == 1 && other.errors.contains("#block="))
    #expect(try run(["run", file, "--allow-python"]) == .init(code: 0, output: "3\n2\n1\n", errors: ""))
    #expect(try run(["run", file]).output == "3\n2\n1\n")
    #expect(try run(["generate", file, "--to", "python"]).output.contains("\nbig = sorted(nums, key=lambda n: -n)\n"))
    try Tool.write(Self.text.replacing("-n", with: "+n"), to: file)
    #expect(try run(["run", file]).code == 1)
  }

  /// A statement of Python must mean the program's variable by the name that it has in the code.
  @Test func renamedVariablesAreNamed() throws {
    try Tool.write("sum = 1\nprint(sorted([sum], key=str))\n", to: file)
    #expect(try run(["run", file, "--allow-python"]).output == "[1]\n", "a file's variables get other names")
    let blocks = folder.file("p.blocktext")
    try Tool.write("set sum to 1\nPython: \"print(sorted([sum]))\"\n", to: blocks)
    let outcome = try run(["run", blocks, "--allow-python"])
    #expect(outcome.code == 1 && outcome.errors.contains("its variable “sum” is sum2 in the code: rename it"))
  }

  @Test(.enabled(if: TmuxSession.isNeeded, "tmux is not installed")) func theEditorSavesItBesideTheFile() throws {
    let session = try TmuxSession([file])
    #expect(try session.sees("p.py (Python)"))
    #expect(try session.sees("read from Python"))
    try session.press("<C-s>")
    #expect(try session.sees("Save as"))
    try session.press("<Enter>")
    #expect(try session.sees("saved p.json"))
    #expect(Tool.read(file) == Self.text)
    #expect(Tool.read(folder.file("p.json")).contains("mortise_python"))
    try session.press("<F5>")
    #expect(try session.sees("Run its Python, which can do whatever you can"))
    try session.press("n")
    #expect(try session.sees("the program does not run"))
    try session.press("<F5>y")
    #expect(try session.sees("ended · last line: 1"))
    #expect(try session.pressLast("q") == "ended 0")
  }

  /// A file of blocks beside it is overwritten only if the user agrees.
  @Test(.enabled(if: TmuxSession.isNeeded, "tmux is not installed")) func aFileBesideItStays() throws {
    try Tool.write("mine", to: folder.file("p.json"))
    let session = try TmuxSession([file])
    try session.press("<C-s>")
    #expect(try session.sees("p-2.json"))
    try session.press("<Esc>")
    #expect(Tool.read(folder.file("p.json")) == "mine")
    #expect(try session.pressLast("q") == "ended 0")
  }
}
