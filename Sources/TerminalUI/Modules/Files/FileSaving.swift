import AppModules
import EventQueues
import MortiseFiles
import Workbench

/// Writes programs to their files in the background, one at a time, and queues what follows a save. It lives as long as
/// the editor, unlike the modules that request a save.
final class FileSaving {
  private let queue: EventQueue<AppEvent>
  private let manager: ModuleManager
  private let runInBackground: (@escaping @Sendable () -> Void) -> Void
  /// The tokens of the actions that follow the running save: saving again, of each program by its id, closing one, and
  /// quitting. Each is queued at most once.
  private var savingAgain: [String: ActionToken] = [:]
  private let closing = ActionToken()
  private let quitting = ActionToken()

  /// - Parameters:
  ///   - manager: keeps the module that saves alive.
  ///   - runInBackground: runs a function on another thread.
  init(
    queue: EventQueue<AppEvent>, manager: ModuleManager,
    runInBackground: @escaping (@escaping @Sendable () -> Void) -> Void
  ) {
    self.queue = queue
    self.manager = manager
    self.runInBackground = runInBackground
  }

  var isSaving: Bool { queue.activityIsInProgress(.saving) }

  /// Saves again after the running save, once however often this is called.
  /// - Parameters:
  ///   - id: the id of the program to be saved.
  ///   - save: called after the running save.
  func saveAgain(_ id: String, _ save: @escaping @MainActor () -> Void) {
    let token = savingAgain[id] ?? ActionToken()
    savingAgain[id] = token
    queue.wait(for: .saving, token: token, named: "saving again", then: save)
  }

  /// Closes a program after the running save, once however often this is called.
  /// - Parameter close: called after the running save.
  func closeWhenSaved(_ close: @escaping @MainActor () -> Void) {
    queue.wait(for: .saving, token: closing, named: "closing a program", then: close)
  }

  /// Quits after the running save, once however often this is called.
  /// - Parameter quit: called after the running save.
  func quitWhenSaved(_ quit: @escaping @MainActor () -> Void) {
    queue.wait(for: .saving, token: quitting, named: "quitting", then: quit)
  }

  /// Cancels quitting after the running save.
  /// - Returns: whether quitting was queued.
  func cancelQuitting() -> Bool { queue.cancelAction(token: quitting) }

  /// Writes a file.
  /// - Parameters:
  ///   - module: the module that saves. It is kept alive until the file is written.
  ///   - announce: called before the file is written, when the save has started.
  ///   - take: called with the result, before the actions that wait for the save.
  ///   - then: called last, if the file was written.
  func write(
    _ job: SaveJob, for module: any AnyModule, announce: () -> Void,
    take: @escaping @MainActor (Result<FileStamp, FileError>) -> Void, then: (@MainActor () -> Void)?
  ) {
    let work = manager.beginWork(of: module)
    queue.started(.saving)
    announce()
    let write: @MainActor () -> Void = { [self] in
      runInBackground { [self, queue] in
        let result = Result { () throws(FileError) in try job.write() }
        queue.wait(for: [], named: "recording the save") { [self] in
          manager.end(work)
          take(result)
          settle(result)
          if case .success = result { then?() }
        }
      }
    }
    // The journal notes the save first.
    if queue.activityIsInProgress(.saveJournalled) {
      queue.wait(for: .saveJournalled, named: "writing the file", then: write)
    } else {
      write()
    }
  }

  /// Writes the program's code to a file, one at a time.
  /// - Parameters:
  ///   - module: the module that saves. It is kept alive until the file is written.
  ///   - overwrites: whether a file of that name is replaced.
  ///   - take: called with the result.
  /// - Returns: false if other code is still being written.
  func write(
    code bytes: [UInt8], to path: String, overwrites: Bool, for module: any AnyModule,
    take: @escaping @MainActor (FileError?) -> Void
  ) -> Bool {
    if queue.activityIsInProgress(.codeSaved) { return false }
    let work = manager.beginWork(of: module)
    queue.started(.codeSaved)
    runInBackground { [manager, queue] in
      let result = Result { () throws(FileError) in
        _ = try FileSaver.save(bytes, to: path, expecting: overwrites ? .anything : .nothing)
      }
      queue.wait(for: [], named: "noting that the code is saved") {
        manager.end(work)
        switch result {
        case .success:
          queue.completed(.codeSaved)
          take(nil)
        case .failure(let error):
          queue.failed(.codeSaved, with: error)
          take(error)
        }
      }
    }
    return true
  }

  private func settle(_ result: Result<FileStamp, FileError>) {
    switch result {
    case .success: queue.completed(.saving)
    case .failure(let error):
      queue.failed(.saving, with: error)
      // After a failure, nothing follows automatically: the user sees the reason and decides.
      for token in savingAgain.values { queue.cancelAction(token: token) }
      queue.cancelAction(token: closing)
      queue.cancelAction(token: quitting)
    }
  }
}
