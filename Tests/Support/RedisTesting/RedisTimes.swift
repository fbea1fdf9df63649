import Glibc
import LiveRedis
import LiveSession
import Markup

/// Measures how soon another host hears of a batch, beside what Redis needs at least: XADD to an XREAD that waits.
public final class RedisTimes {
  private let server: RedisServer
  private let logs: [RedisLog]
  private let receivers: [Receiver]
  private let writer: RedisConnection
  private let reader: RedisConnection
  private var bareCount = 0

  private final class Receiver: ProgramLogReceiver, RemoteLogDelegate {
    var number = 0
    var isReady = false
    let start: ProgramSnapshot
    init(_ start: ProgramSnapshot) { self.start = start }
    func log(didAppend batch: LoggedBatch) { number = batch.number }
    func logDidRefuse(_ batch: LoggedBatch) {}
    func log(didReplaceWith contents: LogContents, lost: [LoggedBatch]) {}
    func log(didHear message: HostMessage) {}
    func snapshotForLog() -> ProgramSnapshot { start }
    func log(_ log: any RemoteLog, didOpen contents: LogContents) { log.receiver = self }
    func log(_ log: any RemoteLog, didChange state: RemoteLogState) { isReady = state == .ready }
  }

  /// - Throws: `RedisServer.Failure` if Redis can't be started.
  public init() throws {
    server = try RedisServer()
    let empty = #"{"number":0,"hash":"0","text":"{}"}"#
    guard let json = try? JSONParser.parse(Array(empty.utf8)), let start = ProgramSnapshot(json) else {
      throw RedisServer.Failure(what: "no snapshot")
    }
    let address = try server.address
    logs = (0..<2).map { _ in RedisLog(address, password: nil, name: "times", start: start) }
    receivers = logs.map { _ in Receiver(start) }
    (writer, reader) = (server.connect(), server.connect())
    for (log, receiver) in zip(logs, receivers) { log.delegate = receiver }
    try turn { receivers.allSatisfy(\.isReady) }
  }

  private func turn(until isDone: () -> Bool) throws {
    let limit = ContinuousClock.now + .seconds(20)
    while !isDone() {
      var polled = logs.flatMap(\.polled) + [writer, reader].compactMap(\.polled)
      let wait =
        logs.compactMap(\.deadline).min().map { ContinuousClock.now.duration(to: $0) / .milliseconds(1) } ?? 1000
      _ = poll(&polled, nfds_t(polled.count), Int32(max(0, min(wait.rounded(.up), 1000))))
      for entry in polled where entry.revents != 0 {
        for connection in [writer, reader] where connection.polled?.fd == entry.fd { connection.handle(entry.revents) }
      }
      for log in logs {
        log.handle(polled)
        log.handleTime(.now)
      }
      if ContinuousClock.now > limit { throw RedisServer.Failure(what: "Redis is too slow") }
    }
  }

  private func batch(_ number: Int) throws -> LoggedBatch {
    let text = "\"" + String(repeating: "x", count: 200) + "\""
    let json =
      #"{"type":"change","blockId":"abcdefghijklmnopqrst","element":"field","name":"TEXT","newValue":"# + text + "}"
    guard let event = try? JSONParser.parse(Array(json.utf8)) else { throw RedisServer.Failure(what: "no event") }
    return LoggedBatch(
      number: number, batch: Batch(author: "author", count: number, events: [event]), hash: UInt64(number))
  }

  /// The seconds from one host's `append` until the other one hears of the batch.
  public func hostTime() throws -> Double {
    let (number, start) = (receivers[0].number + 1, ContinuousClock.now)
    logs[0].append(try batch(number))
    var heard = start
    try turn {
      if heard == start, receivers[1].number == number { heard = .now }
      return receivers.allSatisfy { $0.number == number }
    }
    return start.duration(to: heard) / .seconds(1)
  }

  /// The seconds from a bare XADD until a waiting XREAD has the entry.
  public func bareTime() throws -> Double {
    let text = String(repeating: "x", count: 300)
    bareCount += 1
    var (isAdded, isRead) = (false, false)
    reader.send(["XREAD", "BLOCK", "20000", "STREAMS", "bare", "\(bareCount - 1)-0"].map { Array($0.utf8) }) { _ in
      isRead = true
    }
    // The request must be there before the entry.
    while reader.polled.map({ $0.events & Int16(POLLOUT) != 0 }) ?? false { reader.handle(Int16(POLLOUT)) }
    let start = ContinuousClock.now
    writer.send(["XADD", "bare", "\(bareCount)-0", "batch", text].map { Array($0.utf8) }) { _ in isAdded = true }
    var heard = start
    try turn {
      if heard == start, isRead { heard = .now }
      return isAdded && isRead
    }
    return start.duration(to: heard) / .seconds(1)
  }
}
