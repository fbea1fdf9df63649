import EventQueues
import MortiseFiles
import Workbench

// Closing programs, and quitting.
extension FileCommands {
  /// Closes the program that is shown, after a running save and a question about unsaved changes.
  func close() { close(programs.shown) }

  /// Closes a program, as `close()` does. A lesson's program is saved without a question.
  func close(_ program: OpenProgram) {
    settleSessions()
    if isSaving {
      showStatus("will close when the program is saved")
      jobs.queue.wait(for: .saving, token: closing, named: "closing a program") { [self] in
        leaveAfterSave(of: program) { close(program) }
      }
    } else if program.isModified, programs.savesItself(program) {
      save(program) { [self] in leaveAfterSave(of: program) { close(program) } }
    } else if program.isModified {
      push(closeQuestion(program))
    } else {
      emitter.emit(.closing(id: program.id))
    }
  }

  private func closeQuestion(_ program: OpenProgram) -> ListPopup {
    .question(
      "Save the changes before closing \(program.name)?",
      [
        Answer("save and close", keys: "sy") { [self] in
          save(program) { [self] in leaveAfterSave(of: program) { close(program) } }
        },
        Answer("discard the changes and close", keys: "nd") { [self] in emitter.emit(.closing(id: program.id)) },
        Answer("keep editing", keys: "k") {},
      ])
  }

  // MARK: - Quitting

  /// Quits the editor, after a running save and a question about unsaved changes.
  func quit() {
    settleSessions()
    if isSaving {
      showStatus("will quit when the program is saved")
      quitWhenSaved()
    } else if losesWorkToConflicts, programs.workbench.conflictCount > 0, programs.workbench.history.undoCount > 0 {
      push(conflictQuestion(programs.workbench.conflictCount))
    } else if let first = programs.unsaved.first(where: { !programs.savesItself($0) }) {
      push(quitQuestion(first))
    } else {
      discardAndQuit()
    }
  }

  private func conflictQuestion(_ count: Int) -> ListPopup {
    let words = count == 1 ? "1 conflict is left" : "\(count) conflicts are left"
    return .question(
      "\(words): git will put back the file as it was. Settle \(count == 1 ? "it" : "them") first?",
      [
        Answer("keep editing", keys: "k") {},
        Answer("quit: the settled conflicts are lost", keys: "q") { [self] in
          losesWorkToConflicts = false
          quit()
        },
      ])
  }

  /// Saves the program that is shown, if it has changed, and quits.
  func saveAndQuit() {
    let program = programs.shown
    if isSaving || !program.isModified { return quit() }
    save(all: [program]) { [self] in leaveAfterSave { quit() } }
  }

  /// Quits the editor after a running save. Discards unsaved changes, except those of lessons.
  func discardAndQuit() {
    settleSessions()
    if isSaving {
      showStatus("will quit when the program is saved")
      jobs.queue.wait(for: .saving, token: quitting, named: "quitting") { [self] in discardAndQuit() }
    } else {
      save(all: programs.unsavedLessons[...]) { [self] in emitter.emit(.leaving) }
    }
  }

  func quitWhenSaved() {
    jobs.queue.wait(for: .saving, token: quitting, named: "quitting") { [self] in leaveAfterSave { quit() } }
  }

  /// - Parameter first: the first unsaved program.
  private func quitQuestion(_ first: OpenProgram) -> ListPopup {
    let unsaved = programs.unsaved.filter { !programs.savesItself($0) }
    let title =
      if unsaved.count > 1 {
        "Save \(unsaved.count) programs before quitting: \(unsaved.map(\.name).joined(separator: ", "))?"
      } else if let name = words(for: first) {
        "Save the changes of \(name) before quitting?"
      } else {
        "Save the changes before quitting?"
      }
    return .question(
      title,
      [
        Answer(unsaved.count > 1 ? "save them and quit" : "save and quit", keys: "sy") { [self] in
          save(all: unsaved[...]) { [self] in leaveAfterSave { quit() } }
        },
        Answer("discard the changes and quit", keys: "nd") { [self] in discardAndQuit() },
        Answer("keep editing", keys: "k") {},
      ])
  }

  /// Saves programs one after the other.
  private func save(all programs: ArraySlice<OpenProgram>, then: @escaping @MainActor () -> Void) {
    guard let program = programs.first else { return then() }
    save(program) { [self] in
      if !self.programs.savesItself(program) { savedAtEnd.append(program.name) }
      save(all: programs.dropFirst(), then: then)
    }
  }

  /// Closes or quits after a save, unless the user has meanwhile started something that would be lost.
  /// - Parameter program: the program to close; nil to quit.
  private func leaveAfterSave(of program: OpenProgram? = nil, _ leave: () -> Void) {
    let endsShown = program == nil || program === programs.shown
    if endsShown, screen.modes.draft != nil || programs.workbench.state.isPreviewing {
      return showStatus("saved, but kept open: finish what you have begun first")
    }
    leave()
  }
}
