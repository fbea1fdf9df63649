/// Builds modules and introduces them to the listeners. A module lives as long as one of its view controllers does, or its
/// running work. Every listener is introduced to every module once; a listener that is added later, to those that live.
public final class ModuleManager: ViewControllersFactory {
  /// A module that was built. The entry doesn't keep it alive.
  private final class Entry {
    weak var module: (any AnyModule)?
    /// The numbers of the listeners that were introduced to it.
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
  private var runningWork: [ModuleWork] = []

  /// Reports what happens to the view controllers of the modules. Introduce listeners to it as to any producer.
  public let viewControllerEvents = ViewControllerEvents()

  public init() {}

  // MARK: - Modules

  /// The modules that are alive, in the order in which they were built.
  public var livingModules: [any AnyModule] { entries.compactMap(\.module) }

  /// Builds the module of a step, introduces it, and has its root view controller keep it alive.
  /// - Returns: the root view controller; nil if the module shows nothing.
  public func viewController(for step: ModuleRoutingStep) -> (any ViewController)? {
    let module = step.make()
    introduce(module)
    guard let controller = module.unmanagedRootViewController() else { return nil }
    manage(controller, of: module)
    return controller
  }

  /// Keeps a module alive until the work ends, whether or not one of its view controllers lives.
  public func beginWork(of module: any AnyModule) -> ModuleWork {
    introduce(module)
    let work = ModuleWork(of: module)
    runningWork.append(work)
    return work
  }

  /// Ends work of a module. Work that has ended already is ignored.
  public func end(_ work: ModuleWork) {
    runningWork.removeAll { $0 === work }
    work.end()
  }

  /// Has a view controller keep a module alive: one more of a module that was built here, or the first of one that was
  /// not, which is introduced.
  public func manage(_ controller: any ViewController, of module: any AnyModule) {
    introduce(module)
    let attachment = controller.makeAttachment()
    attachment.keepAlive(module)
    attachment.events = viewControllerEvents
  }

  public func module(for controller: any ViewController) -> (any AnyModule)? { controller.attachment?.modules.first }

  // MARK: - Listeners

  /// Adds a listener after the others, keeps it, and introduces it to the modules that are alive.
  public func addListener(_ listener: any AnyEventsListener) {
    guard !registrations.contains(where: { $0.listener === listener }) else { return }
    registrations.append(Registration(number: nextNumber, listener: listener))
    nextNumber += 1
    for entry in entries { introduce(entry) }
  }

  public func addListeners(_ listeners: [any AnyEventsListener]) {
    for listener in listeners { addListener(listener) }
  }

  /// Removes a listener: it is introduced to no more modules. Its subscriptions are its own to end.
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

  /// Introduces the listeners that don't know a module to it, in their order. A listener may open modules or add listeners
  /// meanwhile, so the list is searched again after each.
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
