import MortiseFiles
import Synchronization
import Workbench

/// The progress of writing a journal, reported on any thread: `began`, then `done` or `failed`, repeated as needed;
/// finally `idle`.
public nonisolated enum JournalProgress: Hashable, Sendable {
  /// Lines are being written.
  case began
  /// All lines so far are on the disk.
  case done
  /// Writing failed. The lines are written again with the next ones.
  /// - Parameters:
  ///   - message: the message for the user.
  ///   - isKnown: whether the user was already notified, and no write has succeeded since.
  case failed(message: String, isKnown: Bool)
  /// Nothing is left to write.
  case idle
}

/// Writes a journal on another thread, one batch at a time.
nonisolated final class JournalWorker: Sendable {
  private struct State {
    /// The header that the journal should have. It determines the journal's path.
    var header: JournalHeader
    /// The header in `file`.
    var fileHeader: JournalHeader?
    var file: JournalFile?
    var waiting: [JournalRecord] = []
    /// Whether the program was saved: its file may have moved.
    var isSaved = false
    /// Whether work was added since the last batch was taken.
    var hasNewWork = false
    var isRunning = false
    /// Whether a thread waits for the writing to end.
    var hasWaiter = false
    /// Whether the user was notified that writing fails.
    var isFailureKnown = false
    var hasGivenUp = false
    var isClosing = false
  }

  /// The size, in bytes, beyond which lines that wait for a failing disk are dropped.
  private let waitingLimit: Int
  private let disk: JournalDisk
  private let state: Mutex<State>
  private let end = Semaphore()
  private let progress: @Sendable (JournalProgress) -> Void

  /// - Parameter file: an existing journal to continue.
  init(
    _ header: JournalHeader, file: JournalFile?, waitingLimit: Int = 256 << 20, disk: JournalDisk = JournalDisk(),
    progress: @escaping @Sendable (JournalProgress) -> Void
  ) {
    state = Mutex(State(header: header, fileHeader: file == nil ? nil : header, file: file))
    self.waitingLimit = waitingLimit
    self.disk = disk
    self.progress = progress
  }

  var path: String? { state.withLock { $0.file?.path } }

  var isWriting: Bool { state.withLock { $0.isRunning } }

  /// Writes lines, creating the journal if needed.
  /// - Parameters:
  ///   - header: the journal's new header, which may move it; nil to keep it.
  ///   - isSaved: whether the program was saved.
  func write(_ lines: [JournalRecord], header: JournalHeader? = nil, isSaved: Bool = false) {
    let mustStart = state.withLock { state in
      if let header { state.header = header }
      let isUpToDate = lines.isEmpty && state.waiting.isEmpty && state.file != nil && state.header == state.fileHeader
      if state.hasGivenUp || isUpToDate { return false }
      state.waiting += lines
      if isSaved { state.isSaved = true }
      state.hasNewWork = true
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if mustStart { BackgroundThread.run { self.run() } }
  }

  /// Waits for the writing to end.
  /// - Returns: false if it takes longer.
  @discardableResult
  func finish(atMost timeout: Duration = JournalWriter.timeout) -> Bool {
    let mustWait = state.withLock { state in
      state.hasWaiter = state.isRunning
      return state.isRunning
    }
    return !mustWait || end.wait(atMost: timeout)
  }

  /// Waits for the writing to end. Then removes the journal, or releases it, so that another editor can find it. If the
  /// disk hangs, the journal stays locked until the process ends.
  /// - Returns: the path of the journal; nil if it was removed or is incomplete.
  func close(removing: Bool, atMost timeout: Duration = JournalWriter.timeout) -> String? {
    state.withLock { $0.isClosing = true }
    guard finish(atMost: timeout) else {
      state.withLock { $0.hasGivenUp = true }
      return nil
    }
    let (file, isComplete) = state.withLock { state in
      defer {
        state.file = nil
        state.hasGivenUp = true
      }
      return (state.file, state.waiting.isEmpty && !state.hasGivenUp)
    }
    if removing { file?.remove() } else { file?.release() }
    return isComplete && !removing ? file?.path : nil
  }

  // MARK: - On the background thread

  private func run() {
    repeat {
      let isSaved = state.withLock { $0.isSaved }
      progress(.began)
      progress(writeWaiting())
      if isSaved { compact() }
    } while hasMoreWork()
    progress(.idle)
  }

  /// Replaces the journal by a shorter one if that is worthwhile. New lines are written meanwhile.
  private func compact() {
    let (file, header) = state.withLock { ($0.file, $0.header) }
    guard let old = file, let compaction = JournalCompaction(of: old, programPath: header.programPath) else { return }
    do throws(SystemError) {
      while try compaction.copyNext() {
        if state.withLock({ $0.hasNewWork }) {
          progress(.began)
          progress(writeWaiting())
        }
        // The journal may have moved or be about to close.
        if state.withLock({ $0.file !== old || $0.isClosing }) { return compaction.cancel() }
      }
      let file = try compaction.finish()
      state.withLock { $0.file = file }
    } catch {
      // The old journal stays in use.
      compaction.cancel()
    }
  }

  /// Whether work was added since the last batch was taken.
  private func hasMoreWork() -> Bool {
    state.withLock { state in
      if state.hasNewWork { return true }
      state.isRunning = false
      if state.hasWaiter {
        state.hasWaiter = false
        end.signal()
      }
      return false
    }
  }

  private func writeWaiting() -> JournalProgress {
    let work = state.withLock { state in
      defer {
        state.waiting = []
        state.hasNewWork = false
        state.isSaved = false
      }
      return state
    }
    let outcome = write(work)
    return state.withLock { state in
      (state.file, state.fileHeader) = (outcome.file, outcome.fileHeader)
      state.waiting = outcome.unwritten + state.waiting
      if outcome.problem != nil, work.isSaved { state.isSaved = true }
      guard let problem = outcome.problem else {
        state.isFailureKnown = false
        return .done
      }
      if state.waiting.reduce(0, { $0 + $1.text.count }) > waitingLimit {
        state.waiting = []
        state.hasGivenUp = true
      }
      defer { state.isFailureKnown = true }
      return .failed(message: "unsaved work is not protected: \(problem)", isKnown: state.isFailureKnown)
    }
  }

  private struct Outcome {
    var file: JournalFile?
    var fileHeader: JournalHeader?
    var unwritten: [JournalRecord] = []
    var problem: FileError?
  }

  private func write(_ work: State) -> Outcome {
    var outcome = Outcome(file: work.file, fileHeader: work.fileHeader)
    let isMoving = work.file.map { self.isMoving($0, work) } ?? false
    do throws(FileError) {
      if let file = work.file {
        if isMoving {
          outcome.file = try file.moved(to: work.header, adding: work.waiting)
        } else {
          try file.append(work.waiting)
        }
      } else {
        let file = try JournalFile.claim(work.header, disk: disk)
        (outcome.file, outcome.fileHeader) = (file, work.header)
        if !work.waiting.isEmpty { try file.append(work.waiting) }
      }
      outcome.fileHeader = work.header
    } catch {
      outcome.problem = error
      outcome.unwritten = work.waiting
      // A journal in the old location is better than none.
      if isMoving, let file = work.file, file.isInPlace, (try? file.append(work.waiting)) != nil {
        outcome.unwritten = []
      }
    }
    return outcome
  }

  /// Whether the journal has to move.
  private func isMoving(_ file: JournalFile, _ work: State) -> Bool {
    !file.isInPlace || work.fileHeader != work.header || work.isSaved && !file.isBeside(work.header.programPath)
  }
}
