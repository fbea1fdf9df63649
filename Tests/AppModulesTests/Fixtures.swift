import AppModules

/// The events of a module that shows pages.
enum PageEvent: EventProtocol, Equatable {
  case opened
  case closed
  case turned(Int)
  case marked(Int)
  case labelled(line: Int)
  case labelled(column: Int)
  case placed(x: Int, y: Int)
  case named(String, Int)
  case noted(String?)
  case nested([PageEvent])
}

enum OtherEvent: EventProtocol, Equatable {
  case opened
  case turned(Int)
}

/// Events that can't be compared.
enum LooseEvent: EventProtocol {
  case did(Answer)
  case other

  /// What can't be compared.
  struct Answer {
    let number: () -> Int
  }
}

struct PageContext: ModuleContext {
  var routingContext: RoutingContext = .main
  var title = ""
}

final class Controller: ViewController {
  let title: String
  var attachment: ViewControllerAttachment?
  init(_ title: String = "") { self.title = title }
}

final class PageModule: Module, EventsProducer {
  let context: PageContext
  private let emitter = EventEmitter<PageEvent>()
  var events: EventStream<PageEvent> { emitter.events }

  init(usingContext context: PageContext) { self.context = context }

  func emit(_ event: PageEvent) { emitter.emit(event) }

  func unmanagedRootViewController() -> (any ViewController)? {
    emitter.emit(.opened)
    return Controller(context.title)
  }
}

final class OtherModule: Module, EventsProducer {
  let context: PageContext
  private let emitter = EventEmitter<OtherEvent>()
  var events: EventStream<OtherEvent> { emitter.events }

  init(usingContext context: PageContext) { self.context = context }

  func emit(_ event: OtherEvent) { emitter.emit(event) }
  func unmanagedRootViewController() -> (any ViewController)? { Controller(context.title) }
}

/// A module that tells nothing.
final class QuietModule: Module {
  let context: PageContext
  init(usingContext context: PageContext) { self.context = context }
  func unmanagedRootViewController() -> (any ViewController)? { Controller(context.title) }
}

/// Notes whatever any module tells.
final class AnyLog: AnyEventsListener {
  private(set) var lines: [String] = []
  private(set) var met: [String] = []
  private let bag = SubscriptionBag()
  var onMeeting: ((any AnyEventsProducer) -> Void)?

  @discardableResult func listenEvents(from producer: any AnyEventsProducer) -> Bool {
    met.append((producer as? PageModule)?.context.title ?? "\(type(of: producer))")
    producer.anyEvents.observe { [weak self] in self?.lines.append("\($0)") }.kept(in: bag)
    onMeeting?(producer)
    return true
  }
}

/// Notes what modules with pages tell.
final class PageLog: EventsListener {
  private(set) var events: [PageEvent] = []
  private let bag = SubscriptionBag()

  @discardableResult func listenEvents(
    from producer: any AnyEventsProducer, events: EventStream<PageEvent>
  ) -> Bool {
    events.observe { [weak self] in self?.events.append($0) }.kept(in: bag)
    return true
  }
}

extension ModuleRoutingStep {
  static func page(_ title: String) -> ModuleRoutingStep {
    ModuleRoutingStep("page", to: PageModule.self, context: PageContext(title: title))
  }
}
