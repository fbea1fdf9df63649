import BlockEvents
import CasePlaying
import FileTesting
import Glibc
import MortiseFiles
import MortiseScreen
import MortiseTerminal
import TerminalUI
import Workbench

// Plays a test case in the terminal, one key at a time, on a copy of its program. Pressing a key stops it. After the
// last key of the case, the user can go on in the editor. mortise-play FOLDER [MILLISECONDS]

/// Prints an error message and exits.
func fail(_ message: String) -> Never {
  let line = Array("mortise: \(message)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
  exit(2)
}

let arguments = CommandLine.arguments.dropFirst()
guard let path = arguments.first, arguments.count <= 2 else { fail("--play needs the folder of a test case") }
let pause = arguments.dropFirst().first.flatMap { Int($0) } ?? 500
let folder = CaseFolder(path: path)
guard access(folder.file("keys"), R_OK) == 0 else { fail("\(path) isn't a test case: it has no file “keys”") }

do {
  let testCase = try CaseEditor(folder)
  let copies = try TemporaryFolder()
  let program = try testCase.program()
  if let program { try FileSaver.save(program.bytes, to: copies.file(program.name)) }
  let terminal = SlowTerminal(
    try CursesTerminal(), playing: testCase.keys.flatMap(\.events), pauseMilliseconds: max(1, pause))
  let editor = try testCase.open(program.map { copies.file($0.name) }, on: terminal, events: .sharedInstance)
  editor.run()
} catch {
  fail("\(error)")
}
BackgroundThread.endProcess(0)
