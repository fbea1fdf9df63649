import AppModules
import Files
import Terminal
import Workbench

/// The events of saving and quitting.
nonisolated enum FilesEvent: EditorEvent {
  case status(String)
  /// A save of the current program has started.
  case saving(SaveJob)
  /// The file was written.
  case saved(path: String)
  case notSaved(reason: String)
  /// The user quits the editor.
  case leaving

  var statusMessage: String? { if case .status(let message) = self { message } else { nil } }
}

struct FilesContext: ProgramContext {
  enum Purpose {
    case save
    /// Saves under another name.
    case saveAs
    /// Quits the editor. Asks about unsaved changes first.
    case quit
  }

  let routingContext: RoutingContext
  let program: OpenProgram
  let windows: ModuleWindows
  let device: any TerminalDevice
  let saving: FileSaving
  let purpose: Purpose
}

/// Saving and quitting, with their questions. The file is written in the background. Saving or quitting meanwhile waits
/// until it is written; repeated requests are performed once.
final class FilesModule: ProgramModule<FilesContext, FilesEvent>, Module, PageRepresenting {
  let pageName = "Files"
  let section = "program"
  let pageType = "questions"

  func unmanagedRootViewController() -> (any ViewController)? {
    switch context.purpose {
    case .save:
      save()
      return nil
    case .saveAs: return nameQuestion()
    case .quit:
      if let question = quitQuestion() { return question }
      quit()
      return nil
    }
  }

  private var saving: FileSaving { context.saving }

  // MARK: - Saving

  /// Saves the program.
  /// - Parameter then: called after the file was written.
  private func save(as path: String? = nil, overwrites: Bool = false, then: (@MainActor () -> Void)? = nil) {
    if saving.isSaving {
      // The running save may lack the latest changes.
      saving.saveAgain { [self] in save() }
      // Quitting comes after both saves, even if the user asked for it before the second one.
      let wasQuitting = saving.cancelQuitting()
      if wasQuitting || then != nil { quitWhenSaved() }
      return showStatus("will save again after this save")
    }
    guard let job = workbench.saveJob(as: path, overwrites: overwrites) else {
      return push(nameQuestion(then: then))
    }
    let program = workbench
    saving.write(
      job, for: self, announce: { emit(.saving(job)) },
      take: { [self] result in
        switch result {
        case .success(let stamp):
          showStatus(program.didSave(job, stamp: stamp))
          emit(.saved(path: job.path))
        case .failure(let error): notSaved(error, as: path, then: then)
        }
      },
      then: then)
  }

  private func notSaved(_ error: FileError, as path: String?, then: (@MainActor () -> Void)?) {
    emit(.notSaved(reason: error.description))
    if let question = overwriteQuestion(error.cause, as: path, then: then) { return push(question) }
    // In a window, as the status line may cut the message off.
    push(TextViewer(title: "Not saved", lines: [error.description]))
    context.device.bell()
  }

  private func nameQuestion(then: (@MainActor () -> Void)? = nil) -> TextPopup {
    TextPopup(
      title: "Save as", text: workbench.document.path ?? "program.xml",
      hint: "ends in .xml, .json or .blocktext", anchor: .centre
    ) { [self] name in
      guard name.contains(where: { !$0.isWhitespace }) else { return "a file needs a name" }
      if saving.isSaving { return "the program is being saved; try again" }
      save(as: name, then: then)
      return nil
    }
  }

  /// Returns the question whether to overwrite a file.
  /// - Parameter cause: why the file was not written.
  /// - Returns: nil if the cause needs no question.
  private func overwriteQuestion(
    _ cause: FileError.Cause, as path: String?, then: (@MainActor () -> Void)?
  ) -> ListPopup? {
    let rename = Answer("save under another name", keys: "a") { [self] in push(nameQuestion(then: then)) }
    func write(_ label: String, keys: String) -> Answer {
      Answer(label, keys: keys) { [self] in save(as: path, overwrites: true, then: then) }
    }
    let (title, answers): (String, [Answer])
    switch cause {
    case .changedOnDisk:
      title = "The file was changed by another program. Overwrite it?"
      answers = [rename, write("overwrite it", keys: "oy")]
    case .alreadyExists:
      title = "The file already exists. Overwrite it?"
      answers = [rename, write("overwrite it", keys: "oy")]
    case .gone:
      title = "The file no longer exists. Save it again?"
      answers = [write("save it again", keys: "sy"), rename]
    default: return nil
    }
    return .question(title, answers + [Answer("do not save", keys: "n") { [self] in showStatus("not saved") }])
  }

  // MARK: - Quitting

  private func quitQuestion() -> ListPopup? {
    guard workbench.isModified, !saving.isSaving else { return nil }
    return .question(
      "Save the changes before quitting?",
      [
        Answer("save and quit", keys: "sy") { [self] in save { [self] in quit() } },
        Answer("discard the changes and quit", keys: "d") { [self] in end() },
        Answer("keep editing", keys: "k") {},
      ])
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
    saving.quitWhenSaved { [self] in quit() }
  }

  private func end() { emit(.leaving) }
}
