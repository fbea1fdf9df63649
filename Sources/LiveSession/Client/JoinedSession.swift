import BlockModel
import Glibc
import MortiseFiles
import Workbench

/// A newly joined session: the connection, and the host's first messages.
public nonisolated struct JoinedSession: Sendable {
  /// The connection, on which the host's messages continue.
  public let socket: LineSocket
  /// The client's first message.
  public let hello: ClientMessage.Hello
  /// The session: its members, and the client's role.
  public let state: HostMessage.State
  /// The program; nil if the client knew it already.
  public let snapshot: ProgramSnapshot?
  /// The other lines that were received with it.
  public let rest: [[UInt8]]
  /// The changes that an earlier editor could not send; nil for none.
  public var unsent: UnsentChanges?
  /// The comparison of the client's definitions with the host's.
  public var definitions: SharedDefinitions.Comparison?
  /// The address at which to connect again after the connection is lost.
  public let reconnect: SessionAddress

  /// The time limit of the host's first answer. A large program has to be written first.
  private static let timeout = Duration.seconds(60)

  /// Sends the “hello”, and waits for the answer.
  /// - Throws: `SocketError` if there is no answer, or none that can be read.
  public init(_ socket: LineSocket, _ hello: ClientMessage.Hello, reconnect: SessionAddress) throws(SocketError) {
    (self.socket, self.hello, self.reconnect) = (socket, hello, reconnect)
    socket.send(ClientMessage.hello(hello).line)
    _ = socket.finish(atMost: Self.timeout)
    let end = ContinuousClock.now + Self.timeout
    var early: [[UInt8]] = []
    while true {
      var lines = socket.read()[...]
      while let line = lines.popFirst() {
        let message: HostMessage
        do throws(MessageError) { message = try HostMessage(line) } catch { throw SocketError("\(error)") }
        switch message {
        case .state(let state, let snapshot):
          (self.state, self.snapshot, rest) = (state, snapshot, early + lines)
          return
        case .resumed(let state):
          (self.state, snapshot, rest) = (state, nil, early + lines)
          return
        case .bye(let closeReason): throw SocketError(closeReason, at: reconnect)
        default: early.append(line)
        }
      }
      if socket.isClosed { throw SocketError(socket.lastMessage ?? "the host has ended the connection") }
      if ContinuousClock.now >= end { throw SocketError("the host doesn’t answer") }
      _ = socket.wait(atMost: .seconds(1))
    }
  }
}
