import AppModules
import TerminalUI

/// Counts opened dialogs and windows: a listener to the typed events of modules, here the canvas and the notes module.
public final class UsageListener: AnyEventsListener {
  public private(set) var openedDialogs = 0
  public private(set) var shownNotes: [Int] = []
  /// The pages that were shown for deep links.
  public private(set) var linkedPages: [String] = []
  public private(set) var closedLinkCount = 0
  private let subscriptions = SubscriptionBag()

  public init() {}

  public func listenEvents(from producer: any AnyEventsProducer) -> Bool {
    // A dialog that is closed and opened again at once counts once.
    producer[event: CanvasEvent.open].capture { if case .mutator = $0 { $0 } else { nil } }
      .throttled(to: .milliseconds(500)).observe { [unowned self] _ in openedDialogs += 1 }.kept(in: subscriptions)
    producer[event: NotesEvent.shown].observe { [unowned self] count in shownNotes.append(count) }
      .kept(in: subscriptions)
    producer[event: ViewControllerEvent.didAppear].observe { [unowned self] module in
      if module.routingContext == .deepLink, let page = module.page { linkedPages.append(page.name) }
    }.kept(in: subscriptions)
    return producer.stream(of: CanvasEvent.self) != nil || producer.stream(of: NotesEvent.self) != nil
      || producer.stream(of: ViewControllerEvent.self) != nil
  }

  /// A window that a deep link has opened was closed.
  public func noteClosedLink() { closedLinkCount += 1 }
}
