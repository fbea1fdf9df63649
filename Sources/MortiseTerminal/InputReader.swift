import CTerminal
import Glibc

/// Waits for input and reads it.
@MainActor final class InputReader {
  /// The results of a wait.
  struct Arrivals {
    var events: [InputEvent] = []
    /// The received signals and wake-ups, as flags from CTerminal.
    var signals = 0
  }

  private var decoder: InputDecoder
  private var hasReportedHangup = false
  /// Descriptors that end a wait when they become readable.
  var watched: [Int32] = []

  /// Defines the sequences that the decoder handles. Call it after curses has started.
  init() {
    for (sequence, code) in InputDecoder.CustomCode.sequences { cn_define_key(sequence, Int32(code)) }
    decoder = InputDecoder(
      customKeys: CursesKey.xtermSequences { cn_define_key($0, Int32($1)) },
      erasesWithControlH: cn_erases_with_control_h()
    ) { code in
      cn_key_name(Int32(code)).map { String(cString: $0) }
    }
  }

  /// The milliseconds to wait for the rest of a sequence that a slow connection has split.
  private static let sequenceDelay = max(100, Int32(Environment.value("ESCDELAY")) ?? 0)

  /// Whether the terminal has reported that it supports synchronised output.
  var supportsSynchronisedOutput: Bool { decoder.supportsSynchronisedOutput == true }

  /// Whether the terminal has told its name and version. It then understands queries, as others may show them.
  var hasToldVersion: Bool { decoder.hasToldVersion }

  /// Whether input, a signal or a wake-up is there to be read.
  var hasInput: Bool {
    var descriptors = ([STDIN_FILENO, cn_signal_descriptor()] + watched).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    return poll(&descriptors, nfds_t(descriptors.count), 0) != 0
  }

  /// Waits for input or the timeout, and reads everything available.
  func read(timeoutMilliseconds: Int?) -> Arrivals {
    var arrivals = Arrivals()
    wait(for: watched, milliseconds: timeoutMilliseconds.map { Int32(clamping: $0) } ?? -1, into: &arrivals)
    // Wait for the rest of a split sequence, because it is one piece of input.
    while decoder.isWaiting && !cn_is_hung_up() {
      if wait(for: [], milliseconds: InputReader.sequenceDelay, into: &arrivals) { continue }
      decoder.flushIncomplete()
      arrivals.events += decoder.takeEvents()
    }
    return arrivals
  }

  /// Waits once for the terminal, signals and the given descriptors. Returns false on a timeout. Also returns when a
  /// terminal that was behind has taken all output.
  @discardableResult
  private func wait(for watched: [Int32], milliseconds: Int32, into arrivals: inout Arrivals) -> Bool {
    let readable = Int16(POLLIN)
    let closed = Int16(POLLHUP | POLLERR | POLLNVAL)
    let input = hasReportedHangup ? -1 : STDIN_FILENO
    var descriptors = ([input, cn_signal_descriptor()] + watched).map { pollfd(fd: $0, events: readable, revents: 0) }
    let wasBehind = cn_has_unsent() && !cn_is_hung_up()
    let isBehind = !cn_send()
    let milliseconds = wasBehind && !isBehind ? 0 : milliseconds
    if isBehind { descriptors.append(pollfd(fd: cn_output_descriptor(), events: Int16(POLLOUT), revents: 0)) }
    var readyCount: Int32
    repeat {
      readyCount = poll(&descriptors, nfds_t(descriptors.count), milliseconds)
      // Keep waiting while the terminal takes the output piece by piece.
    } while isBehind && readyCount == 1 && descriptors[descriptors.count - 1].revents != 0 && !cn_send()
    if isBehind { descriptors.removeLast() }
    arrivals.signals |= Int(cn_take_signals())
    if descriptors[0].revents & readable != 0 { arrivals.events += drain() }
    if descriptors[0].revents & closed != 0 || arrivals.signals & CN_SIGNAL_HANGUP != 0, !hasReportedHangup {
      cn_set_hung_up()
      hasReportedHangup = true
      arrivals.events.append(.terminate(.hangup))
    }
    for descriptor in descriptors.dropFirst(2) where descriptor.revents != 0 {
      arrivals.events.append(.readable(descriptor: descriptor.fd))
    }
    return readyCount != 0 || wasBehind && !isBehind
  }

  private func drain() -> [InputEvent] {
    while true {
      let value = cn_read()
      if value < 0 { break }
      decoder.feed(Int(value))
    }
    decoder.endDrain()
    return decoder.takeEvents()
  }
}
