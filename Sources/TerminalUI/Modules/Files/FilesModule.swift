import AppModules
import MortiseFiles
import MortiseTerminal
import Workbench

/// The events of saving and quitting.
nonisolated enum FilesEvent: EditorEvent {
  case status(String)
  /// A save of a program has started.
  case saving(SaveJob)
  /// The file was written.
  case saved(SaveJob)
  case notSaved(reason: String)
  /// The user closes the program of a workspace.
  case closing(id: String)
  /// The user quits the editor.
  case leaving

  var statusMessage: String? { if case .status(let message) = self { message } else { nil } }
}

struct FilesContext: ProgramContext {
  enum Purpose {
    case save
    /// Saves under another name.
    case saveAs
    /// Closes the program. Asks about unsaved changes first.
    case close
    /// Quits the editor. Asks about unsaved changes first.
    case quit
  }

  let routingContext: RoutingContext
  let program: OpenProgram
  let programs: OpenPrograms
  let windows: ModuleWindows
  let device: any TerminalDevice
  let saving: FileSaving
  let purpose: Purpose
}

/// Saving, closing and quitting, with their questions. The file is written in the background. Saving, closing or
/// quitting meanwhile waits until it is written; repeated requests are performed once.
final class FilesModule: ProgramModule<FilesContext, FilesEvent>, Module, PageRepresenting {
  let pageName = "Files"
  let section = "program"
  let pageType = "questions"

  func unmanagedRootViewController() -> (any ViewController)? {
    switch context.purpose {
    case .save:
      save(context.program)
      return nil
    case .saveAs: return nameQuestion(context.program)
    case .close:
      if let question = closeQuestion() { return question }
      close()
      return nil
    case .quit:
      if let question = quitQuestion() { return question }
      quit()
      return nil
    }
  }

  private var saving: FileSaving { context.saving }

  /// What a question calls a program: its name, unless it is the one on the screen.
  private func words(for program: OpenProgram) -> String? {
    program === context.programs.shown ? nil : program.name
  }

  // MARK: - Saving

  /// Saves a program.
  /// - Parameter then: called after the file was written.
  private func save(
    _ program: OpenProgram, as path: String? = nil, overwrites: Bool = false, then: (@MainActor () -> Void)? = nil
  ) {
    if saving.isSaving {
      // The running save may lack the latest changes.
      saving.saveAgain(program.id) { [self] in save(program, then: then) }
      // Quitting comes after both saves, even if the user asked for it before the second one.
      if saving.cancelQuitting() { quitWhenSaved() }
      return showStatus("will save again after this save")
    }
    let workbench = program.workbench
    guard let job = workbench.saveJob(as: path, overwrites: overwrites) else {
      return push(nameQuestion(program, then: then))
    }
    saving.write(
      job, for: self, announce: { emit(.saving(job)) },
      take: { [self] result in
        switch result {
        case .success(let stamp):
          showStatus(workbench.didSave(job, stamp: stamp))
          program.isChangedOnDisk = false
          emit(.saved(job))
        case .failure(let error): notSaved(program, error, as: path, then: then)
        }
      },
      then: then)
  }

  private func notSaved(_ program: OpenProgram, _ error: FileError, as path: String?, then: (@MainActor () -> Void)?) {
    emit(.notSaved(reason: error.description))
    if let question = overwriteQuestion(program, error.cause, as: path, then: then) { return push(question) }
    // In a window, as the status line may cut the message off.
    push(TextViewer(title: "Not saved", lines: [error.description]))
    context.device.bell()
  }

  private func nameQuestion(_ program: OpenProgram, then: (@MainActor () -> Void)? = nil) -> TextPopup {
    TextPopup(
      title: words(for: program).map { "Save \($0) as" } ?? "Save as",
      text: program.workbench.document.path ?? "program.xml",
      hint: "ends in \(program.workbench.formats.extensionList)",
      anchor: .centre
    ) { [self] name in
      guard name.contains(where: { !$0.isWhitespace }) else { return "a file needs a name" }
      if let other = context.programs.program(at: name), other !== program {
        return "\(other.name) is open here as another program"
      }
      if saving.isSaving { return "the program is being saved; try again" }
      save(program, as: name, then: then)
      return nil
    }
  }

  /// Returns the question whether to overwrite a file.
  /// - Parameter cause: why the file was not written.
  /// - Returns: nil if the cause needs no question.
  private func overwriteQuestion(
    _ program: OpenProgram, _ cause: FileError.Cause, as path: String?, then: (@MainActor () -> Void)?
  ) -> ListPopup? {
    let rename = { [self] in push(nameQuestion(program, then: then)) }
    let write = { [self] in save(program, as: path, overwrites: true, then: then) }
    let stay = { [self] in showStatus("not saved") }
    let file = words(for: program) ?? "The file"
    switch cause {
    case .changedOnDisk:
      return .overwriteQuestion(
        "\(file) was changed by another program. Overwrite it?", rename: rename, overwrite: write, stay: stay)
    case .alreadyExists:
      return .overwriteQuestion(
        "\(file) already exists. Overwrite it?", rename: rename, overwrite: write, stay: stay)
    case .gone:
      return .question(
        "\(file) no longer exists. Save it again?",
        [
          Answer("save it again", keys: "sy", act: write), Answer("save under another name", keys: "a", act: rename),
          Answer("do not save", keys: "n", act: stay),
        ])
    default: return nil
    }
  }

  // MARK: - Closing

  private func closeQuestion() -> ListPopup? {
    guard workbench.isModified, !saving.isSaving else { return nil }
    return .question(
      "Save the changes before closing \(context.program.name)?",
      [
        Answer("save and close", keys: "sy") { [self] in
          save(context.program) { [self] in leaveAfterSave { close() } }
        },
        Answer("discard the changes and close", keys: "d") { [self] in emit(.closing(id: context.program.id)) },
        Answer("keep editing", keys: "k") {},
      ])
  }

  /// Closes the program, after a running save and a question about changes made since.
  private func close() {
    if saving.isSaving {
      showStatus("will close when the program is saved")
      saving.closeWhenSaved { [self] in leaveAfterSave { close() } }
    } else if let question = closeQuestion() {
      push(question)
    } else {
      emit(.closing(id: context.program.id))
    }
  }

  // MARK: - Quitting

  private func quitQuestion() -> ListPopup? {
    let unsaved = context.programs.unsaved
    guard let first = unsaved.first, !saving.isSaving else { return nil }
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
          save(all: unsaved[...])
        },
        Answer("discard the changes and quit", keys: "d") { [self] in end() },
        Answer("keep editing", keys: "k") {},
      ])
  }

  /// Saves programs one after the other, and quits.
  private func save(all programs: ArraySlice<OpenProgram>) {
    guard let program = programs.first else { return leaveAfterSave { quit() } }
    save(program) { [self] in save(all: programs.dropFirst()) }
  }

  /// Ends the editor, after a running save and a question about changes made since.
  private func quit() {
    if saving.isSaving {
      showStatus("will quit when the program is saved")
      quitWhenSaved()
    } else if let question = quitQuestion() {
      push(question)
    } else {
      end()
    }
  }

  private func quitWhenSaved() {
    saving.quitWhenSaved { [self] in leaveAfterSave { quit() } }
  }

  private func end() { emit(.leaving) }

  /// Closes or quits after a save, unless the user has begun something meanwhile that would be lost.
  private func leaveAfterSave(_ leave: () -> Void) {
    let endsShown = context.purpose == .quit || context.program === context.programs.shown
    if endsShown, context.windows.hasDraft || context.programs.workbench.state.isPreviewing {
      return showStatus("saved, but kept open: finish what you have begun first")
    }
    leave()
  }
}
