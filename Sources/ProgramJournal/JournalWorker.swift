import Files
import Synchronization
import Workbench

/// How the writing of a journal goes on. It is told on any thread: `began`, then `done` or `failed`, and so on; `rests` at
/// the end.
public nonisolated enum JournalProgress: Hashable, Sendable {
  case began
  /// Everything so far is on the disk.
  case done
  /// Something could not be written; it is tried again with the next lines.
  /// - Parameters:
  ///   - words: what to tell the user.
  ///   - isKnown: whether that was told before, and it was not better since.
  case failed(words: String, isKnown: Bool)
  /// Nothing is left to be written.
  case rests
}

/// Writes a journal beside the main thread: one writing at a time, and what comes meanwhile is taken next.
nonisolated final class JournalWorker: Sendable {
  private struct State {
    /// Which program's journal it has to be.
    var header: JournalHeader
    /// The one that `file` was made for.
    var fileHeader: JournalHeader?
    var file: JournalFile?
    var waiting: [[UInt8]] = []
    /// Whether the program was saved: its file may be somewhere else since then.
    var isSaved = false
    /// Whether something came since the last look.
    var isFresh = false
    var isRunning = false
    /// Whether somebody waits for the end.
    var isAwaited = false
    /// Whether the user knows that it can't be written.
    var isFailureKnown = false
    var hasGivenUp = false
  }

  /// More bytes than these don't wait for a disk that takes nothing.
  private let waitingLimit: Int
  private let disk: JournalDisk
  private let state: Mutex<State>
  private let end = Semaphore()
  private let progress: @Sendable (JournalProgress) -> Void

  /// - Parameter file: a journal that is there already.
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

  /// Writes lines, and makes the journal if it isn't there.
  /// - Parameters:
  ///   - header: which program's journal it is from now on; nil for the same.
  ///   - isSaved: whether the program was saved.
  func write(_ lines: [[UInt8]], header: JournalHeader? = nil, isSaved: Bool = false) {
    let starts = state.withLock { state in
      if let header { state.header = header }
      let isAllThere = lines.isEmpty && state.waiting.isEmpty && state.file != nil && state.header == state.fileHeader
      if state.hasGivenUp || isAllThere { return false }
      state.waiting += lines
      if isSaved { state.isSaved = true }
      state.isFresh = true
      defer { state.isRunning = true }
      return !state.isRunning
    }
    if starts { BackgroundThread.run { self.run() } }
  }

  /// Waits for the writing to end.
  /// - Returns: false when the time was over first.
  @discardableResult
  func finish(atMost timeout: Duration = JournalWriter.timeout) -> Bool {
    let waits = state.withLock { state in
      state.isAwaited = state.isRunning
      return state.isRunning
    }
    return !waits || end.wait(atMost: timeout)
  }

  /// Waits for the writing to end, and lets the journal go: another editor finds it, unless it is removed. A disk that
  /// takes longer has it until the process ends.
  /// - Returns: where the journal is; nil when it is not there or lacks something.
  func close(removing: Bool, atMost timeout: Duration = JournalWriter.timeout) -> String? {
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

  // MARK: - Beside the main thread

  private func run() {
    repeat {
      progress(.began)
      progress(writeWaiting())
    } while isNeededAgain()
    progress(.rests)
  }

  /// Whether something came since the waiting lines were taken.
  private func isNeededAgain() -> Bool {
    state.withLock { state in
      if state.isFresh { return true }
      state.isRunning = false
      if state.isAwaited {
        state.isAwaited = false
        end.signal()
      }
      return false
    }
  }

  private func writeWaiting() -> JournalProgress {
    let work = state.withLock { state in
      defer {
        state.waiting = []
        state.isFresh = false
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
      if state.waiting.reduce(0, { $0 + $1.count }) > waitingLimit {
        state.waiting = []
        state.hasGivenUp = true
      }
      defer { state.isFailureKnown = true }
      return .failed(words: "unsaved work is not protected: \(problem)", isKnown: state.isFailureKnown)
    }
  }

  private struct Outcome {
    var file: JournalFile?
    var fileHeader: JournalHeader?
    var unwritten: [[UInt8]] = []
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
      // Where it can't be moved, it is still better than none.
      if isMoving, let file = work.file, file.isInPlace, (try? file.append(work.waiting)) != nil {
        outcome.unwritten = []
      }
    }
    return outcome
  }

  /// Whether the journal has to be somewhere else.
  private func isMoving(_ file: JournalFile, _ work: State) -> Bool {
    !file.isInPlace || work.fileHeader != work.header || work.isSaved && !file.isBeside(work.header.programPath)
  }
}
