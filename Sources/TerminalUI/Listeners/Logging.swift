import AppModules
import EventQueues
import MortiseFiles
import Workbench

/// Writes the events of all modules and the event queue's warnings to a file (`--log`), one per line with the time.
public final class Logging: AnyEventsListener {
  private let file: LogFile
  private let start = ContinuousClock.now
  private let subscriptions = SubscriptionBag()

  /// - Parameter file: a file of `kind`, which is already open.
  public init(_ file: LogFile) { self.file = file }

  /// The kind of a log file: its lines begin with the time in seconds.
  public static var kind: LogKind { LogKind(name: "a log") { $0.prefixMatch(of: /[0-9]+\.[0-9]{3}[ ]/) != nil } }

  public func listenEvents(from producer: any AnyEventsProducer) -> Bool {
    // Listens to each producer separately, so that lines name it.
    if let producers = (producer as? AggregatedEventsProducer)?.producers {
      for producer in producers { _ = listenEvents(from: producer) }
      return true
    }
    let name = "\(type(of: producer))"
    write("\(name) appeared")
    producer.anyEvents.observe { [unowned self] event in write("\(name): \(event)") }.kept(in: subscriptions)
    return true
  }

  /// Also writes the warnings of a queue.
  public func listen(to queue: EventQueue<AppEvent>) {
    queue.setWarning { [unowned self] message in write("queue: \(message)") }
  }

  /// Writes a line, with the time since the start in seconds.
  public func write(_ message: String) {
    let time = start.duration(to: .now).components
    let milliseconds = time.attoseconds / 1_000_000_000_000_000
    let fraction = String(1000 + milliseconds).dropFirst()
    file.write("\(time.seconds).\(fraction) \(message)")
  }
}
