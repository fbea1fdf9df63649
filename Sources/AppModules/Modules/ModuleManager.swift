/// Builds modules and introduces them to the listeners. A module lives as long as one of its view controllers.
/// Every listener is introduced to every module once. A listener that is added later is introduced to the living
/// modules.
public final class ModuleManager: ViewControllersFactory {
  /// A module that was built. The entry references it weakly.
  private final class Entry {
    weak var module: (any AnyModule)?
    /// The numbers of the listeners that were introduced to the module.
    var met: Set<Int> = []
    var isBeingIntroduced = false

    init(_ module: any AnyModule) { self.module = module }
  }

  private struct Registration {
    let number: Int
    let listener: any AnyEventsListener
  }

  private var entries: [Entry] = []
  private var registrations: [Registration] = []
  private var nextNumber = 0

  /// Reports the view controller events of all modules. Introduce listeners to it as to any producer.
  public let viewControllerEvents = ViewControllerEvents()

  /// A manager without modules and listeners. The app has one.
  public init() {}

  // MARK: - Modules

  /// The modules that are alive, in the order in which they were built.
  public var livingModules: [any AnyModule] { entries.compactMap(\.module) }

  /// Builds the module of a step, introduces it, and makes its root view controller retain it.
  /// - Returns: the root view controller; nil if the module shows nothing.
  public func viewController(for step: ModuleRoutingStep) -> (any ViewController)? {
    let module = step.make()
    introduce(module)
    guard let controller = module.unmanagedRootViewController() else { return nil }
    manage(controller, of: module)
    return controller
  }

  /// Makes a view controller retain a module: a further view controller of a module built here, or the first one of a
  /// module built elsewhere, which is then introduced.
  public func manage(_ controller: any ViewController, of module: any AnyModule) {
    introduce(module)
    let attachment = controller.makeAttachment()
    attachment.keepAlive(module)
    attachment.events = viewControllerEvents
  }

  public func module(for controller: any ViewController) -> (any AnyModule)? { controller.attachment?.modules.first }

  // MARK: - Listeners

  /// Adds a listener after the others, retains it, and introduces it to the living modules.
  public func addListener(_ listener: any AnyEventsListener) {
    guard !registrations.contains(where: { $0.listener === listener }) else { return }
    registrations.append(Registration(number: nextNumber, listener: listener))
    nextNumber += 1
    for entry in entries { introduce(entry) }
  }

  /// Adds listeners in their order, each as `addListener(_:)` does.
  public func addListeners(_ listeners: [any AnyEventsListener]) {
    for listener in listeners { addListener(listener) }
  }

  /// Removes a listener, which is then not introduced to further modules. The listener ends its own subscriptions.
  public func removeListener(_ listener: any AnyEventsListener) {
    registrations.removeAll { $0.listener === listener }
  }

  // MARK: - Introducing

  private func introduce(_ module: any AnyModule) {
    entries.removeAll { $0.module == nil }
    if entries.contains(where: { $0.module === module }) { return }
    let entry = Entry(module)
    entries.append(entry)
    introduce(entry)
  }

  /// Introduces to a module, in order, the listeners that weren't introduced to it yet. A listener may open modules or
  /// add listeners meanwhile, so the list is searched again after each introduction.
  private func introduce(_ entry: Entry) {
    guard !entry.isBeingIntroduced, let producer = entry.module?.producer else { return }
    entry.isBeingIntroduced = true
    defer { entry.isBeingIntroduced = false }
    while let next = registrations.first(where: { !entry.met.contains($0.number) }) {
      entry.met.insert(next.number)
      next.listener.listenEvents(from: producer)
    }
  }
}
