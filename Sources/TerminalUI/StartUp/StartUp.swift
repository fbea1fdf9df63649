import EventQueues
import Files
import ProgramJournal
import Workbench

/// Reads what is opened beside the main thread, while the terminal is being set up. What comes of it is told by the queue:
/// each step is an activity that is completed or fails, and `programLoadFinished` comes in either case.
public final class StartUp {
  let opening: Opening
  let queue: EventQueue<AppEvent>
  let runInBackground: (@escaping @Sendable () -> Void) -> Void
  /// What was read, until the editor takes it.
  private(set) var definitions: Opening.Definitions?
  private(set) var document: Document?
  private(set) var scan: JournalScan?

  /// - Parameter runInBackground: does something on another thread.
  public init(
    _ opening: Opening, queue: EventQueue<AppEvent> = AppEventQueue,
    runInBackground: @escaping (@escaping @Sendable () -> Void) -> Void = BackgroundThread.run
  ) {
    self.opening = opening
    self.queue = queue
    self.runInBackground = runInBackground
  }

  /// The start-up of a program that was read already.
  /// - Parameter link: a deep link to where the cursor goes, or to a module; nil for the program's beginning.
  public convenience init(
    document: Document, toolbox: Toolbox, link: String? = nil, queue: EventQueue<AppEvent> = EventQueue()
  ) {
    self.init(
      Opening(
        path: document.path, link: link, definitions: { throw OpenError("the blocks have already been read") },
        program: { _ in throw OpenError("the program has already been read") }), queue: queue)
    definitions = Opening.Definitions(factory: document.workspace.factory, toolbox: toolbox)
    self.document = document
  }

  /// Begins to read.
  /// - Throws: `DependencyCycle`, which would be a mistake in this file.
  public func begin() throws {
    if document == nil {
      // A thread takes its time to come.
      read()
    } else {
      queue.started(.definitionsLoaded)
      queue.completed(.definitionsLoaded)
      queue.started(.fileParsed)
      queue.completed(.fileParsed)
      queue.signal(event: .programLoadFinished)
    }
    try queue.establishDependencies(
      for: .ready, against: [.terminalReady, .definitionsLoaded, .fileParsed, .journalScanFinished, .firstFrame])
  }

  private func read() {
    runInBackground { [queue, opening] in
      queue.started(.definitionsLoaded)
      let definitions: Opening.Definitions
      do { definitions = try opening.definitions() } catch {
        queue.failed(.definitionsLoaded, with: error)
        return queue.signal(event: .programLoadFinished)
      }
      queue.completed(.definitionsLoaded)
      queue.started(.fileParsed)
      do {
        let document = try opening.program(definitions)
        let box = TransferBox((definitions, document))
        queue.wait(for: [], named: "taking the program") { self.take(box) }
        queue.completed(.fileParsed)
      } catch {
        queue.failed(.fileParsed, with: error)
      }
      queue.signal(event: .programLoadFinished)
    }
  }

  private func take(_ box: TransferBox<(Opening.Definitions, Document)>) {
    guard let (definitions, document) = box.take() else { return }
    self.definitions = definitions
    self.document = document
  }

  /// Waits until it is known whether there is a program.
  public func finish() {
    let isOver = Semaphore()
    queue.setWake { isOver.signal() }
    while !queue.hasSignalled(.programLoadFinished) {
      isOver.wait()
      queue.deliver()
    }
  }

  /// Why there is no program; nil when there is one, or it is still being read.
  public var failure: (any Error)? { queue.error(of: .definitionsLoaded) ?? queue.error(of: .fileParsed) }

  /// Looks for journals.
  /// - Parameter own: the path of the editor's own one.
  func scanForJournals(besides own: String?) {
    queue.started(.journalScanned)
    runInBackground { [queue, opening] in
      do {
        let scan = try opening.journals(own)
        queue.wait(for: [], named: "taking the journal scan") { self.scan = scan }
        queue.completed(.journalScanned)
      } catch {
        queue.failed(.journalScanned, with: error)
      }
      queue.signal(event: .journalScanFinished)
    }
  }

  /// Lets go of what was read, as somebody else has it now.
  func takeProgram() -> (Opening.Definitions, Document)? {
    defer { (definitions, document) = (nil, nil) }
    guard let definitions, let document else { return nil }
    return (definitions, document)
  }

  /// Lets go of what was found of journals, as long as which they are locked.
  func takeScan() -> JournalScan? {
    defer { scan = nil }
    return scan
  }

  /// What is waited for, in words.
  var waitingDescription: String {
    if queue.activityIsInProgress(.definitionsLoaded) { return "reading the block definitions …" }
    if !queue.hasSignalled(.programLoadFinished) {
      let name = opening.path?.split(separator: "/").last.map(String.init) ?? "the program"
      return "reading \(name) …"
    }
    if !queue.hasSignalled(.journalScanFinished) { return "looking for unsaved work …" }
    return "starting …"
  }
}
