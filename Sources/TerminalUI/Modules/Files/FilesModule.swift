import AppModules
import EventQueues
import Files
import Workbench

/// What happens to the program's file.
nonisolated enum FilesEvent: EditorEvent {
  case status(String)
  /// The program as it is now is on its way to its file.
  case saving(SaveJob)
  /// That is in the file.
  case saved(path: String)
  case notSaved(reason: String)
  /// Nothing keeps the editor any more.
  case leaving

  var statusMessage: String? { if case .status(let message) = self { message } else { nil } }
}

struct FilesContext: EditorContext {
  enum Purpose {
    case save
    /// Under another name.
    case saveAs
    /// To end the editor; what isn't saved is asked about.
    case quit
  }

  let editor: EditorServices
  let purpose: Purpose
}

/// Saving and quitting, with their questions. The file is written in the background; who wants it saved or quits meanwhile
/// waits for that, and what is wanted several times is done once.
final class FilesModule: EditorModule<FilesContext, FilesEvent>, Module {
  func unmanagedRootViewController() -> any ViewController {
    switch context.purpose {
    case .save: return BackgroundWork { [self] in save() }
    case .saveAs: return nameQuestion()
    case .quit: return quitQuestion() ?? BackgroundWork { [self] in leave() }
    }
  }

  // MARK: - Saving

  /// Saves the program; `then` follows when it is in its file.
  private func save(as path: String? = nil, overwrites: Bool = false, then: (@MainActor () -> Void)? = nil) {
    let queue = editor.queue
    if queue.activityIsInProgress(.saving) {
      // What is being written may be older than what is wanted now. What is wanted several times is done once.
      queue.wait(for: .saving, token: editor.savingAgain, named: "saving again") { [self] in save() }
      // Who wants to leave does so after that, also when they said so before it.
      let wasLeaving = queue.cancelAction(token: editor.leaving)
      if wasLeaving || then != nil { leaveWhenSaved() }
      return showStatus("saving again when the program is saved")
    }
    guard let job = workbench.saveJob(as: path, overwrites: overwrites) else {
      return push(nameQuestion(then: then))
    }
    let program = workbench
    let work = BackgroundWork {}
    adopt(work)
    editor.begin(work)
    queue.started(.saving)
    emit(.saving(job))
    let write: @MainActor () -> Void = { [self] in
      self.write(job, of: program, for: work, as: path, then: then)
    }
    // Whoever listens may have to note that first.
    if queue.activityIsInProgress(.saveJournaled) {
      queue.wait(for: .saveJournaled, named: "writing the file", then: write)
    } else {
      write()
    }
  }

  private func write(
    _ job: SaveJob, of program: WorkbenchController, for work: BackgroundWork, as path: String?,
    then: (@MainActor () -> Void)?
  ) {
    let queue = editor.queue
    editor.runInBackground {
      let result = Result { () throws(FileError) in try job.write() }
      queue.wait(for: [], named: "taking note of what was saved") { [self] in
        editor.end(work)
        switch result {
        case .success(let stamp):
          showStatus(program.didSave(job, stamp: stamp))
          emit(.saved(path: job.path))
          queue.completed(.saving)
          then?()
        case .failure(let error):
          queue.failed(.saving, with: error)
          // Who wanted more than this sees why it did not come to it.
          queue.cancelAction(token: editor.savingAgain)
          queue.cancelAction(token: editor.leaving)
          notSaved(error, as: path, then: then)
        }
      }
    }
  }

  private func notSaved(_ error: FileError, as path: String?, then: (@MainActor () -> Void)?) {
    emit(.notSaved(reason: error.description))
    if let question = overwriteQuestion(error.cause, as: path, then: then) { return push(question) }
    // In a window, as the whole of it must be readable.
    push(TextViewer(title: "Not saved", lines: [error.description]))
    editor.device.bell()
  }

  private func nameQuestion(then: (@MainActor () -> Void)? = nil) -> TextPopup {
    TextPopup(
      title: "Save as", text: workbench.document.path ?? "program.xml", hint: "a name that ends in .xml or .json",
      anchor: .centre
    ) { [self] name in
      guard name.contains(where: { !$0.isWhitespace }) else { return "a file needs a name" }
      if editor.queue.activityIsInProgress(.saving) { return "the program is being saved just now; try again" }
      save(as: name, then: then)
      return nil
    }
  }

  /// - Parameter cause: why the file was not written.
  /// - Returns: nil when that is not to be asked about.
  private func overwriteQuestion(
    _ cause: FileError.Cause, as path: String?, then: (@MainActor () -> Void)?
  ) -> ListPopup? {
    let rename = Answer("save under another name", keys: "a") { [self] in push(nameQuestion(then: then)) }
    func write(_ words: String, keys: String) -> Answer {
      Answer(words, keys: keys) { [self] in save(as: path, overwrites: true, then: then) }
    }
    let (title, answers): (String, [Answer])
    switch cause {
    case .changedOnDisk:
      title = "The file was changed by another program. Overwrite it?"
      answers = [rename, write("overwrite it", keys: "oy")]
    case .alreadyExists:
      title = "The file is there already. Overwrite it?"
      answers = [rename, write("overwrite it", keys: "oy")]
    case .gone:
      title = "The file is not there any more. Save it again?"
      answers = [write("save it again", keys: "sy"), rename]
    default: return nil
    }
    return .question(title, answers + [Answer("do not save", keys: "n") { [self] in showStatus("not saved") }])
  }

  // MARK: - Quitting

  private func quitQuestion() -> ListPopup? {
    guard workbench.isModified, !editor.queue.activityIsInProgress(.saving) else { return nil }
    return .question(
      "Save the changes before quitting?",
      [
        Answer("save and quit", keys: "sy") { [self] in save { [self] in leave() } },
        Answer("discard the changes and quit", keys: "d") { [self] in end() },
        Answer("keep editing", keys: "k") {},
      ])
  }

  /// Ends the editor, after what is being saved; what was changed meanwhile is asked about.
  private func leave() {
    if editor.queue.activityIsInProgress(.saving) {
      showStatus("quitting when the program is saved")
      leaveWhenSaved()
    } else if let question = quitQuestion() {
      push(question)
    } else {
      end()
    }
  }

  private func leaveWhenSaved() {
    editor.queue.wait(for: .saving, token: editor.leaving, named: "quitting") { [self] in leave() }
  }

  private func end() {
    emit(.leaving)
    editor.stop()
  }
}
