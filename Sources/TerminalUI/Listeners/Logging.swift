import AppModules
import EventQueues
import Files
import Workbench

/// Writes what all modules tell, and what the queue warns of, to a file (`--log`), a line each with the time.
public final class Logging: AnyEventsListener {
  private let file: LogFile
  private let start = ContinuousClock.now
  private let subscriptions = SubscriptionBag()

  public init(_ file: LogFile) { self.file = file }

  /// Its lines begin with the time.
  public static var kind: LogKind { LogKind(name: "a log") { $0.prefixMatch(of: /[0-9]+\.[0-9]{3}[ ]/) != nil } }

  public func listenEvents(from producer: any AnyEventsProducer) -> Bool {
    let name = "\(type(of: producer))"
    write("\(name) appeared")
    producer.anyEvents.observe { [unowned self] event in write("\(name): \(event)") }.kept(in: subscriptions)
    return true
  }

  /// Writes what goes wrong with a queue, too.
  public func listen(to queue: EventQueue<AppEvent>) {
    queue.setWarning { [unowned self] message in write("queue: \(message)") }
  }

  /// Writes a line.
  public func write(_ message: String) {
    let time = start.duration(to: .now).components
    let milliseconds = time.attoseconds / 1_000_000_000_000_000
    let fraction = String(1000 + milliseconds).dropFirst()
    file.write("\(time.seconds).\(fraction) \(message)")
  }
}
