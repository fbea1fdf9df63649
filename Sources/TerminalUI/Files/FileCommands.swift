import AppModules
import BlockFormats
import EventQueues
import MortiseFiles
import ProgramRunning
import Workbench

/// The events of saving, closing and quitting.
nonisolated enum FilesEvent: RoutingEvent {
  case status(String)
  /// Opens a window, such as the comparison with a file that another program has changed.
  case open(Route)
  /// A save of a program has started.
  case saving(SaveJob)
  /// The file was written.
  case saved(SaveJob)
  case notSaved(reason: String)
  /// The user closes the program of a workspace.
  case closing(id: String)
  /// The user quits the editor.
  case leaving
}

/// Saves and closes programs and quits, and asks the questions about that. Files are written in the background, one
/// at a time. Requests to save, close or quit meanwhile wait until the file is written; repeated requests are
/// performed once.
final class FileCommands: EventsProducer {
  let programs: OpenPrograms
  let screen: EditorScreen
  let jobs: BackgroundJobs
  /// The commands that generate the code of apps, by the names of their containers.
  private let codeCommands: [String: CodeMaker]
  let emitter = EventEmitter<FilesEvent>()
  /// The tokens of actions that wait for the running save: saving a program again (by its id), closing a program, and
  /// quitting. Each is queued at most once.
  private var savingAgain: [String: ActionToken] = [:]
  let closing = ActionToken()
  let quitting = ActionToken()
  /// Waits until the hosts of shared programs have confirmed the latest changes; set by the scene.
  var settleSessions: () -> Void = {}

  /// The names of the programs that were saved on quitting, too late for the editor's screen to report it.
  var savedAtEnd: [String] = []

  /// Whether saved changes are lost if conflicts are left when the editor ends, as git's merge tools restore the file
  /// then. The user is asked once.
  var losesWorkToConflicts = false

  init(
    programs: OpenPrograms, screen: EditorScreen, jobs: BackgroundJobs, codeCommands: [String: CodeMaker] = [:]
  ) {
    self.programs = programs
    self.screen = screen
    self.jobs = jobs
    self.codeCommands = codeCommands
  }

  var events: EventStream<FilesEvent> { emitter.events }

  func showStatus(_ message: String) { emitter.emit(.status(message)) }

  func push(_ window: some Mode) { screen.modes.push(window) }

  var isSaving: Bool { jobs.isInProgress(.saving) }

  /// The name of a program in questions; nil if it is the shown one.
  func words(for program: OpenProgram) -> String? { program === programs.shown ? nil : program.name }

  // MARK: - Saving

  /// Saves the program that is shown.
  func save() { save(programs.shown) }

  /// Saves the program that is shown under another name.
  /// - Parameter name: the name; nil to ask for it.
  func saveAs(_ name: String? = nil) {
    let program = programs.shown
    guard let name else { return push(nameQuestion(program)) }
    if let refusal = save(program, named: name) { showStatus(refusal) }
  }

  /// Saves a program.
  /// - Parameters:
  ///   - keepsOldCode: whether to save without running the command that generates the code beside the blocks.
  ///   - then: called after the file was written.
  func save(
    _ program: OpenProgram, as path: String? = nil, overwrites: Bool = false, keepsOldCode: Bool = false,
    then: (@MainActor () -> Void)? = nil
  ) {
    if path == nil, let session = program.session {
      session.save()
      then?()
      return
    }
    let format = program.workbench.formatOfOldCode(savingAs: path)
    let command = keepsOldCode ? nil : format.flatMap { codeCommands[$0.name] }
    if isSaving {
      // The running save may lack the latest changes.
      let token = savingAgain[program.id] ?? ActionToken()
      savingAgain[program.id] = token
      // The latest answer wins.
      if path != nil || overwrites || keepsOldCode { jobs.queue.cancelAction(token: token) }
      jobs.queue.wait(for: .saving, token: token, named: "saving again") { [self] in
        save(program, as: path, overwrites: overwrites, keepsOldCode: keepsOldCode, then: then)
      }
      // Quitting comes after both saves, even if the user asked for it before the second one.
      if jobs.queue.cancelAction(token: quitting) { quitWhenSaved() }
      return showStatus("will save again after this save")
    }
    let made: SaveJob?
    do throws(Progress.Cancelled) {
      made = try program.workbench.stoppableSaveJob(as: path, overwrites: overwrites)
    } catch {
      return showStatus("given up: not saved")
    }
    guard let job = made else { return push(nameQuestion(program, then: then)) }
    if path == nil, let reason = job.readOnlyReason {
      return push(nameQuestion(program, proposing: Self.freePath(for: program), because: reason, then: then))
    }
    if path == nil, command == nil, !program.savesOldCode, !job.hasNewCode, let app = format?.container.app {
      let question = "Mortise can't make it, as some blocks have no generator. Save the blocks alone?"
      return push(oldCodeQuestion(program, app, question, isOld: true, as: path, then: then))
    }
    jobs.queue.started(.saving)
    if let command {
      addCode(of: command, to: job, of: program, as: path, overwrites: overwrites, then: then)
    } else {
      write(journalling: job, of: program, as: path, then: then)
    }
  }

  /// Saves a program with the code that a command generates from it.
  private func addCode(
    of command: CodeMaker, to job: SaveJob, of program: OpenProgram, as path: String?, overwrites: Bool,
    then: (@MainActor () -> Void)?
  ) {
    let workbench = program.workbench
    let xml = workbench.xml
    jobs.run(nil) { () throws(CodeMaker.Failure) in
      try command.code(of: xml)
    } then: { [self] result in
      switch result {
      case .success(let code) where workbench.isCurrent(job):
        write(journalling: job.adding(code: code), of: program, as: path, then: then)
      case .success:
        // The journal distinguishes saved from later changes by their order, so changes made meanwhile are saved.
        do throws(Progress.Cancelled) {
          let new = try workbench.stoppableSaveJob(as: path, overwrites: overwrites) ?? job
          addCode(of: command, to: new, of: program, as: path, overwrites: overwrites, then: then)
        } catch {
          endSaving(of: program, with: error)
          showStatus("given up: not saved")
        }
      case .failure(let error):
        endSaving(of: program, with: error)
        emitter.emit(.notSaved(reason: error.description))
        let app = workbench.formatOfOldCode()?.container.app ?? ""
        let question = "No new code was made: \(error). Save without it?"
        push(
          oldCodeQuestion(
            program, app, question, isOld: !job.hasNewCode, as: path, overwrites: overwrites, then: then))
      }
    }
  }

  /// Ends a save before the file is written.
  private func endSaving(of program: OpenProgram, with error: any Error) {
    jobs.queue.failed(.saving, with: error)
    forgetFollowers()
    program.hasFailedToSave = true
  }

  /// Cancels the actions after a failed save: the user sees the reason and decides.
  private func forgetFollowers() {
    for token in [closing, quitting] + savingAgain.values { jobs.queue.cancelAction(token: token) }
  }

  private func write(
    journalling job: SaveJob, of program: OpenProgram, as path: String?, then: (@MainActor () -> Void)?
  ) {
    emitter.emit(.saving(job))
    // The journal records the save first.
    if jobs.isInProgress(.saveJournalled) {
      jobs.queue.wait(for: .saveJournalled, named: "writing the file") { [self] in
        write(job, of: program, as: path, then: then)
      }
    } else {
      write(job, of: program, as: path, then: then)
    }
  }

  private func write(_ job: SaveJob, of program: OpenProgram, as path: String?, then: (@MainActor () -> Void)?) {
    let workbench = program.workbench
    jobs.run(.saving) { () throws(FileError) in
      try job.write()
    } then: { [self] result in
      switch result {
      case .success(let file):
        let message = workbench.didSave(job, file)
        // When a lesson is saved automatically, the status line belongs to the tutor.
        if then == nil || !programs.savesItself(program) { showStatus(message) }
        program.isChangedOnDisk = false
        program.hasFailedToSave = false
        emitter.emit(.saved(job))
        then?()
      case .failure(let error):
        forgetFollowers()
        notSaved(program, error, as: path, then: then)
      }
    }
  }

  private func notSaved(_ program: OpenProgram, _ error: FileError, as path: String?, then: (@MainActor () -> Void)?) {
    program.hasFailedToSave = true
    emitter.emit(.notSaved(reason: error.savingDescription))
    if let question = overwriteQuestion(program, error.cause, as: path, then: then) { return push(question) }
    // A window shows the whole message; the status line may cut it off.
    push(TextViewer(title: "Not saved", lines: [error.savingDescription]))
    screen.device.bell()
  }

  /// - Parameters:
  ///   - proposal: the initial name; nil for the program's own.
  ///   - reason: why the program's own file can't be written; nil if it can.
  private func nameQuestion(
    _ program: OpenProgram, proposing proposal: String? = nil, because reason: String? = nil,
    then: (@MainActor () -> Void)? = nil
  ) -> TextPopup {
    let ending = "ends in \(program.workbench.formats.extensionList)"
    return TextPopup(
      title: words(for: program).map { "Save \($0) as" } ?? "Save as", text: proposal ?? Self.path(of: program),
      hint: reason.map { "\($0); another name \(ending)" } ?? ending,
      anchor: .centre
    ) { [self] name in
      save(program, named: name, then: then)
    }
  }

  private static func path(of program: OpenProgram) -> String {
    program.workbench.document.path ?? "program.xml"
  }

  /// Returns an unused path for a program whose own file can't be written. A file in another language keeps its
  /// extension to itself, so the path gets that of the program's format.
  private static func freePath(for program: OpenProgram) -> String {
    let document = program.workbench.document
    guard document.foreignReason != nil || document.isPython else { return freeName(like: path(of: program)) }
    let format = document.isPython ? BlocklyFormat.json : document.style.format
    let other = withoutExtension(path(of: program)) + "." + format.fileExtension
    return FileSystem.exists(other) ? freeName(like: other) : other
  }

  /// Returns an unused path with a number before the extension: `game-2.json`.
  private static func freeName(like path: String) -> String {
    let beginning = withoutExtension(path)
    let names = (2...99).lazy.map { "\(beginning)-\($0)\(path.dropFirst(beginning.count))" }
    return names.first { !FileSystem.exists($0) } ?? path
  }

  private static func withoutExtension(_ path: String) -> String {
    let name = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    return String(path[..<(path[name...].lastIndex(of: ".") ?? path.endIndex)])
  }

  /// Saves a program under a name that was typed.
  /// - Returns: why it can't be saved; nil if it is being saved.
  private func save(_ program: OpenProgram, named name: String, then: (@MainActor () -> Void)? = nil) -> String? {
    guard name.contains(where: { !$0.isWhitespace }) else { return "a file needs a name" }
    if let other = programs.program(at: name), other !== program {
      return "\(other.name) is open here as another program"
    }
    if isSaving { return "the program is being saved; try again" }
    if let reason = program.workbench.readOnlyReason(savingAs: name) { return reason }
    save(program, as: name, then: then)
    return nil
  }

  /// Returns the question whether to save blocks without the code that the app runs.
  /// - Parameters:
  ///   - question: why there is no new code, and the question.
  ///   - isOld: whether the old code would stay. Otherwise Mortise's own generators provide it, whose code may differ
  ///     from the app's.
  private func oldCodeQuestion(
    _ program: OpenProgram, _ app: String, _ question: String, isOld: Bool, as path: String?, overwrites: Bool = false,
    then: (@MainActor () -> Void)?
  ) -> ListPopup {
    let saving = isOld ? "\(app) runs the old code until it opens them" : "\(app) runs the code that Mortise makes"
    return .question(
      "\(app) runs the code beside the blocks. \(question)",
      [
        Answer("save the blocks; \(saving)", keys: "sy") { [self] in
          program.savesOldCode = true
          save(program, as: path, overwrites: overwrites, keepsOldCode: true, then: then)
        },
        Answer("save under another name", keys: "a") { [self] in push(nameQuestion(program, then: then)) },
        Answer("do not save", keys: "n") { [self] in showStatus("not saved") },
      ])
  }

  /// Returns the question whether to overwrite a file.
  /// - Parameter cause: why the file was not written.
  /// - Returns: nil if the cause needs no question.
  private func overwriteQuestion(
    _ program: OpenProgram, _ cause: FileError.Cause, as path: String?, then: (@MainActor () -> Void)?
  ) -> ListPopup? {
    let rename = { [self] in
      push(nameQuestion(program, proposing: Self.freeName(like: Self.path(of: program)), then: then))
    }
    let write = { [self] in save(program, as: path, overwrites: true, then: then) }
    let stay = { [self] in showStatus("not saved") }
    let file = words(for: program) ?? "The file"
    switch cause {
    case .changedOnDisk:
      return .overwriteQuestion(
        "\(file) was changed by another program. Overwrite it?", rename: rename, overwrite: write, stay: stay,
        compare: programs.shown === program
          ? { [self] in emitter.emit(.open(.versions(.file(path: path ?? program.workbench.document.path)))) } : nil)
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

}
