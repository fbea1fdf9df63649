import BlockEditing
import BlockEvents
import BlockModel
import EventQueues
import Markup
import ProgramDiff
import Workbench

/// A program that is edited with others, on one of their machines. Local changes show at once, and are sent. When the
/// log has other authors' changes before them, they are undone, and made again after those.
public final class LiveClient: EventManagerListener {
  /// Local changes that the log doesn't have yet.
  struct Pending {
    /// The batch as it was sent.
    var batch: Batch
    /// The changes as the user made them.
    let made: [BlocklyEvent]
    /// The actual changes of the program here; nil while the batch can't be applied.
    var events: [BlocklyEvent]?
    /// The events that the undo history has for it.
    var recorded: [BlocklyEvent]
    /// The JSON of `events`, which the log has, too, if the host's program is the same.
    var text: String
    var groupID: String?

    /// Whether a program lacks the changes.
    func isMissing(in workspace: Workspace) -> Bool {
      (events ?? []).contains { $0.laterChange(forward: false, in: workspace) != nil }
    }
  }

  /// The program, with the local changes that the log doesn't have yet.
  public let program: SharedProgram
  private let history: UndoHistory
  /// Identifies this client in batches.
  public let author: String
  /// The number of the log's last batch in the program.
  public private(set) var number: Int
  /// Local changes that the log doesn't have yet, in order.
  private(set) var pending: ArraySlice<Pending> = []
  /// The number of entries of `pending` that are applied. The later ones are undone until `catchUp()`.
  private var madeCount = 0
  /// The hash that the program should have without pending changes; nil if it was checked.
  private var expectedHash: UInt64?
  /// The blocks that were lost with refused changes.
  private var lost = LostBlocks()
  private var ownFields = OwnFields()
  /// The count of this client's last batch.
  public private(set) var count: Int
  private var collected: [BlocklyEvent] = []
  /// Whether a snapshot was requested, because the program differs. Batches are useless until it arrives.
  private var awaitsSnapshot = false
  /// Whether blocks have other shapes here than at the host, so that the programs may differ.
  public var hasOtherDefinitions = false
  /// Sends a message to the host; nil without a connection.
  public var send: ((ClientMessage) -> Void)?
  /// Receives what the user should know.
  public weak var delegate: (any LiveClientDelegate)?

  /// - Parameters:
  ///   - program: the program as it was at the number `number`.
  ///   - history: the user's undo and redo.
  ///   - count: the count of the client's last batch; 0 for none.
  public init(
    program: SharedProgram, history: UndoHistory, author: String, number: Int, count: Int = 0
  ) {
    (self.program, self.history, self.author, self.number, self.count) = (program, history, author, number, count)
    history.refusesChangedResults = true
    program.eventManager.addListener(self)
  }

  /// Whether the log has all local changes.
  public var isConfirmed: Bool { pending.isEmpty && collected.isEmpty }

  /// The number of local batches that the log doesn't have yet.
  public var unconfirmedCount: Int { pending.count }

  // MARK: - Own changes

  public var wantsLoadingEvents: Bool { false }

  public func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) {
    if !program.isApplying, event.isChange, event.workspaceID == program.workspace.id { collected.append(event) }
  }

  /// Sends the user's latest changes. Call it after each finished action.
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

  /// Local changes that the log doesn't have yet, to be stored.
  /// - Parameter secret: the author's secret.
  public func unsent(secret: String?) -> UnsentChanges {
    UnsentChanges(author: author, secret: secret, batches: pending.map(\.batch))
  }

  /// Makes the changes again that an earlier editor could not send.
  /// - Parameter lastCount: the highest count of this client's batches that the host knows.
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

  /// Sends again what the host may have missed: batches, or the request for the program.
  /// - Parameter lastCount: the highest count of this client's batches that the host knows.
  public func resend(after lastCount: Int) {
    if awaitsSnapshot { send?(.reload(report: "the answer was lost")) }
    for entry in pending where entry.batch.count > lastCount { send?(.edit(entry.batch)) }
  }

  // MARK: - The log

  /// Handles that a batch is in the log.
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

  /// Handles that a batch of this client is in the log as it was sent.
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

  /// Returns whether a number is the next one of the log. If some are missing, requests the program.
  private func isNext(_ next: Int) -> Bool {
    if awaitsSnapshot || next <= number { return false }
    flush()
    if next == number + 1 { return true }
    reload("the number \(number + 1) is missing")
    return false
  }

  /// Drops refused batches. The host answers this client's batches in order, so those before an answered one were
  /// refused, and the answer was lost.
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

  /// Undoes the pending changes, and applies a batch.
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

  /// Keeps blocks that others delete while local changes to them may be on their way.
  private func noteDeletions(_ events: [BlocklyEvent]) {
    if pending.isEmpty { return }
    for case let event as DeleteEvent in events { lost.noteDeletion(of: event.snapshot) }
  }

  /// Undoes a batch of this client that was refused, and hands its contents to the delegate with the next `catchUp()`.
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

  /// Makes the local changes again that were undone for others, and reports the lost ones. Call it after the last of
  /// the messages that arrived together, before the user changes or sees the program.
  public func catchUp() {
    if madeCount == 0 || pending.isEmpty { checkHash() }
    if madeCount < pending.count { history.ignoring { makeAgain() } }
    for laidAside in lost.takeRefusals(in: program.workspace) { delegate?.liveClient(self, didLayAside: laidAside) }
    for conflict in ownFields.takeConflicts(in: program.workspace) { delegate?.liveClient(self, didFind: conflict) }
    if pending.isEmpty { lost = LostBlocks() }
  }

  /// The number of local batches that are undone until `catchUp()`.
  public var undoneCount: Int { pending.count - madeCount }

  /// Compares the program, without pending changes, with the host's.
  private func checkHash() {
    guard let hash = expectedHash else { return }
    expectedHash = nil
    if !awaitsSnapshot, !hasOtherDefinitions, program.hash != hash { reload("the hash differs after \(number)") }
  }

  /// - Parameter index: the position in `pending`.
  @discardableResult
  private func removePending(at index: Int) -> Pending {
    if index < madeCount { madeCount -= 1 }
    // The first one is removed in constant time, and released with the last one.
    defer { if pending.isEmpty { pending = [] } }
    return index == 0 ? pending.removeFirst() : pending.remove(at: pending.startIndex + index)
  }

  /// Undoes the pending changes from a position on, last first.
  private func takeBack(from index: Int) throws(EventError) {
    while madeCount > index {
      let position = pending.startIndex + madeCount - 1
      if let events = pending[position].events { try program.revert(events) }
      pending[position].events = nil
      madeCount -= 1
    }
  }

  /// Applies the undone batches again, as the host will. Those that can't be applied wait for its answer.
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

  /// Replaces the events that the undo history has for a batch by the ones that were applied. Its action may have
  /// others.
  private func record(_ events: [BlocklyEvent], for index: Int) {
    let position = pending.startIndex + index
    guard let group = pending[position].groupID else { return }
    history.replace(pending[position].recorded, ofGroup: group, with: events)
    pending[position].recorded = events
  }

  // MARK: - Differences

  /// Requests the program, because it differs from the host's.
  private func reload(_ report: String) {
    awaitsSnapshot = true
    delegate?.liveClient(self, didDiffer: report)
    send?(.reload(report: report))
  }

  /// Makes the program equal to a snapshot, and then makes those local changes again that the host doesn't know.
  /// - Parameter lastCount: the highest count of this client's batches that the host knows.
  /// - Throws: `OpenError` if it can't be read.
  public func adopt(_ snapshot: ProgramSnapshot, lastCount: Int) throws(OpenError) {
    flush()
    // Afterwards, each batch has the events that it changed.
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

/// Receives what the user of a `LiveClient` should know.
public protocol LiveClientDelegate: AnyObject {
  /// A batch of this client was refused, and is no longer in the program.
  func liveClient(_ client: LiveClient, didLayAside laidAside: LaidAside)
  /// The user and another user changed the same field.
  func liveClient(_ client: LiveClient, didFind conflict: FieldConflict)
  /// The program differs from the host's, and is about to be loaded again.
  func liveClient(_ client: LiveClient, didDiffer report: String)
  /// The program can't be made equal to the host's by events. It has to be opened again.
  func liveClient(_ client: LiveClient, mustReopen snapshot: ProgramSnapshot)
}
