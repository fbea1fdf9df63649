import AppModules
import Testing

/// What is promised of the life of modules, and of their introduction.
@Suite struct ManagerTests {
  private let manager = ModuleManager()

  /// Builds a module and gives back it and its root controller.
  private func open(_ title: String) -> (module: PageModule?, controller: (any ViewController)?) {
    let controller = manager.viewController(for: .page(title))
    return (manager.livingModules.last as? PageModule, controller)
  }

  @Test func aModuleLivesExactlyAsLongAsItsController() {
    weak var module: PageModule?
    var controller: (any ViewController)?
    do {
      let opened = open("a")
      module = opened.module
      controller = opened.controller
    }
    #expect(module != nil && (controller as? Controller)?.title == "a")
    #expect(manager.livingModules.count == 1)
    controller = nil
    #expect(module == nil)
    #expect(manager.livingModules.isEmpty)
  }

  @Test func aModuleWithTwoControllersSurvivesTheFirstsDeath() {
    weak var module: PageModule?
    var (first, second): ((any ViewController)?, Controller?) = (nil, Controller("second"))
    do {
      let opened = open("a")
      module = opened.module
      first = opened.controller
      if let second, let module { manager.manage(second, of: module) }
    }
    first = nil
    #expect(module != nil && first == nil)
    second = nil
    #expect(module == nil)
  }

  /// The known defect of the original: each controller had introduced its module once more.
  @Test func aModuleWithTwoControllersIsIntroducedOnceAndHeardOnce() {
    let log = AnyLog()
    manager.addListener(log)
    let (module, controller) = open("a")
    let second = Controller()
    if let module {
      manager.manage(second, of: module)
      if let controller { manager.manage(controller, of: module) }
      module.emit(.turned(1))
    }
    #expect(log.met == ["a"])
    #expect(log.lines == ["opened", "turned(1)"])
  }

  @Test func aModuleThatWasBuiltElsewhereIsIntroducedWithItsFirstController() {
    let (log, module, controller) = (AnyLog(), PageModule(usingContext: PageContext(title: "own")), Controller())
    manager.addListener(log)
    manager.manage(controller, of: module)
    #expect(log.met == ["own"])
  }

  @Test func aControllerMayKeepSeveralModulesAlive() {
    weak var (inner, outer): (PageModule?, PageModule?) = (nil, nil)
    var controller: (any ViewController)?
    do {
      let opened = open("inner")
      let wrapping = PageModule(usingContext: PageContext(title: "outer"))
      (inner, outer, controller) = (opened.module, wrapping, opened.controller)
      if let root = opened.controller { manager.manage(root, of: wrapping) }
    }
    #expect(inner != nil && outer != nil && controller != nil)
    controller = nil
    #expect(inner == nil && outer == nil)
  }

  @Test func aListenerHearsWhatTheModuleTellsWhileItsControllerIsMade() {
    let log = PageLog()
    manager.addListener(log)
    let opened = open("a")
    #expect(log.events == [.opened])
    withExtendedLifetime(opened) {}
  }

  @Test func listenersMeetAModuleInTheOrderInWhichTheyWereAdded() {
    var met: [String] = []
    let listeners = ["1", "2", "3"].map { name in
      let log = AnyLog()
      log.onMeeting = { _ in met.append(name) }
      return log
    }
    manager.addListeners(listeners)
    let opened = open("a")
    #expect(met == ["1", "2", "3"])
    withExtendedLifetime(opened) {}
  }

  @Test func aLateListenerMeetsAllLivingModulesEachOnce() {
    let first = open("a")
    var gone: (any ViewController)? = open("gone").controller
    let third = open("c")
    #expect(gone != nil)
    gone = nil
    let log = AnyLog()
    manager.addListener(log)
    manager.addListener(log)
    #expect(log.met == ["a", "c"])
    first.module?.emit(.turned(1))
    #expect(log.lines == ["turned(1)"])
    withExtendedLifetime(third) {}
  }

  @Test func aRemovedListenerMeetsNoMoreModules() {
    let (log, other) = (AnyLog(), AnyLog())
    manager.addListeners([log, other])
    let first = open("a")
    manager.removeListener(log)
    let second = open("b")
    #expect(log.met == ["a"] && other.met == ["a", "b"])
    withExtendedLifetime((first, second)) {}
  }

  @Test func aRemovedListenerIsLetGoOf() {
    weak var held: AnyLog?
    do {
      let log = AnyLog()
      held = log
      manager.addListener(log)
    }
    #expect(held != nil)
    if let log = held { manager.removeListener(log) }
    #expect(held == nil)
  }

  @Test func modulesThatTellNothingAreNotIntroducedButLive() {
    let log = AnyLog()
    manager.addListener(log)
    var controller: (any ViewController)? = manager.viewController(
      for: ModuleRoutingStep("quiet", to: QuietModule.self, context: PageContext()))
    #expect(log.met == [] && manager.livingModules.count == 1)
    controller = nil
    #expect(controller == nil && manager.livingModules.isEmpty)
  }

  @Test func aListenerMayOpenAModuleWhenItMeetsOne() {
    let (first, second) = (AnyLog(), AnyLog())
    var controllers: [any ViewController] = []
    first.onMeeting = { [manager] producer in
      if (producer as? PageModule)?.context.title == "a" {
        if let inner = manager.viewController(for: .page("b")) { controllers.append(inner) }
      }
    }
    manager.addListeners([first, second])
    let opened = open("a")
    #expect(first.met == ["a", "b"])
    #expect(second.met == ["b", "a"])
    // The inner module was complete when its controller was handed out.
    #expect(second.lines == ["opened", "opened"])
    withExtendedLifetime((opened, controllers)) {}
  }

  @Test func listenersThatComeAndGoDuringAnIntroductionMeetTheModuleOnceOrNotAtAll() {
    let (first, leaving, last, added) = (AnyLog(), AnyLog(), AnyLog(), AnyLog())
    first.onMeeting = { [manager] _ in
      manager.addListener(added)
      manager.removeListener(leaving)
    }
    manager.addListeners([first, leaving, last])
    let opened = open("a")
    #expect(first.met == ["a"] && leaving.met == [] && last.met == ["a"] && added.met == ["a"])
    withExtendedLifetime(opened) {}
  }
}
