import AppModules
import MortiseFiles
import Workbench

/// Keeps the user's snippets. Their files are read and written in the background.
final class SnippetKeeper: AnyEventsListener {
  /// The snippets, sorted by name.
  private(set) var snippets: [Snippet] = []
  private let jobs: BackgroundJobs
  private let programs: OpenPrograms
  private let programEvents: ProgramEvents
  /// The folder of the snippets; nil if there is none.
  private let files: NamedFiles?
  private let subscriptions = SubscriptionBag()
  private var isRead = false
  /// The jobs that wait until the files are no longer in use.
  private var waiting: [() -> Void] = []

  init(jobs: BackgroundJobs, programs: OpenPrograms, programEvents: ProgramEvents, files: NamedFiles?) {
    self.jobs = jobs
    self.programs = programs
    self.programEvents = programEvents
    self.files = files
  }

  func listenEvents(from producer: any AnyEventsProducer) -> Bool {
    guard let events = producer.stream(of: ProgramEvent.self) else { return false }
    events.observe { [unowned self] event in
      switch event {
      case .opened(let workbench):
        workbench.snippets = snippets
        if !isRead { readSoon() }
      case .shown(let workbench): workbench.snippets = snippets
      default: break
      }
    }.kept(in: subscriptions)
    return true
  }

  /// Reads the files once the editor is ready, so as not to delay the first frame.
  private func readSoon() {
    guard let files else { return }
    isRead = true
    jobs.queue.wait(for: .ready, named: "reading the snippets") { [weak self] in self?.read(files) }
  }

  private func read(_ files: NamedFiles) {
    work {
      () throws(FileError) in
      try files.read().map { Snippet(name: $0.name, text: $0.bytes) }
    } then: { keeper, read in
      // Some may have been saved meanwhile.
      let names = Set(read.map(\.name))
      keeper.show((read + keeper.snippets.filter { !names.contains($0.name) }).sorted { $0.name < $1.name })
    } otherwise: { _ in
    }
  }

  private func show(_ snippets: [Snippet]) {
    self.snippets = snippets
    programs.workbench.snippets = snippets
  }

  /// Why a snippet can't be saved under a name; nil if it can.
  func refusal(of name: String) -> String? {
    guard let files else { return "there is no folder for snippets: HOME is not set" }
    if snippets.contains(where: { $0.name == name }) { return "there is already a snippet “\(name)”" }
    return files.refusal(of: name)
  }

  /// Saves a snippet. The list changes at once; a failure is reported, and reverts the change.
  func save(_ snippet: Snippet) {
    guard let files else { return }
    show((snippets + [snippet]).sorted { $0.name < $1.name })
    work {
      () throws(FileError) in
      try files.write(snippet.text, named: snippet.name)
    } then: { keeper, _ in
      keeper.programEvents.showStatus("saved the snippet “\(snippet.name)”")
    } otherwise: { keeper in
      keeper.show(keeper.snippets.filter { $0 != snippet })
    }
  }

  func remove(_ snippet: Snippet) {
    guard let files else { return }
    show(snippets.filter { $0 != snippet })
    work {
      () throws(FileError) in
      try files.remove(snippet.name)
    } then: { keeper, _ in
      keeper.programEvents.showStatus("removed the snippet “\(snippet.name)”")
    } otherwise: { keeper in
      keeper.show((keeper.snippets + [snippet]).sorted { $0.name < $1.name })
    }
  }

  /// Runs jobs on the files in the background, one after the other.
  private func work<Result: Sendable>(
    _ action: @escaping @Sendable () throws(FileError) -> Result,
    then: @escaping @MainActor @Sendable (SnippetKeeper, Result) -> Void,
    otherwise: @escaping @MainActor @Sendable (SnippetKeeper) -> Void
  ) {
    waiting.append { [unowned self] in begin(action, then: then, otherwise: otherwise) }
    if !jobs.isInProgress(.snippetsKept) { waiting.removeFirst()() }
  }

  private func begin<Result: Sendable>(
    _ action: @escaping @Sendable () throws(FileError) -> Result,
    then: @escaping @MainActor @Sendable (SnippetKeeper, Result) -> Void,
    otherwise: @escaping @MainActor @Sendable (SnippetKeeper) -> Void
  ) {
    jobs.run(.snippetsKept, action) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let value): then(self, value)
      case .failure(let error):
        otherwise(self)
        programEvents.showStatus("\(error)")
      }
      if !waiting.isEmpty { waiting.removeFirst()() }
    }
  }
}
