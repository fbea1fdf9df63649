import BlockLibrary
import BlockModel
import CodeGeneration
import EventQueues
import MortiseFiles
import ProgramJournal
import Workbench

/// Reads the programs on a background thread while the terminal is set up. The queue reports the results: each step is
/// an activity that completes or fails, and `programLoadFinished` follows in either case.
public final class StartUp {
  let opening: Opening
  let jobs: BackgroundJobs
  /// The results, until the editor takes them.
  private(set) var definitions: Opening.Definitions?
  /// The programs that were read, in the order in which they are opened.
  private(set) var documents: [Document] = []
  private(set) var scan: JournalScan?

  /// - Parameter runInBackground: runs a function on another thread.
  public init(
    _ opening: Opening, queue: EventQueue<AppEvent> = AppEventQueue,
    runInBackground: @escaping (@escaping @Sendable () -> Void) -> Void = BackgroundThread.run
  ) {
    self.opening = opening
    jobs = BackgroundJobs(queue: queue, runInBackground: runInBackground)
  }

  /// Creates the start-up of a program that has already been read.
  /// - Parameters:
  ///   - generators: the files with generators of custom blocks.
  ///   - link: a deep link to a position in the program or to a module; nil for the program's beginning.
  public convenience init(
    document: Document, toolbox: Toolbox, generators: [BlockFile] = [], link: String? = nil,
    queue: EventQueue<AppEvent> = EventQueue()
  ) {
    self.init(
      Opening(
        path: document.location, link: link, definitions: { throw OpenError("the blocks have already been read") },
        program: { _ in throw OpenError("the program has already been read") }), queue: queue)
    definitions = Opening.Definitions(
      factory: document.workspace.factory, toolbox: toolbox, generators: generators)
    documents = [document]
  }

  var queue: EventQueue<AppEvent> { jobs.queue }

  /// Starts reading.
  /// - Throws: `DependencyCycle`, which would be a bug in this method.
  public func begin() throws {
    if documents.isEmpty {
      // First, as it takes time to start a thread.
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

  /// The share of reading in the time until a program is shown; the rest is its layout.
  nonisolated static let shareOfReading = 0.5

  private func read() {
    jobs.runInBackground { [queue, opening] in
      queue.started(.definitionsLoaded)
      let definitions: Opening.Definitions
      do { definitions = try opening.definitions() } catch {
        queue.failed(.definitionsLoaded, with: error)
        return queue.signal(event: .programLoadFinished)
      }
      queue.completed(.definitionsLoaded)
      let progress = Progress()
      queue.started(.fileParsed, progress: progress)
      do {
        let documents = try Progress.$current.withValue(progress) {
          // The rest of the progress is for the layout.
          try Progress.within(0...Self.shareOfReading) {
            try [opening.program(definitions)] + opening.further.map { further in try further.program(definitions) }
          }
        }
        let box = TransferBox((definitions, documents))
        // Actions that wait for the program may have been enqueued earlier, and would otherwise run before it is
        // received.
        queue.enqueue(named: "receiving the program") {
          self.receive(box)
          queue.completed(.fileParsed)
          queue.signal(event: .programLoadFinished)
        }
      } catch {
        queue.failed(.fileParsed, with: error)
        queue.signal(event: .programLoadFinished)
      }
    }
  }

  private func receive(_ box: TransferBox<(Opening.Definitions, [Document])>) {
    guard let (definitions, documents) = box.take() else { return }
    self.definitions = definitions
    self.documents = documents
  }

  /// Waits until reading the program has succeeded or failed.
  public func finish() {
    let isOver = Semaphore()
    queue.setWake { isOver.signal() }
    while !queue.hasSignalled(.programLoadFinished) {
      isOver.wait()
      queue.deliver()
    }
  }

  /// The error that prevented reading the program; nil if it was read, or is still being read.
  public var failure: (any Error)? {
    queue.error(of: .definitionsLoaded) ?? queue.error(of: .fileParsed) ?? cancellation
  }
  private var cancellation: OpenError?

  /// Notes that the user gave up before the program was shown.
  func giveUp() { cancellation = OpenError("laying out the program was given up") }

  /// Looks for the program's journals in the background.
  /// - Parameter own: the path of the editor's own journal, which is skipped.
  func scanForJournals(besides own: String?) {
    jobs.run(.journalScanned) { [opening] in
      try opening.journals(own)
    } then: { [self] result in
      scan = try? result.get()
      queue.signal(event: .journalScanFinished)
    }
  }

  /// Hands over the definitions and the programs, once; nil if they haven't been read.
  func takePrograms() -> (Opening.Definitions, [Document])? {
    defer { (definitions, documents) = (nil, []) }
    guard let definitions else { return nil }
    return (definitions, documents)
  }

  /// Hands over the result of the journal scan, once. The journals stay locked as long as the result is kept.
  func takeScan() -> JournalScan? {
    defer { scan = nil }
    return scan
  }

  /// The status text while something is read.
  var waitingDescription: String {
    if queue.activityIsInProgress(.definitionsLoaded) { return "reading the block definitions …" }
    if !queue.hasSignalled(.programLoadFinished) {
      let reading = queue.activitiesInProgress.first { $0.event == .fileParsed }
      if let activity = reading?.progress?.activity { return "\(activity.words) …" }
      if !opening.further.isEmpty { return "reading \(opening.further.count + 1) programs …" }
      let name = opening.path?.split(separator: "/").last.map(String.init) ?? "the program"
      return "reading \(name) …"
    }
    if !queue.hasSignalled(.journalScanFinished) { return "looking for unsaved work …" }
    return "starting …"
  }
}

/// The programs to open, and closures that read them and their definitions. They run on a background thread.
public nonisolated struct Opening: Sendable {
  /// The blocks and the toolbox that programs are built with, and the generators of the blocks' code.
  public struct Definitions {
    /// Creates the blocks of all programs that are opened.
    public var factory: BlockFactory
    /// The blocks that users can insert.
    public var toolbox: Toolbox
    /// The files with generators of custom blocks.
    public var generators: [BlockFile]
    /// Generators that were found beside the program, and are used only if the user agrees; nil if there are none.
    package var offered: OfferedGenerators?

    /// - Parameter generators: the files with generators, which are read when their language is needed.
    public init(factory: BlockFactory, toolbox: Toolbox, generators: [BlockFile] = []) {
      self.factory = factory
      self.toolbox = toolbox
      self.generators = generators
    }
  }

  /// A program that is opened after the first one.
  public struct FurtherProgram: Sendable {
    /// The path of its file as the user gave it.
    public var path: String
    /// The deep link to follow when it is first shown; nil to begin at the program's start.
    public var link: String?
    let program: @Sendable (Definitions) throws -> Document

    /// - Parameter program: reads the program.
    public init(path: String, link: String? = nil, program: @escaping @Sendable (Definitions) throws -> Document) {
      self.path = path
      self.link = link
      self.program = program
    }
  }

  /// The path of the program's file as the user gave it; nil for a new, unnamed program.
  public var path: String?
  /// The deep link to follow after opening; nil to begin at the program's start.
  public var link: String?
  /// The programs to open after it.
  public var further: [FurtherProgram] = []
  /// Reads the block definitions and the toolbox.
  /// - Throws: an error whose description is shown to the user, such as `DefinitionFileError`; no program is opened
  ///   then.
  public let definitions: @Sendable () throws -> Definitions
  package var program: @Sendable (Definitions) throws -> Document
  var journals: @Sendable (_ own: String?) throws -> JournalScan

  /// - Parameters:
  ///   - link: a deep link such as `block=ID/field=NAME`.
  ///   - definitions: reads the block definitions and the toolbox.
  ///   - program: reads the program.
  ///   - journals: looks for the program's journals, except the editor's own.
  public init(
    path: String?, link: String? = nil, definitions: @escaping @Sendable () throws -> Definitions,
    program: @escaping @Sendable (Definitions) throws -> Document,
    journals: (@Sendable (_ own: String?) throws -> JournalScan)? = nil
  ) {
    self.path = path
    self.link = link
    self.definitions = definitions
    self.program = program
    self.journals = journals ?? { own in JournalScan.look(for: path, besides: own) }
  }
}

/// Generators that were found beside a program. They are untrusted code, and are used only after the user has agreed.
package nonisolated struct OfferedGenerators: Sendable {
  /// The files with the generators.
  package var files: [BlockFile]
  /// Remembers that the user agreed, for as long as the files stay as they are.
  /// - Returns: why that can't be remembered; nil if it is.
  package var remember: @Sendable () -> String?

  /// - Parameter remember: returns why the answer can't be remembered; nil if it is.
  package init(files: [BlockFile], remember: @escaping @Sendable () -> String?) {
    (self.files, self.remember) = (files, remember)
  }
}
