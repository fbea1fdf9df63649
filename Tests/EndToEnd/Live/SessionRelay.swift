import FileTesting
import Glibc
import MortiseFiles
import Synchronization

@testable import LiveSession

/// Passes lines between an editor and a host, as a network does: it can be cut, and say things in the host's name.
final class SessionRelay: @unchecked Sendable {
  /// The program as the editor joins it.
  let path: String
  private let folder: TemporaryFolder
  private let listener: Int32
  private let host: String
  private let wakes: (reading: Int32, writing: Int32)

  private struct State {
    var isOpen = true
    var isOver = false
    /// Lines to say in the host's name.
    var lines: [[UInt8]] = []
    var heard: [[UInt8]] = []
    var connections = 0
  }

  private let state = Mutex(State())
  private let changes = Semaphore()

  /// - Parameter program: the path of the program that the host serves.
  init(to program: String) throws {
    folder = try TemporaryFolder()
    path = folder.file("n.xml")
    host = try UnixSocket.path(beside: program)
    listener = try UnixSocket.listen(at: try UnixSocket.path(beside: path), mode: 0o600, group: nil)
    var ends: [Int32] = [-1, -1]
    _ = pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    wakes = (ends[0], ends[1])
    BackgroundThread.run { [self] in run() }
  }

  /// Ends the thread, which else holds the relay.
  func end() { change { $0.isOver = true } }

  // MARK: - What tests do

  /// How often the editor has connected.
  var connectionCount: Int { state.withLock(\.connections) }

  /// Cuts the connection, and refuses others.
  func cut() { change { $0.isOpen = false } }

  /// Lets the editor connect again.
  func open() { change { $0.isOpen = true } }

  /// Says something in the host's name.
  func say(_ message: HostMessage) { change { $0.lines.append(message.line) } }

  /// Waits until the editor has said something of a kind.
  /// - Returns: false if it doesn't in time.
  func hears(_ isExpected: (ClientMessage) -> Bool) -> Bool {
    let end = ContinuousClock.now + .seconds(20)
    while ContinuousClock.now < end {
      let lines = state.withLock { state in
        defer { state.heard = [] }
        return state.heard
      }
      if lines.contains(where: { line in (try? ClientMessage(line)).map(isExpected) ?? false }) { return true }
      _ = changes.wait(atMost: ContinuousClock.now.duration(to: end))
    }
    return false
  }

  private func change(_ change: (inout sending State) -> Void) {
    state.withLock { change(&$0) }
    var byte: UInt8 = 0
    _ = write(wakes.writing, &byte, 1)
  }

  // MARK: - The thread

  private func run() {
    var (editor, host): (LineSocket?, LineSocket?)
    while true {
      var polled = [wakes.reading, listener, editor?.descriptor ?? -1, host?.descriptor ?? -1].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      _ = poll(&polled, nfds_t(polled.count), -1)
      if polled[0].revents != 0 {
        var byte: UInt8 = 0
        _ = read(wakes.reading, &byte, 1)
      }
      let (isOpen, isOver, lines) = state.withLock { state in
        defer { state.lines = [] }
        return (state.isOpen, state.isOver, state.lines)
      }
      if polled[1].revents != 0 {
        let accepted = LineSocket(accept(listener, nil, nil))
        if isOpen, let connected = try? UnixSocket.connect(to: self.host) {
          (editor, host) = (accepted, connected)
          state.withLock { $0.connections += 1 }
        } else {
          accepted.close()
        }
      }
      if let editor, let host {
        let said = editor.read()
        if !said.isEmpty { state.withLock { $0.heard += said } }
        for line in said { host.send(line + [0x0A]) }
        for line in host.read() { editor.send(line + [0x0A]) }
        for line in lines { editor.send(line) }
        for socket in [editor, host] { _ = socket.finish(atMost: .seconds(20)) }
        changes.signal()
      }
      if !isOpen || isOver || editor?.isClosed == true || host?.isClosed == true {
        editor?.close()
        host?.close()
        (editor, host) = (nil, nil)
      }
      if isOver { return }
    }
  }
}
