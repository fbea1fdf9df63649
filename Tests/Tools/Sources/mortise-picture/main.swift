import BlockEvents
import CasePlaying
import FileTesting
import Glibc
import MortiseFiles
import MortiseTerminal
import TerminalTesting
import TerminalUI
import Workbench

// Plays a test case, and writes what the screen shows after each key as an animated SVG. mortise-picture FOLDER OUT.svg

/// Prints an error message and exits.
func fail(_ message: String) -> Never {
  let line = Array("mortise-picture: \(message)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
  exit(2)
}

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 2 else { fail("usage: mortise-picture FOLDER OUT.svg") }

do {
  let testCase = try CaseEditor(CaseFolder(path: arguments[0]))
  let copies = try TemporaryFolder()
  let program = try testCase.program()
  if let program { try FileSaver.save(program.bytes, to: copies.file(program.name)) }
  let terminal = TestTerminal(
    width: testCase.setup.size.width, height: testCase.setup.size.height, colorDepth: .trueColor)
  let editor = try testCase.open(program.map { copies.file($0.name) }, on: terminal, events: EventManager())
  var picture = AnimatedPicture(size: terminal.size)
  var waiting = testCase.keys[...]
  var keys: ArraySlice<InputEvent> = []
  // Typing looks alive with fewer screens than keys.
  let keysPerScreen = 3
  // A program that runs says so above its output.
  terminal.isBusy = { editor.isBusy || terminal.screenRows().contains { $0.contains(": running") } }
  terminal.whenEmpty = {
    // The end of a line of keys is where something is to be seen.
    picture.add(terminal.grid, cursor: terminal.cursor, milliseconds: keys.isEmpty ? 1200 : 240)
    if keys.isEmpty { keys = (waiting.popFirst()?.events ?? [])[...] }
    if keys.isEmpty { return editor.stop() }
    terminal.feed(Array(keys.prefix(keysPerScreen)))
    keys = keys.dropFirst(keysPerScreen)
  }
  editor.run()
  try FileSaver.save(Array(picture.svg.utf8), to: arguments[1])
} catch {
  fail("\(error)")
}
BackgroundThread.endProcess(0)
