import CTerminal
import Glibc

/// Waits for everything that can come in, and reads it.
@MainActor final class InputReader {
  /// What had come in when the waiting was over.
  struct Arrivals {
    var events: [InputEvent] = []
    /// Signals and wake-ups, as the C side counts them.
    var signals = 0
  }

  private var decoder: InputDecoder
  private var hasReportedHangup = false
  /// The descriptors that end the waiting when they can be read.
  var watched: [Int32] = []

  /// Tells curses of the sequences that it is to leave to the decoder; it must have been started.
  init() {
    for (sequence, code) in InputDecoder.OwnCode.sequences { cn_define_key(sequence, Int32(code)) }
    decoder = InputDecoder(ownKeys: CursesKey.xtermSequences { cn_define_key($0, Int32($1)) }) { code in
      cn_key_name(Int32(code)).map { String(cString: $0) }
    }
  }

  /// Milliseconds to wait for the rest of a sequence that a slow connection has cut in two.
  private static let sequenceDelay = max(100, Int32(Environment.value("ESCDELAY")) ?? 0)

  /// Whether the terminal has said that it understands synchronised output.
  var supportsSynchronisedOutput: Bool { decoder.supportsSynchronisedOutput == true }

  /// Waits until something comes in or the time is over, and takes in all that is there.
  func read(timeoutMilliseconds: Int?) -> Arrivals {
    var arrivals = Arrivals()
    wait(for: watched, milliseconds: timeoutMilliseconds.map { Int32(clamping: $0) } ?? -1, into: &arrivals)
    // A sequence in two pieces is still one piece of input.
    while decoder.isWaiting && !cn_is_hung_up() {
      if wait(for: [], milliseconds: InputReader.sequenceDelay, into: &arrivals) { continue }
      decoder.giveUp()
      arrivals.events += decoder.takeEvents()
    }
    return arrivals
  }

  /// One wait, for the terminal, for signals and for the given descriptors. False if nothing came.
  @discardableResult
  private func wait(for watched: [Int32], milliseconds: Int32, into arrivals: inout Arrivals) -> Bool {
    let ready = Int16(POLLIN)
    let gone = Int16(POLLHUP | POLLERR | POLLNVAL)
    let input = hasReportedHangup ? -1 : STDIN_FILENO
    var descriptors = ([input, cn_signal_descriptor()] + watched).map { pollfd(fd: $0, events: ready, revents: 0) }
    let found = poll(&descriptors, nfds_t(descriptors.count), milliseconds)
    arrivals.signals |= Int(cn_take_signals())
    if descriptors[0].revents & ready != 0 { arrivals.events += drain() }
    if descriptors[0].revents & gone != 0 || arrivals.signals & CN_SIGNAL_HANGUP != 0, !hasReportedHangup {
      cn_set_hung_up()
      hasReportedHangup = true
      arrivals.events.append(.terminate(.hangup))
    }
    for descriptor in descriptors.dropFirst(2) where descriptor.revents != 0 {
      arrivals.events.append(.readable(descriptor: descriptor.fd))
    }
    return found != 0
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
