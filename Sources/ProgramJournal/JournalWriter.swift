import BlockEvents
import BlockModel
import Markup
import Workbench

/// Keeps the journal of a program: collects the undo history's records, saves and drafts, and writes them in the
/// background.
public final class JournalWriter {
  private let workspace: Workspace
  private let worker: JournalWorker
  private var header: JournalHeader
  /// The program as it was opened, until the journal contains it.
  private var base: (line: JournalBase, bytes: [UInt8])?
  private var collected: [Entry] = []
  /// The draft in the open dialog, as of the last call of `note`.
  private var draft: DialogDraft?
  /// The draft that the journal holds after all lines taken so far.
  private var writtenDraft: DialogDraft?

  private enum Entry {
    case event(BlocklyEvent)
    case batch([JSONValue], JournalBatch)
    case undone
    case redone
    case saving(contentHash: UInt64?)
    case saved(JournalSave)
    case draft(DialogDraft?)
  }

  /// A journal for a program that was just opened; `flush` creates it.
  /// - Parameters:
  ///   - document: the document of the program's controller.
  ///   - version: the version of Mortise.
  ///   - progress: called on any thread.
  public convenience init(
    document: Document, version: String, disk: JournalDisk = JournalDisk(),
    progress: @escaping @Sendable (JournalProgress) -> Void
  ) {
    self.init(document: document, version: version, file: nil, disk: disk, progress: progress)
    if let loadingMark = document.loadingMark {
      let bytes = document.readBytes ?? []
      base = (
        JournalBase(size: bytes.count, format: document.style.format.name, loadingMark: loadingMark), bytes
      )
    }
  }

  /// Continues the journal that a program was recovered from.
  /// - Parameters:
  ///   - document: the recovered program.
  ///   - version: the version of Mortise.
  ///   - progress: called on any thread.
  public convenience init(
    document: Document, goingOn journal: OrphanJournal, version: String,
    progress: @escaping @Sendable (JournalProgress) -> Void
  ) {
    self.init(document: document, version: version, file: journal.file, disk: JournalDisk(), progress: progress)
    var lines = [JournalRecord(.editor(header.editor))]
    if let stamp = journal.completedSaveStamp, let path = document.location {
      // The earlier editor was killed after it saved the program and before it recorded the save.
      lines.append(JournalRecord(.saved(JournalSave(path, stamp, format: document.style.format.name))))
    }
    worker.write(lines)
  }

  private init(
    document: Document, version: String, file: JournalFile?, disk: JournalDisk,
    progress: @escaping @Sendable (JournalProgress) -> Void
  ) {
    workspace = document.workspace
    header = JournalHeader(
      version: version, programPath: document.location, stamp: document.stamp, seed: document.seed, editor: .present)
    worker = JournalWorker(header, file: file, disk: disk, progress: progress)
  }

  /// The path of the journal; nil if it doesn't exist yet.
  public var path: String? { worker.path }

  /// Whether a write is in progress; false once `JournalProgress.idle` is reported.
  public var isWriting: Bool { worker.isWriting }

  // MARK: - Collecting

  /// Collects an event that the history recorded.
  public func record(_ event: BlocklyEvent) { collect(.event(event)) }
  /// Collects a batch of a session's log.
  /// - Parameter events: at least one.
  package func record(_ events: [JSONValue], _ batch: JournalBatch) { collect(.batch(events, batch)) }
  /// Collects the undo of one group.
  public func undone() { collect(.undone) }
  /// Collects the redo of one group.
  public func redone() { collect(.redone) }

  /// Collects a change of the program. It ends the draft in the journal.
  private func collect(_ change: Entry) {
    draft = nil
    collected.append(change)
  }

  /// Collects the start of a save of the current program. The save does not include changes between this call and
  /// `saved`.
  public func saving(_ job: SaveJob) {
    // Another program file has a journal of its own.
    let isOwnFile = job.location == header.programPath
    collected.append(.saving(contentHash: isOwnFile ? job.contentHash : nil))
  }

  /// Collects a completed save of the program. Under a new name, the journal moves with it.
  /// - Parameter document: the program after the save.
  public func saved(_ document: Document) {
    guard let path = document.location, let stamp = document.stamp else { return }
    collected.append(.saved(JournalSave(path, stamp, format: document.style.format.name)))
    header.programPath = path
  }

  /// Collects the draft in an open dialog, if it has changed; nil if no dialog is open.
  public func note(_ draft: DialogDraft?) {
    if draft == self.draft { return }
    self.draft = draft
    collected.append(.draft(draft))
  }

  /// Whether some collected lines are not flushed.
  public var hasCollected: Bool { !collected.isEmpty }

  // MARK: - Writing

  /// Writes the collected lines in the background, creating the journal the first time. Must not be called while events
  /// are fired: more events of their group may follow.
  public func flush() {
    let isSaved = collected.contains { if case .saved = $0 { true } else { false } }
    worker.write(takeLines(), header: header, isSaved: isSaved)
  }

  /// Waits until all flushed lines are written, or writing has failed.
  /// - Returns: false if it takes longer.
  @discardableResult
  public func finish(atMost timeout: Duration = timeout) -> Bool { worker.finish(atMost: timeout) }

  /// Writes the collected lines, waits for them and closes the journal.
  /// - Parameters:
  ///   - removing: whether to remove the journal; otherwise the next editor that opens the program finds it.
  ///   - timeout: how long to wait for a disk that hangs.
  /// - Returns: the path of the complete journal; nil if it was removed or some lines could not be written.
  @discardableResult
  public func close(removing: Bool, atMost timeout: Duration = timeout) -> String? {
    if removing { collected = [] } else if hasCollected { flush() }
    return worker.close(removing: removing, atMost: timeout)
  }

  /// The longest time to wait for the disk. A working disk is always faster.
  public nonisolated static let timeout = Duration.seconds(10)

  /// The collected lines. Each holds events of at most one group, so no group is written in part.
  private func takeLines() -> [JournalRecord] {
    var lines: [JournalRecord] = []
    var rest = collected[...]
    collected = []
    func takeSame(_ isSame: (Entry) -> Bool) -> Int {
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
        lines += takeBase()
        writtenDraft = nil
        lines.append(JournalRecord(.events(events.map { $0.json(in: workspace) })))
      case .batch(let events, let batch):
        lines += takeBase()
        lines.append(JournalRecord(.events(events, batch)))
      case .undone:
        writtenDraft = nil
        lines.append(JournalRecord(.undo(1 + takeSame { if case .undone = $0 { true } else { false } })))
      case .redone:
        writtenDraft = nil
        lines.append(JournalRecord(.redo(1 + takeSame { if case .redone = $0 { true } else { false } })))
      case .saving(let hash): lines.append(JournalRecord(.saving(contentHash: hash)))
      case .saved(let save):
        lines.append(JournalRecord(.saved(save)))
        // Write the whole draft, so that it doesn't need the lines before the save.
        if let writtenDraft { lines.append(JournalRecord(.draft(JournalDraft(writtenDraft, after: nil)))) }
      case .draft(let draft?):
        lines += takeBase()
        lines.append(JournalRecord(.draft(JournalDraft(draft, after: writtenDraft))))
        writtenDraft = draft
      case .draft(nil):
        // A change of the program has ended the draft.
        if writtenDraft != nil { lines.append(JournalRecord(.draft(nil))) }
        writtenDraft = nil
      }
    }
    return lines
  }

  /// The lines for the program as it was opened; none if the journal already contains them.
  private func takeBase() -> [JournalRecord] {
    guard let base else { return [] }
    self.base = nil
    return [JournalRecord(.base(base.line), program: base.bytes)]
  }
}
