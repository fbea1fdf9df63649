import AppModules
import EventQueues
import Files
import Workbench

/// Writes programs to their files in the background, one at a time, and remembers what is to follow. It lives as long as
/// the editor, as opposed to the modules that ask for a save.
final class FileSaving {
  private let queue: EventQueue<AppEvent>
  private let manager: ModuleManager
  private let runInBackground: (@escaping @Sendable () -> Void) -> Void
  /// The one action that saves again after the running save, and the one that quits.
  private let savingAgain = ActionToken()
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

  /// Has a function called after the running save, to save again. Asking several times has it called once.
  func saveAgain(_ save: @escaping @MainActor () -> Void) {
    queue.wait(for: .saving, token: savingAgain, named: "saving again", then: save)
  }

  /// Has a function called after the running save, to quit. Asking several times has it called once.
  func quitWhenSaved(_ quit: @escaping @MainActor () -> Void) {
    queue.wait(for: .saving, token: quitting, named: "quitting", then: quit)
  }

  /// Forgets that the editor is to quit after the running save.
  /// - Returns: whether it was to.
  func cancelQuitting() -> Bool { queue.cancelAction(token: quitting) }

  /// Writes a file.
  /// - Parameters:
  ///   - module: the module that saves; it is kept alive until the file is written.
  ///   - announce: is called before the file is written, once the save counts as running.
  ///   - take: is called with the result, before those who wait for the save go on.
  ///   - then: is called when all is done, if the file is written.
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

  private func settle(_ result: Result<FileStamp, FileError>) {
    switch result {
    case .success: queue.completed(.saving)
    case .failure(let error):
      queue.failed(.saving, with: error)
      // After a failure nothing follows by itself: the user sees the reason and decides.
      queue.cancelAction(token: savingAgain)
      queue.cancelAction(token: quitting)
    }
  }
}
