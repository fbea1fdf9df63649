import CProcess
import Glibc

/// The thread of a session. It waits for the program, its runtime and the session's requests together, never for one
/// alone.
struct RunThread {
  private let session: RunSession
  private var channels: RunChannels
  private let plan: RunPlan
  private let settings: RunSettings
  private let handler: @Sendable (RunEvent) -> Void

  private var breakpoints: RunBreakpoints
  /// Breakpoints that the runtime doesn't know yet.
  private var newBreakpoints: RunBreakpoints?
  private var isPausing = false
  private var slowMotion: SlowMotion
  /// The time of the last event about progress, and the time at which a delayed one is due.
  private var lastProgress: ContinuousClock.Instant?
  private var progressDue: ContinuousClock.Instant?
  private var hasFailed = false
  /// The block at which the program waits for an order; nil while it runs.
  private var stoppedAt: Int?
  private var messages = ReportBuffer(longestLine: RunReport.longestLine)
  private var orders = PendingBytes()
  private var input = PendingBytes()
  private var inputEnds = false
  private var isInputOpen: Bool
  private var isOutputOpen: Bool
  private var areMessagesOpen = true
  private var end: RunEnd?
  private var reports: [UInt8] = []
  /// Passes on the steps; nil if they aren't needed.
  private var trace: RunTrace?
  /// The time by which the program has to end; nil for no limit.
  private var deadline: ContinuousClock.Instant?
  private var buffer = [UInt8](repeating: 0, count: 1 << 18)

  /// The time to wait for an ended program's output, if a process that can't be killed holds it open.
  private static let lastOutput = Duration.milliseconds(500)
  private static let mostPending = 1 << 20
  /// The time between two events about progress.
  private static let progressInterval = Duration.milliseconds(33)

  /// Slow motion: automatic steps.
  private struct SlowMotion {
    /// The pause at each statement; nil for full speed.
    var pace: Duration?
    /// Whether the last order was an automatic step.
    var isGoing = false
    /// Whether a step that the user asked for is running.
    var isHeldOff = false
    /// The time of the next step, and the program's state until then; nil while it runs.
    var pause: (end: ContinuousClock.Instant, state: RunState)?
  }

  init(
    _ session: RunSession, _ channels: RunChannels, _ plan: RunPlan, _ settings: RunSettings,
    _ handler: @escaping @Sendable (RunEvent) -> Void
  ) {
    (self.session, self.channels, self.plan, self.settings) = (session, channels, plan, settings)
    self.handler = handler
    breakpoints = RunBreakpoints(blocks: settings.breakpoints)
    slowMotion = SlowMotion(pace: settings.pace, isGoing: settings.pace != nil && !settings.isPaused)
    isOutputOpen = channels.output >= 0
    isInputOpen = channels.input >= 0
    orders.append(RunLine.start(plan, breakpoints: breakpoints, isPaused: settings.isPaused || settings.pace != nil))
    if case .text(let text) = settings.streams {
      input.append(text)
      inputEnds = true
    }
    deadline = settings.time.map { ContinuousClock.now + $0 }
    if let recording = session.recording { trace = settings.trace.map { RunTrace(recording, handler: $0) } }
  }

  mutating func run() {
    var areReportsOpen = true
    while areReportsOpen || isOutputOpen || areMessagesOpen {
      var descriptors: [pollfd] = []
      func add(_ number: Int32, _ events: Int32, if condition: Bool) {
        descriptors.append(pollfd(fd: condition ? number : -1, events: Int16(events), revents: 0))
      }
      add(channels.wakeUps, POLLIN, if: true)
      add(channels.supervisor.reports, POLLIN, if: areReportsOpen)
      add(channels.messages, POLLIN, if: areMessagesOpen)
      add(channels.output, POLLIN, if: isOutputOpen)
      add(channels.orders, POLLOUT, if: !orders.isEmpty)
      add(channels.input, POLLOUT, if: isInputOpen && (!input.isEmpty || inputEnds))
      let isInTime = wait(&descriptors)
      if !isInTime {
        if !areReportsOpen { break }
        if end == nil { end = .reachedTimeLimit }
        kill()
      }
      if descriptors[0].revents != 0 { takeRequests() }
      // Output from before a report is shown with it.
      if descriptors[3].revents != 0 { isOutputOpen = readOutput() }
      if descriptors[2].revents != 0 { areMessagesOpen = readMessages() }
      if descriptors[4].revents != 0, !orders.write(to: channels.orders) { orders = PendingBytes() }
      if descriptors[5].revents != 0 { writeInput() }
      if descriptors[1].revents != 0 {
        areReportsOpen = readReports()
        if !areReportsOpen { deadline = ContinuousClock.now + Self.lastOutput }
      }
      lookAtClock()
    }
    finish()
  }

  /// Waits for a descriptor or timer.
  /// - Returns: false at the deadline.
  private func wait(_ descriptors: inout [pollfd]) -> Bool {
    var milliseconds: Int32 = -1
    let now = ContinuousClock.now
    if let deadline, deadline <= now { return false }
    if let next = [deadline, progressDue, slowMotion.pause?.end].compactMap(\.self).min() {
      let (seconds, attoseconds) = max(.zero, next - now).components
      milliseconds = Int32(min(seconds, 1_000_000) * 1000 + attoseconds / 1_000_000_000_000_000) + 1
    }
    if poll(&descriptors, nfds_t(descriptors.count), milliseconds) <= 0 {
      for index in descriptors.indices { descriptors[index].revents = 0 }
    }
    return true
  }

  /// Runs expired timers.
  private mutating func lookAtClock() {
    let now = ContinuousClock.now
    if let progressDue, progressDue <= now {
      self.progressDue = nil
      lastProgress = now
      handler(.progress)
    }
    if let pause = slowMotion.pause, pause.end <= now { goOn(.into) }
  }

  /// Sends or schedules the event about progress, unless it was announced already.
  private mutating func announce() {
    guard session.shared.withLock({ $0.announce() }), progressDue == nil else { return }
    let now = ContinuousClock.now
    if let lastProgress, now - lastProgress < Self.progressInterval {
      progressDue = lastProgress + Self.progressInterval
    } else {
      lastProgress = now
      handler(.progress)
    }
  }

  private mutating func finish() {
    session.shared.withLock { $0.alarm = -1 }
    channels.closeAll()
    cp_reap(&channels.supervisor)
    handler(.ended(end ?? .signalled(SIGKILL)))
  }

  /// Closes the descriptor that keeps the program's processes alive.
  private mutating func kill() {
    if channels.supervisor.control >= 0 { close(channels.supervisor.control) }
    channels.supervisor.control = -1
    deadline = nil
  }

  // MARK: - Requests

  private mutating func takeRequests() {
    while read(channels.wakeUps, &buffer, buffer.count) > 0 {}
    let requests = session.shared.withLock { shared in
      let requests = shared.requests
      shared.requests = []
      return requests
    }
    for request in requests { request(&self) }
  }

  mutating func type(_ bytes: [UInt8]) { if input.count < Self.mostPending { input.append(bytes) } }

  mutating func endInput() {
    // On a terminal, this byte ends the input (Ctrl-D).
    if channels.input == channels.output { input.append([4]) } else { inputEnds = true }
  }

  func resize(rows: Int, columns: Int) {
    if channels.output >= 0 { cp_resize_terminal(channels.output, Int32(rows), Int32(columns)) }
  }

  mutating func pause() {
    if let pause = slowMotion.pause {
      (slowMotion.pause, slowMotion.isGoing) = (nil, false)
      handler(.stopped(pause.state, atBreakpoint: false, problem: nil))
    } else if stoppedAt == nil {
      isPausing = true
    }
  }

  mutating func set(_ breakpoints: RunBreakpoints) { (self.breakpoints, newBreakpoints) = (breakpoints, breakpoints) }

  mutating func resume(_ order: RunOrder) {
    if slowMotion.pause != nil { return }
    slowMotion.isGoing = slowMotion.pace != nil && order == .run
    slowMotion.isHeldOff = order != .run
    goOn(slowMotion.isGoing ? .into : order)
  }

  func stop() { sendToSupervisor(UInt8(CP_STOP)) }

  func send(signal: Int32) { sendToSupervisor(UInt8(clamping: signal)) }

  private func sendToSupervisor(_ order: UInt8) {
    if channels.supervisor.control >= 0 {
      _ = withUnsafeBytes(of: order) { write(channels.supervisor.control, $0.baseAddress, 1) }
    }
  }

  /// Continues the program if it waits for an order.
  private mutating func goOn(_ order: RunOrder) {
    guard let block = stoppedAt else { return }
    (stoppedAt, slowMotion.pause, newBreakpoints) = (nil, nil, nil)
    orders.append(RunLine.order(order, at: block, breakpoints: breakpoints, plan: plan))
  }

  mutating func setPace(_ pace: Duration?) {
    slowMotion.pace = pace
    guard let pause = slowMotion.pause else { return }
    if let pace {
      slowMotion.pause = (ContinuousClock.now + pace, pause.state)
    } else {
      slowMotion.isGoing = false
      goOn(.run)
    }
  }

  // MARK: - Reading and writing

  /// - Returns: false at the end.
  private mutating func readReports() -> Bool {
    let count = read(channels.supervisor.reports, &buffer, buffer.count)
    if count < 0 { return errno == EAGAIN || errno == EINTR }
    reports += buffer[..<count]
    let size = MemoryLayout<cp_report>.size
    while reports.count >= size {
      let report = reports.withUnsafeBytes { $0.loadUnaligned(as: cp_report.self) }
      reports.removeFirst(size)
      switch Int(report.kind) {
      // The first finding is the cause.
      case Int(CP_FAILED): end = .notStarted(report.value)
      case Int(CP_EXITED): if end == nil { end = .exited(code: report.value) }
      case Int(CP_SIGNALLED): if end == nil { end = .signalled(report.value) }
      case Int(CP_OUT_OF_MEMORY): if end == nil { end = .reachedMemoryLimit }
      default: break
      }
    }
    return count > 0
  }

  private mutating func readOutput() -> Bool {
    let count = read(channels.output, &buffer, buffer.count)
    // A terminal reports an error when its last program is gone.
    if count <= 0 { return count < 0 && (errno == EAGAIN || errno == EINTR) }
    let total = buffer.withUnsafeBytes { bytes in
      let new = UnsafeRawBufferPointer(rebasing: bytes[..<count])
      return session.shared.withLock { shared in
        shared.output.append(new)
        return shared.output.total
      }
    }
    if let limit = settings.output, total > limit {
      if end == nil { end = .reachedOutputLimit }
      kill()
    }
    announce()
    return true
  }

  private mutating func writeInput() {
    let isOpen = input.write(to: channels.input)
    guard !isOpen || input.isEmpty && inputEnds else { return }
    isInputOpen = false
    // A terminal is also where the output comes from.
    if channels.input == channels.output { return }
    close(channels.input)
    channels.input = -1
  }

  private mutating func readMessages() -> Bool {
    let count = read(channels.messages, &buffer, buffer.count)
    if count <= 0 { return count < 0 && (errno == EAGAIN || errno == EINTR) }
    for part in messages.parts(adding: buffer[..<count]) {
      switch part {
      case .line(let line): if let report = RunReport(line, plan: plan) { take(report) }
      case .log(let bytes): record(bytes)
      }
    }
    return true
  }

  private mutating func record(_ log: [UInt8]) {
    guard let recording = session.recording else { return }
    recording.add(log[...]) { trace?.passOn() }
    guard recording.firstStep > 0 else { return }
    let isNew = session.shared.withLock { shared in
      defer { shared.hasDroppedSteps = true }
      return !shared.hasDroppedSteps
    }
    if isNew { announce() }
  }

  private mutating func take(_ report: RunReport) {
    let isNew = session.shared.withLock { shared in
      defer { shared.block = report.block }
      guard case .running(let question) = report.kind else { return false }
      defer { (shared.question, shared.state) = (question, nil) }
      return shared.block != report.block || shared.question != question || shared.state != nil
    }
    switch report.kind {
    case .running:
      answer(report.block)
      if isNew { announce() }
    case .stopped(let state, let atBreakpoint, var problem):
      // A waiting runtime sends no reports: the program itself wrote this one.
      if stoppedAt != nil { return }
      if atBreakpoint, let condition = breakpoints.conditions[state.block], let recording = session.recording {
        switch condition.outcome(in: recording) {
        case .success(true): problem = nil
        case .success(false):
          orders.append(RunLine.go(breakpoints: newBreakpoints))
          newBreakpoints = nil
          return
        case .failure(let cause): problem = cause.message
        }
      }
      stoppedAt = state.block
      if slowMotion.isGoing, !isPausing, !atBreakpoint, problem == nil { return stay(state) }
      (isPausing, slowMotion.isGoing, slowMotion.isHeldOff) = (false, false, false)
      handler(.stopped(state, atBreakpoint: atBreakpoint, problem: problem))
    case .failed(let error):
      if hasFailed { return }
      hasFailed = true
      handler(.failed(error))
    }
  }

  /// Shows a statement in slow motion for a while.
  private mutating func stay(_ state: RunState) {
    guard let pace = slowMotion.pace else {
      slowMotion.isGoing = false
      return goOn(.run)
    }
    session.shared.withLock { $0.state = state }
    slowMotion.pause = (ContinuousClock.now + pace, state)
    announce()
  }

  private mutating func answer(_ block: Int) {
    // Only a program that writes to the pipe itself reports faster than it reads the answers.
    if orders.count > Self.mostPending { return }
    if isPausing || slowMotion.pace != nil && !slowMotion.isHeldOff {
      slowMotion.isGoing = !isPausing
      orders.append(RunLine.order(.into, at: block, breakpoints: breakpoints, plan: plan))
    } else {
      orders.append(RunLine.go(breakpoints: newBreakpoints))
    }
    newBreakpoints = nil
  }
}

extension RunSession.Shared {
  /// Returns whether the event about progress has to be sent now.
  fileprivate mutating func announce() -> Bool {
    defer { isAnnounced = true }
    return !isAnnounced
  }
}
