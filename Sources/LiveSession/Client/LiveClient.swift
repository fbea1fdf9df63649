import BlockEditing
import BlockEvents
import BlockModel
import EventQueues
import Markup
import ProgramDiff
import Workbench

/// A program that is edited with others, on one of their machines. Own changes show at once, and are sent; when the log
/// has somebody else's before them, they are taken back, and made again after those.
public final class LiveClient: EventManagerListener {
  /// Own changes that the log doesn't have yet.
  struct Pending {
    /// As it was sent.
    var batch: Batch
    /// As the user made the changes.
    let made: [BlocklyEvent]
    /// What it changed here; nil while it can't be applied.
    var events: [BlocklyEvent]?
    /// What the undo history has of it.
    var recorded: [BlocklyEvent]
    /// The JSON of `events`, as the log has it if the host's program is the same.
    var text: String
    var groupID: String?

    /// Whether a program shows no sign of the changes.
    func isMissing(in workspace: Workspace) -> Bool {
      (events ?? []).contains { $0.laterChange(forward: false, in: workspace) != nil }
    }
  }

  /// The program, with own changes that the log doesn't have yet.
  public let program: SharedProgram
  private let history: UndoHistory
  /// Identifies this client in batches.
  public let author: String
  /// The number of the log's last batch in the program.
  public private(set) var number: Int
  /// Own changes that the log doesn't have yet, in order.
  private(set) var pending: ArraySlice<Pending> = []
  /// How many of `pending` were made since they were last undone. The later ones are undone until `catchUp()`.
  private var madeCount = 0
  /// The hash that the program has without own unconfirmed changes; nil if that was checked.
  private var expectedHash: UInt64?
  /// The blocks that were lost with refused changes.
  private var lost = LostBlocks()
  private var ownFields = OwnFields()
  /// The count of the last own batch.
  public private(set) var count: Int
  private var collected: [BlocklyEvent] = []
  /// Whether a snapshot was asked for, because the program differs. Batches are of no use until it comes.
  private var awaitsSnapshot = false
  /// Whether blocks have other shapes here than at the host, so that the program can't be quite the same.
  public var hasOtherDefinitions = false
  /// Sends a message to the host; nil without a connection.
  public var send: ((ClientMessage) -> Void)?
  /// Hears what the user should know.
  public weak var delegate: (any LiveClientDelegate)?

  /// - Parameters:
  ///   - program: as it was at the number `number`.
  ///   - history: the user's own undo and redo.
  ///   - count: that of the client's last batch; 0 for none.
  public init(
    program: SharedProgram, history: UndoHistory, author: String, number: Int, count: Int = 0
  ) {
    (self.program, self.history, self.author, self.number, self.count) = (program, history, author, number, count)
    history.refusesChangedResults = true
    program.eventManager.addListener(self)
  }

  /// Whether the log has all own changes.
  public var isConfirmed: Bool { pending.isEmpty && collected.isEmpty }

  /// How many own changes the log doesn't have yet.
  public var unconfirmedCount: Int { pending.count }

  // MARK: - Own changes

  public var wantsLoadingEvents: Bool { false }

  public func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) {
    if !program.isApplying, event.isChange, event.workspaceID == program.workspace.id { collected.append(event) }
  }

  /// Sends what the user has just changed. Call it after each finished action.
  public func flush() {
    if !collected.isEmpty { catchUp() }
    while let first = collected.first {
      let end = collected.firstIndex { $0.groupID != first.groupID } ?? collected.count
      let events = Array(collected[..<end])
      collected.removeFirst(end)
      count += 1
      var batch = Batch(author: author, count: count, events: events.map { $0.json(in: program.workspace).detached })
      batch.isUndo = first.isReplayed
      pending.append(
        Pending(
          batch: batch, made: events, events: events, recorded: events, text: batch.text,
          // The history keeps an undo or redo as the step that it undoes or redoes.
          groupID: batch.isUndo ? nil : first.groupID))
      madeCount += 1
      ownFields.note(events, count: count)
      if !awaitsSnapshot { send?(.edit(batch)) }
    }
  }

  /// Own changes that the log doesn't have yet, to be kept.
  /// - Parameter secret: what made the client this author.
  public func unsent(secret: String?) -> UnsentChanges {
    UnsentChanges(author: author, secret: secret, batches: pending.map(\.batch))
  }

  /// Makes changes again that an earlier editor could not send.
  /// - Parameter lastCount: the highest count of an own batch that the host knows.
  public func restore(_ unsent: UnsentChanges, lastCount: Int) {
    catchUp()
    let start = pending.count
    for batch in unsent.batches where batch.count > max(lastCount, count) {
      count = batch.count
      let made = program.events(of: batch)
      pending.append(
        // The user's history begins after them.
        Pending(batch: batch, made: made, events: nil, recorded: [], text: "", groupID: nil))
      ownFields.note(made, count: count)
    }
    catchUp()
    resend(after: max(lastCount, pending.dropFirst(start).first.map { $0.batch.count - 1 } ?? lastCount))
  }

  /// Sends again what the host may not have got: own batches, or the question for the program.
  /// - Parameter lastCount: the highest count of an own batch that the host knows.
  public func resend(after lastCount: Int) {
    if awaitsSnapshot { send?(.reload(report: "the answer was lost")) }
    for entry in pending where entry.batch.count > lastCount { send?(.edit(entry.batch)) }
  }

  // MARK: - The log

  /// A batch is in the log.
  public func applied(_ logged: LoggedBatch) {
    guard isNext(logged.number) else { return }
    if logged.batch.author == author { dropRefused(before: logged.batch.count) }
    if madeCount > 0, let first = pending.first, logged.batch.author == author, first.batch.count == logged.batch.count,
      first.events != nil, first.text == logged.batch.text
    {
      confirm(logged.number, logged.hash)
    } else {
      rebase(over: logged)
    }
  }

  /// An own batch is in the log as it was sent.
  public func confirmed(number: Int, count: Int, hash: UInt64) {
    guard isNext(number) else { return }
    dropRefused(before: count)
    guard let first = pending.first, first.batch.count == count else {
      return reload("the own batch \(count) is unknown")
    }
    if madeCount > 0, first.events != nil, first.text == first.batch.text {
      confirm(number, hash)
    } else {
      rebase(over: LoggedBatch(number: number, batch: first.batch, hash: hash))
    }
  }

  /// Whether a number is the next one of the log. If some are missing, the program is asked for.
  private func isNext(_ next: Int) -> Bool {
    if awaitsSnapshot || next <= number { return false }
    flush()
    if next == number + 1 { return true }
    reload("the number \(number + 1) is missing")
    return false
  }

  /// The host answers own batches in order: those before an answered one were refused, and the answer was lost.
  private func dropRefused(before count: Int) {
    while let entry = pending.first, entry.batch.count < count {
      refused(count: entry.batch.count, reason: "its place was changed by another user")
    }
  }

  private func confirm(_ number: Int, _ hash: UInt64) {
    self.number = number
    removePending(at: 0)
    expectedHash = hash
  }

  /// Undoes own changes, and applies a batch.
  private func rebase(over logged: LoggedBatch) {
    var problem: String?
    history.ignoring {
      do throws(EventError) {
        try takeBack(from: 0)
        let events = try program.apply(logged)
        number = logged.number
        expectedHash = logged.hash
        if logged.batch.author == author, pending.first?.batch.count == logged.batch.count {
          record(events, for: 0)
          removePending(at: 0)
        } else if logged.batch.author != author {
          ownFields.follow(events, by: logged.batch.author, before: pending.first?.batch.count ?? .max)
          noteDeletions(events)
        }
      } catch {
        problem = "the number \(logged.number) can’t be applied: \(error)"
      }
    }
    if let problem { reload(problem) }
  }

  /// Keeps what others delete while own changes of it may be on their way.
  private func noteDeletions(_ events: [BlocklyEvent]) {
    if pending.isEmpty { return }
    for case let event as DeleteEvent in events { lost.noteDeletion(of: event.snapshot) }
  }

  /// Undoes an own batch that was refused, and lays it aside.
  /// - Parameter reason: empty if it changed nothing.
  public func refused(count: Int, reason: String) {
    flush()
    guard let first = pending.first, count >= first.batch.count,
      let index = pending.firstIndex(where: { $0.batch.count == count }).map({ $0 - pending.startIndex })
    else { return }
    var problem: String?
    history.ignoring {
      do throws(EventError) { try takeBack(from: index) } catch { problem = "\(error)" }
      record([], for: index)
    }
    let entry = removePending(at: index)
    if !reason.isEmpty { layAside(entry.made, reason) }
    if let problem { reload(problem) }
  }

  private func layAside(_ events: [BlocklyEvent], _ reason: String) {
    lost.noteRefusal(of: events, reason)
    ownFields.forget(events)
  }

  /// Makes own changes again that were undone for others, and reports those that are lost. Call it after the last of the
  /// messages that arrived together, before the user changes or sees the program.
  public func catchUp() {
    if madeCount == 0 || pending.isEmpty { checkHash() }
    if madeCount < pending.count { history.ignoring { makeAgain() } }
    for laidAside in lost.takeRefusals(in: program.workspace) { delegate?.liveClient(self, didLayAside: laidAside) }
    for conflict in ownFields.takeConflicts(in: program.workspace) { delegate?.liveClient(self, didFind: conflict) }
    if pending.isEmpty { lost = LostBlocks() }
  }

  /// How many own changes are undone until `catchUp()`.
  public var undoneCount: Int { pending.count - madeCount }

  /// Compares the program without own unconfirmed changes with the host's.
  private func checkHash() {
    guard let hash = expectedHash else { return }
    expectedHash = nil
    if !awaitsSnapshot, !hasOtherDefinitions, program.hash != hash { reload("the hash differs after \(number)") }
  }

  /// - Parameter index: the position among those that are pending.
  @discardableResult
  private func removePending(at index: Int) -> Pending {
    if index < madeCount { madeCount -= 1 }
    // The first one is removed in constant time, and released with the last one.
    defer { if pending.isEmpty { pending = [] } }
    return index == 0 ? pending.removeFirst() : pending.remove(at: pending.startIndex + index)
  }

  /// Undoes own changes from a position on, last first.
  private func takeBack(from index: Int) throws(EventError) {
    while madeCount > index {
      let position = pending.startIndex + madeCount - 1
      if let events = pending[position].events { try program.revert(events) }
      pending[position].events = nil
      madeCount -= 1
    }
  }

  /// Applies own batches again, as the host will. What can't be applied waits for its answer.
  private func makeAgain() {
    var loop = Progress.Loop(of: pending.count - madeCount)
    while madeCount < pending.count {
      let position = pending.startIndex + madeCount
      if let events = try? program.apply(pending[position].batch) {
        pending[position].events = events
        pending[position].text = events.map { $0.json(in: program.workspace).text() }.joined(separator: "\n")
        record(events, for: madeCount)
      }
      madeCount += 1
      loop.step()
    }
  }

  /// Replaces what the undo history has of an own batch by the events that were applied. Its action may have others.
  private func record(_ events: [BlocklyEvent], for index: Int) {
    let position = pending.startIndex + index
    guard let group = pending[position].groupID else { return }
    history.replace(pending[position].recorded, ofGroup: group, with: events)
    pending[position].recorded = events
  }

  // MARK: - Differences

  /// Asks for the program, because it differs from the host's.
  private func reload(_ report: String) {
    awaitsSnapshot = true
    delegate?.liveClient(self, didDiffer: report)
    send?(.reload(report: report))
  }

  /// Makes the program what a snapshot says, and own changes that the host doesn't know again.
  /// - Parameter lastCount: the highest count of an own batch that the host knows.
  /// - Throws: `OpenError` if it can't be read.
  public func adopt(_ snapshot: ProgramSnapshot, lastCount: Int) throws(OpenError) {
    flush()
    // Then it is known what each batch changed.
    history.ignoring { makeAgain() }
    awaitsSnapshot = false
    expectedHash = nil
    let document = try snapshot.document(factory: program.workspace.factory)
    let lost = pending.filter { $0.batch.count <= lastCount }
    var mustReopen = false
    history.ignoring {
      try? takeBack(from: 0)
      let missing = lost.filter { entry in entry.isMissing(in: document.workspace) }
      for entry in missing {
        if let group = entry.groupID { history.replace(entry.recorded, ofGroup: group, with: []) }
        layAside(entry.made, "its place was changed by another user")
      }
      let (isEqual, events) = program.become(document.workspace, like: snapshot, style: document.style)
      noteDeletions(events)
      if !isEqual, !hasOtherDefinitions { mustReopen = true }
      pending.removeAll { $0.batch.count <= lastCount }
      madeCount = 0
      number = snapshot.number
      makeAgain()
    }
    if mustReopen { delegate?.liveClient(self, mustReopen: snapshot) } else { resend(after: lastCount) }
  }
}

/// Hears what the user of a `LiveClient` should know.
public protocol LiveClientDelegate: AnyObject {
  /// An own batch was refused, and is no longer in the program.
  func liveClient(_ client: LiveClient, didLayAside laidAside: LaidAside)
  /// The user and another one changed the same field.
  func liveClient(_ client: LiveClient, didFind conflict: FieldConflict)
  /// The program differs from the host's, and is about to be loaded again.
  func liveClient(_ client: LiveClient, didDiffer report: String)
  /// The program can't be made equal to the host's by events. It has to be opened anew.
  func liveClient(_ client: LiveClient, mustReopen snapshot: ProgramSnapshot)
}
