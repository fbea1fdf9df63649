import BlockEvents
import CasePlaying
import Glibc
import MortiseFiles
import MortiseTerminal
import TerminalTesting
import TerminalUI
import Workbench

// Sends random input to the editor on a test terminal, which is many times as fast as a real one. It is a program of its
// own because a crash ends it. random-input PROGRAM SEED [ROUNDS]: PROGRAM should be a copy in an otherwise empty current
// folder, as the editor may save files there. With SHOW_INPUT in the environment, it prints the input.

/// Prints what went wrong, and exits.
func fail(_ message: String) -> Never {
  let line = Array("random-input: \(message)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
  BackgroundThread.endProcess(1)
}

let arguments = Array(CommandLine.arguments.dropFirst())
guard (2...3).contains(arguments.count), let seed = UInt64(arguments[1]) else {
  fail("needs a program and a number that the input depends on")
}
var roundsLeft = arguments.dropFirst(2).first.flatMap { Int($0) } ?? 150

do {
  let terminal = TestTerminal(colorDepth: seed % 2 == 0 ? .twoFiftySix : .monochrome, repertoire: .unicode)
  let manager = EventManager()
  let editor = try CaseEditor(xml: "", keys: "").open(arguments[0], on: terminal, events: manager)
  let workbench = editor.workbench
  let undoAndRedo = UndoAndRedo(workbench)
  var input = RandomInput(seed: seed)
  let isShown = getenv("SHOW_INPUT") != nil
  terminal.deliversSingly = seed % 3 == 0
  terminal.isBusy = { editor.isBusy }
  terminal.whenEmpty = {
    if manager.currentGroupID != nil, !editor.workbench.state.isPreviewing { fail("an event group was left open") }
    roundsLeft -= 1
    // Some sessions end by a signal, in whatever is going on.
    if roundsLeft < 0 { return seed % 5 < 3 ? terminal.feed([.terminate(.interrupt)]) : editor.stop() }
    let events = input.next(on: terminal.size)
    if isShown {
      print(events.map(\.description).joined())
      fflush(nil)
    }
    terminal.feed(events)
  }
  editor.run()
  // The program that is shown may be another one.
  editor.workbench.endPreviews()
  if let defect = undoAndRedo.defect(in: workbench) { fail(defect) }
} catch {
  fail("\(error)")
}
BackgroundThread.endProcess(0)
