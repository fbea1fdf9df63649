/// Builds modules and introduces them to the listeners. A module lives exactly as long as one of its view
/// controllers does. Every listener meets every producer once: those that are added later meet the living ones.
public final class ModuleManager: ViewControllersFactory {
  /// A module that was built. It isn't kept alive here.
  private final class Entry {
    weak var module: (any AnyModule)?
    /// The numbers of the listeners that it has met.
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

  public init() {}

  // MARK: - Modules

  /// The modules that live, in the order in which they were built.
  public var livingModules: [any AnyModule] { entries.compactMap(\.module) }

  /// Builds the module of a step, introduces it, and has its root controller keep it alive.
  public func viewController(for step: ModuleRoutingStep) -> any ViewController {
    let module = step.make()
    introduce(module)
    let controller = module.unmanagedRootViewController()
    manage(controller, of: module)
    return controller
  }

  /// Has a controller keep a module alive: a further one of a module that was built here, or the first of one that
  /// wasn't, which is then introduced.
  public func manage(_ controller: any ViewController, of module: any AnyModule) {
    introduce(module)
    if let lifetime = controller.moduleLifetime {
      lifetime.extend(to: module)
    } else {
      controller.moduleLifetime = ModuleLifetime(of: module)
    }
  }

  // MARK: - Listeners

  /// Adds a listener, behind those that are there, and keeps it. It meets the living modules at once.
  public func addListener(_ listener: any AnyEventsListener) {
    guard !registrations.contains(where: { $0.listener === listener }) else { return }
    registrations.append(Registration(number: nextNumber, listener: listener))
    nextNumber += 1
    for entry in entries { introduce(entry) }
  }

  public func addListeners(_ listeners: [any AnyEventsListener]) {
    for listener in listeners { addListener(listener) }
  }

  /// Removes a listener: it meets no more modules. What it observes already is for it to end.
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

  /// Introduces a module to the listeners that it hasn't met, in their order. A listener may open further modules or add
  /// listeners when it meets one, so the list is looked at anew after each.
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
