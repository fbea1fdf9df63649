import BlockEvents
import BlockModel
import Glibc
import Markup
import MortiseFiles
import ProgramDiff
import Workbench

/// Changes of a served program's file by other programs: an editor elsewhere, or git.
struct OutsideChanges {
  /// The time of the last look at the file.
  fileprivate var lastLook = ContinuousClock.now
  /// The changed state that was found at the last look. The writer may not have finished.
  fileprivate var seen: FileStamp?
  /// The state that could not be merged, of which the members have been notified.
  fileprivate var refused: FileStamp?
  /// The time at which the file was first found missing; nil while it exists.
  fileprivate var goneSince: ContinuousClock.Instant?
  /// The author of batches with the file's changes.
  fileprivate let author = "file-" + String(UInt64.random(in: 0 ... .max), radix: 36)
  fileprivate var count = 0
  /// The merge that is being appended to the log.
  fileprivate(set) var merge: Merge?

  /// The changes of a file, on their way into the log.
  struct Merge {
    fileprivate let file: Document
    fileprivate let batch: Batch
    fileprivate let conflictCount: Int
    /// Whether the session had changes that the file lacks.
    fileprivate let hasUnsaved: Bool
  }

  fileprivate static let interval = Duration.milliseconds(500)
  /// The time that a file may be missing before it counts as deleted: programs such as git replace it.
  fileprivate static let moment = Duration.seconds(5)
}

extension HostedProgram {
  /// The time of the next look at the file; nil while there is no client and no merge.
  var nextLook: ContinuousClock.Instant? {
    host.clientCount > 0 || outside.merge != nil ? outside.lastLook + OutsideChanges.interval : nil
  }

  /// Merges changes of the file into the program, once their writer has finished.
  func lookAtFile(at now: ContinuousClock.Instant) {
    if outside.merge != nil { finishTakingOver() }
    guard let nextLook, now >= nextLook, !isSaving else { return }
    outside.lastLook = now
    lookForFile()
    let present = fileState
    if present != nil, present == outside.seen { _ = takeOverFile() } else { outside.seen = present }
  }

  /// Prepares to rewrite the file if it has been missing for long enough.
  func lookForFile(isClosing: Bool = false) {
    guard let path = document.path, document.stamp != nil, FileSystem.isMissing(path) else {
      outside.goneSince = nil
      return
    }
    let since = outside.goneSince ?? .now
    outside.goneSince = since
    if isClosing || .now >= since + OutsideChanges.moment { document.stamp = nil }
  }

  /// The state of the file if another program has changed it; nil if not, or if it is missing.
  private var fileState: FileStamp? {
    guard let path = document.path, let status = try? FileSystem.status(of: path), status.isRegular else { return nil }
    var stamp = FileStamp(status, content: nil)
    stamp.contentHash = document.stamp?.contentHash
    return stamp == document.stamp || stamp == outside.refused ? nil : stamp
  }

  /// Starts to merge changes of the file into the program.
  /// - Parameter isClosing: whether the caller saves the program.
  /// - Returns: whether a merge has started. Unless `isClosing`, it saves the program at its end.
  func takeOverFile(isClosing: Bool = false) -> Bool {
    guard outside.merge == nil, host.isSettled, let state = fileState, let path = document.path else { return false }
    outside.seen = nil
    do {
      let content = try FileReader.read(path)
      if content.bytes == document.savedBytes {
        document.stamp = content.stamp
        return false
      }
      var file = try read(content.bytes)
      file.stamp = content.stamp
      if takeFromLog(file) { return false }
      let base = try document.savedBytes.map { try read($0) } ?? Document(factory: file.workspace.factory)
      let ours = try ProgramSnapshot(of: host.program, style: document.style, number: 0)
        .document(factory: file.workspace.factory).workspace
      let merge = try ProgramMerge(
        base: base.workspace, ours: ours, theirs: file.workspace, timeLimit: Self.mergeTime)
      outside.count += 1
      let batch = Batch(
        author: outside.author, count: outside.count, events: merge.events.map { $0.json(in: ours).detached })
      outside.merge = OutsideChanges.Merge(
        file: file, batch: batch, conflictCount: merge.conflicts.count, hasUnsaved: !isSaved)
      if !batch.events.isEmpty { host.submit(fromFile: batch) }
      finishTakingOver(isClosing: isClosing)
      return true
    } catch {
      refuse(state, "\(error)")
      return false
    }
  }

  /// The time limit of a merge, which blocks all clients.
  private static let mergeTime = Duration.seconds(10)

  private func read(_ bytes: [UInt8]) throws -> Document {
    do {
      return try Document(
        bytes: bytes, path: document.path, formats: formats, factory: host.program.workspace.factory)
    } catch {
      throw OpenError(reading: host.name, error)
    }
  }

  private func refuse(_ state: FileStamp, _ reason: String) {
    outside.refused = state
    host.saved(
      message: "\(host.name) was changed by another program, and can’t be merged, so nothing is saved: \(reason)",
      isDone: false)
  }

  /// Finishes a merge once the log has its changes.
  /// - Parameter isClosing: whether the caller saves the program.
  func finishTakingOver(isClosing: Bool = false) {
    guard let merge = outside.merge else { return }
    var answer = ""
    if !merge.batch.events.isEmpty {
      guard let given = host.answer(to: merge.batch) else { return }
      answer = given
    }
    outside.merge = nil
    if !answer.isEmpty, let stamp = merge.file.stamp { return refuse(stamp, answer) }
    document.didTakeOver(merge.file)
    noteFile(number: host.number, hash: host.loggedHash)
    let count = merge.batch.events.count
    if count > 0 {
      let conflicts =
        switch merge.conflictCount {
        case 0: ""
        case 1: "; 1 conflict: theirs is beside ours"
        case let count: "; \(count) conflicts: theirs is beside ours"
        }
      let changes = "\(count) change\(count == 1 ? "" : "s")\(conflicts)"
      host.saved(message: "\(host.name) was changed by another program; merged: \(changes)", isDone: true)
    }
    if !merge.hasUnsaved, merge.conflictCount == 0 { noteSaved() } else if !isClosing { save() }
  }
}
