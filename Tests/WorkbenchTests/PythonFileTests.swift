import BlockEvents
import BlockFormats
import BlockLayout
import BlockLibrary
import BlockModel
import BlockNotation
import FileTesting
import Markup
import MortiseFiles
import Testing
import WorkbenchTesting

@testable import Workbench

/// Python files, which are opened as blocks and never written.
@MainActor @Suite struct PythonFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open(_ text: String, seed: UInt64 = 1) throws -> WorkbenchController {
    try FileSaver.save(Array(text.utf8), to: folder.file("p.py"), expecting: .anything)
    return WorkbenchController(
      document: try Document.open(folder.file("p.py"), factory: try StockBlocks.factory(), seed: seed),
      toolbox: Toolbox(categories: []),
      style: LayoutStyle(usesBrackets: false, repertoire: .unicode, canvasWidth: 80), eventManager: EventManager())
  }

  private func notation(of controller: WorkbenchController) -> String {
    String(
      decoding: NotationWriter.write(controller.workspace, library: NotationLibrary.of(controller.workspace.factory)),
      as: UTF8.self)
  }

  /// The notation of a statement that stays as code.
  private nonisolated static func code(_ text: String) -> String {
    let escapes = [("\\", "\\\\"), ("\"", "\\\""), ("\n", "\\n")]
    return "Python: \"\(escapes.reduce(text) { $0.replacing($1.0, with: $1.1) })\""
  }

  @Test(arguments: [
    ("print(1)", "print 1\n"),
    ("\u{FEFF}x = 1\r\nprint(x)\r\n", "set x to 1\nprint x\n"),
    ("for i in range(3):\n\tprint(i)\n\tprint(2)\n", "count with i from 0 to 2 by 1\n  print i\n  print 2\n"),
    ("if True: print(1); print(2)\nprint(3)", "if true\n  print 1\n  print 2\nprint 3\n"),
    // Brackets, texts and backslashes go on in the next line.
    ("x = [1, # one\n  2,\n]\ny = 3 + \\\n  4\n", "// one\nset x to [1, 2]\nset y to 3 + 4\n"),
    ("print('''it's''')\n", "print \"it's\"\n"),
    // Comments and docstrings.
    ("# A note.\nprint(1)  # behind\n", "// A note.\n// behind\nprint 1\n"),
    ("\"\"\"A program.\n\nBy Ada.\n\"\"\"\nprint(1)\n", "// A program.\n// By Ada.\nprint 1\n"),
    (
      "def greet(name):\n  '''Says hello.\n\n  Twice.\n  '''\n  print(name)\ngreet('Ada')\n",
      "to greet with: name @comment(\"Says hello. Twice.\", {\"pinned\":false,\"width\":160,\"height\":80})\n"
        + "  print name\n\ngreet with: name \"Ada\"\n"
    ),
    ("if __name__ == '__main__':\n    print(1)\n", "print 1\n"),
    ("", ""), ("\n  \n# only this\n", ""),
    ("import random\nx = random.randint(1, 6)\n", "set x to random integer from 1 to 6\n"),
  ])
  func itsStatementsBecomeBlocks(text: String, blocks: String) throws {
    let controller = try open(text)
    #expect(notation(of: controller) == blocks)
    #expect(!controller.isModified && controller.history.undoCount == 0)
    #expect(controller.document.isPython)
  }

  /// With what belongs to them and needs them.
  @Test(arguments: [
    ("x = sorted(y, key=len)\nprint(x)\n", code("x = sorted(y, key=len)") + "\nprint x\n"),
    (
      "try:\n    x = 1\n    # inner\n    y = 2\nexcept ValueError:\n    pass\nelse:\n    x = 3\nprint(x)\n",
      code("try:\n    x = 1\n    # inner\n    y = 2\nexcept ValueError:\n    pass\nelse:\n    x = 3") + "\nprint x\n"
    ),
    (
      "for i in range(3):\n    with open(i) as f:\n        print(f)\n    print(i)\n",
      "count with i from 0 to 2 by 1\n  " + code("with open(i) as f:\n    print(f)") + "\n  print i\n"
    ),
    // A loop with an “else” is one statement.
    (
      "for i in range(3):\n    print(i)\nelse:\n    print(9)\n",
      code("for i in range(3):\n    print(i)\nelse:\n    print(9)") + "\n"
    ),
    // Indentation would change the text.
    ("while True:\n  with x:\n    y = '''a\n b'''\n", "repeat while true\n  " + code("with x:\n  y = 'a\\n b'") + "\n"),
    (
      "class Dog:\n    pass\nrex = Dog()\nprint(1)\n",
      code("class Dog:\n    pass") + "\n" + code("rex = Dog()") + "\nprint 1\n"
    ),
    (
      "import time\nimport math\nfrom os import path as p\nx = time.monotonic()\ny = p.sep\n",
      code("import time") + "\n" + code("from os import path as p") + "\n" + code("x = time.monotonic()") + "\n"
        + code("y = p.sep") + "\n"
    ),
  ])
  func whatNoBlockSaysStays(text: String, blocks: String) throws {
    let controller = try open(text)
    #expect(notation(of: controller) == blocks)
    #expect(controller.document.findings.contains { $0.message.hasPrefix("this stays Python") })
  }

  @Test(arguments: [
    ("x = (1 +\nprint(3)\n", "1:5: “(” is never closed"),
    ("x = 1)\n", "1:6: “)” closes no bracket"),
    ("x = (1]\n", "1:7: “]” doesn't close the “(” of line 1"),
    ("x = 'abc\n", "1:5: a text has no closing quotation mark"),
    ("x = 1\ny = '''abc\n\n", "2:5: a text has no closing quotation mark"),
    ("if x:\nprint(3)\n", "2:1: an indented block is missing after line 1"),
    ("while x:\n", "2:1: an indented block is missing after line 1"),
    ("x = 1\n  y = 2\n", "2:3: unexpected indent"),
    ("if x:\n    y = 1\n  z = 2\n", "3:3: its indentation matches no line above"),
    ("if x:\n        y = 1\n\tz = 2\n", "3:2: tabs and spaces are mixed in its indentation"),
    ("x = 1 + \\", "1:1: nothing follows the “\\” at the end"),
  ])
  func mistakesOfTheLinesAreThoseOfPython(text: String, mistake: String) throws {
    #expect(
      performing: { _ = try open(text) }, throws: { ($0 as? OpenError)?.description.hasSuffix(":" + mistake) == true })
  }

  @Test func itIsNeverOverwritten() throws {
    let text = "print(1)\n"
    let controller = try open(text)
    for isModified in [false, true] {
      if isModified { controller.perform(.paste(text: "print 2")) }
      let job = try #require(controller.saveJob())
      #expect(throws: FileError.self) { try job.write() }
    }
    let job = try #require(controller.saveJob(as: folder.file("p.json")))
    controller.didSave(job, try job.write())
    #expect(!controller.document.isPython && controller.readOnlyReason(savingAs: folder.file("q.py")) != nil)
    #expect(try FileReader.read(folder.file("p.py")).bytes == Array(text.utf8))
  }

  /// A journal's events find their blocks when the file is opened again.
  @Test func theSameSeedGivesTheSameIDs() throws {
    let text = "x = 1\nfor i in range(x):\n    print(sorted(i))\n"
    let ids = try (0..<2).map { _ in try open(text, seed: 7).workspace.blocks.keys.sorted() }
    #expect(ids[0] == ids[1] && !ids[0].isEmpty)
  }

  /// Each character must take the same time.
  @Test func longLinesAreRead() throws {
    let texts = String(repeating: "'a', ", count: 30_000)
    let controller = try open("x = [\(texts)]\nprint(x)\n")
    #expect(notation(of: controller).hasSuffix("print x\n"))
  }

  @Test func tooLongFilesAreRefused() throws {
    for text in [String(repeating: "x = 1\n", count: 2001), "x = '\(String(repeating: "a", count: 200_000))'\n"] {
      #expect(
        performing: { _ = try open(text) }, throws: { ($0 as? OpenError)?.description.contains("too long") == true })
    }
  }
}
