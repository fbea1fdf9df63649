import BlockEvents
import BlockModel
import Markup
import Workbench

/// Keeps the journal of a program: collects what comes to its undo history, and what is saved, and has it written in the
/// background.
public final class JournalWriter {
  private let workspace: Workspace
  private let worker: JournalWorker
  private var header: JournalHeader
  /// The program as it was opened, until that is in the journal.
  private var base: (line: JournalBase, bytes: [UInt8])?
  private var collected: [Entry] = []

  private enum Entry {
    case event(BlocklyEvent)
    case undone
    case redone
    case saving(contentHash: UInt64?)
    case saved(JournalSave)
  }

  /// A journal for a program that was just opened. `flush` makes it.
  /// - Parameters:
  ///   - document: the program, as its controller has it.
  ///   - version: Mortise's own.
  ///   - progress: told of the writing, on any thread.
  public convenience init(
    document: Document, version: String, disk: JournalDisk = JournalDisk(),
    progress: @escaping @Sendable (JournalProgress) -> Void
  ) {
    self.init(document: document, version: version, file: nil, disk: disk, progress: progress)
    if let loadingMark = document.loadingMark {
      let bytes = document.readBytes ?? []
      base = (
        JournalBase(size: bytes.count, format: document.style.format, loadingMark: loadingMark), bytes
      )
    }
  }

  /// Goes on with the journal that a program was recovered from.
  /// - Parameters:
  ///   - document: the recovered program.
  ///   - version: Mortise's own.
  ///   - progress: told of the writing, on any thread.
  public convenience init(
    document: Document, goingOn journal: OrphanJournal, version: String,
    progress: @escaping @Sendable (JournalProgress) -> Void
  ) {
    self.init(document: document, version: version, file: journal.file, disk: JournalDisk(), progress: progress)
    var lines = [JournalLine.editor(header.editor).text]
    if let stamp = journal.arrivedStamp, let path = document.path {
      // What the other one could not say any more.
      lines.append(JournalLine.saved(JournalSave(path: path, stamp: stamp, format: document.style.format)).text)
    }
    worker.write(lines)
  }

  private init(
    document: Document, version: String, file: JournalFile?, disk: JournalDisk,
    progress: @escaping @Sendable (JournalProgress) -> Void
  ) {
    workspace = document.workspace
    header = JournalHeader(
      version: version, programPath: document.path, stamp: document.stamp, seed: document.seed, editor: .present)
    worker = JournalWorker(header, file: file, disk: disk, progress: progress)
  }

  /// Where the journal is; nil while there is none.
  public var path: String? { worker.path }

  /// Whether something is being written. It is not when `JournalProgress.rests` is told.
  public var isWriting: Bool { worker.isWriting }

  // MARK: - Collecting

  /// Collects an event that the history recorded.
  public func record(_ event: BlocklyEvent) { collected.append(.event(event)) }
  /// Collects that a step was undone.
  public func undone() { collected.append(.undone) }
  /// Collects that a step was redone.
  public func redone() { collected.append(.redone) }

  /// Collects that the program, as it is now, is on its way to its file. What is done until `saved` is not saved with it.
  public func saving(_ job: SaveJob) {
    // Another file has another journal.
    let isOwnFile = job.path == header.programPath
    collected.append(.saving(contentHash: isOwnFile ? job.contentHash : nil))
  }

  /// Collects that the program was saved, perhaps under another name: the journal goes there with it.
  /// - Parameter document: the program as it is since then.
  public func saved(_ document: Document) {
    guard let path = document.path, let stamp = document.stamp else { return }
    collected.append(.saved(JournalSave(path: path, stamp: stamp, format: document.style.format)))
    header.programPath = path
  }

  /// Whether something was collected that `flush` has not taken yet.
  public var hasCollected: Bool { !collected.isEmpty }

  // MARK: - Writing

  /// Has what was collected written in the background; the first time it makes the journal. Not to be called while events
  /// are fired: others of their step may follow.
  public func flush() {
    let isSaved = collected.contains { if case .saved = $0 { true } else { false } }
    worker.write(takeLines(), header: header, isSaved: isSaved)
  }

  /// Waits until everything that was flushed is written, or can't be.
  /// - Returns: false when the time was over first.
  @discardableResult
  public func finish(atMost timeout: Duration = timeout) -> Bool { worker.finish(atMost: timeout) }

  /// Writes what was collected, waits for it and ends.
  /// - Parameters:
  ///   - removing: whether the journal is not needed any more; otherwise the next opening finds it.
  ///   - timeout: how long a disk may take that does not answer.
  /// - Returns: where everything is that was done; nil when the journal was removed or something could not be written.
  @discardableResult
  public func close(removing: Bool, atMost timeout: Duration = timeout) -> String? {
    if removing { collected = [] } else if hasCollected { flush() }
    return worker.close(removing: removing, atMost: timeout)
  }

  /// No disk that works takes longer.
  public nonisolated static let timeout = Duration.seconds(10)

  /// The lines of what was collected. Each is one step or less, so that none is torn in two.
  private func takeLines() -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var rest = collected[...]
    collected = []
    func takeMore(_ isSame: (Entry) -> Bool) -> Int {
      let count = rest.prefix(while: isSame).count
      rest = rest.dropFirst(count)
      return count
    }
    while let entry = rest.popFirst() {
      switch entry {
      case .event(let event):
        var events = [event]
        while case .event(let next)? = rest.first, let group = event.groupID, next.groupID == group {
          events.append(next)
          rest.removeFirst()
        }
        if let base {
          lines += [JournalLine.base(base.line).text, base.bytes, [UInt8(ascii: "\n")]]
          self.base = nil
        }
        lines.append(JournalLine.events(events.map { $0.json(in: workspace) }).text)
      case .undone: lines.append(JournalLine.undo(1 + takeMore { if case .undone = $0 { true } else { false } }).text)
      case .redone: lines.append(JournalLine.redo(1 + takeMore { if case .redone = $0 { true } else { false } }).text)
      case .saving(let hash): lines.append(JournalLine.saving(contentHash: hash).text)
      case .saved(let save): lines.append(JournalLine.saved(save).text)
      }
    }
    return lines
  }
}
