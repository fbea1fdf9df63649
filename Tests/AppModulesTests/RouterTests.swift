import AppModules
import Testing

/// What is promised of the router.
@Suite struct RouterTests {
  /// Controllers one on top of the other.
  private final class Stack: ViewControllerContainer {
    var attachment: ViewControllerAttachment?
    private(set) var controllers: [any ViewController]

    init(_ controllers: [any ViewController] = []) { self.controllers = controllers }

    var titles: [String] { controllers.map { ($0 as? Controller)?.title ?? "stack" } }

    func push(_ controller: any ViewController) { controller.appear { controllers.append(controller) } }

    func embed(_ controller: any ViewController) {
      if let top = controllers.last { _ = remove(top) }
      push(controller)
    }

    func remove(_ controller: any ViewController) -> Bool {
      guard let index = controllers.lastIndex(where: { $0 === controller }) else { return false }
      controller.disappear { controllers.remove(at: index) }
      return true
    }
  }

  /// A router that only keeps what it shows.
  private final class SimpleRouter: Router {
    weak var viewControllersFactory: (any ViewControllersFactory)?
    let rootViewController: any ViewController
    var modalViewControllers: [any ViewController] = []

    init(withFactory factory: any ViewControllersFactory, root: any ViewController) {
      viewControllersFactory = factory
      rootViewController = root
    }

    private(set) var loadingCount = 0

    func showLoadingView() { loadingCount += 1 }

    func hideLoadingView() { loadingCount -= 1 }

    var modals: [String] { modalViewControllers.map { ($0 as? Controller)?.title ?? "stack" } }

    @discardableResult func open(_ title: String, _ mode: PresentationMode) -> (any ViewController)? {
      route(to: PresentableRoutingStep(withStep: .page(title), presentationMode: mode))
    }
  }

  /// A router of an app that shows no loading view.
  private final class RouterWithoutLoadingView: Router {
    var viewControllersFactory: (any ViewControllersFactory)? { nil }
    let rootViewController: any ViewController = Controller("root")
    var modalViewControllers: [any ViewController] = []
  }

  private let manager = ModuleManager()
  private let stack = Stack([Controller("root")])
  private let router: SimpleRouter

  init() { router = SimpleRouter(withFactory: manager, root: stack) }

  @Test func nestedCallsShowTheLoadingViewUntilTheLastOneIsEnded() {
    // As modules see it.
    let router: any Router = router
    for count in [1, 2] {
      router.showLoadingView()
      #expect(self.router.loadingCount == count)
    }
    for count in [1, 0] {
      router.hideLoadingView()
      #expect(self.router.loadingCount == count)
    }
  }

  @Test func aRouterNeedsNoLoadingView() {
    let router = RouterWithoutLoadingView()
    router.showLoadingView()
    router.hideLoadingView()
    #expect(router.modalViewControllers.isEmpty && router.topViewController === router.rootViewController)
  }

  @Test func aPushedControllerIsOnTopOfTheContainer() {
    router.open("a", .push())
    #expect(stack.titles == ["root", "a"] && router.modals == [])
  }

  @Test func anEmbeddedControllerTakesThePlaceOfAnother() {
    router.open("a", .push())
    router.open("b", .embed(in: stack))
    #expect(stack.titles == ["root", "b"] && router.modals == [])
    // Whatever is on top: the step names the container.
    router.open("modal", .modal())
    router.open("c", .embed(in: stack))
    #expect(stack.titles == ["root", "c"] && router.modals == ["modal"])
  }

  @Test func aControllerThatIsNotPresentedIsForTheCallerToShow() {
    let controller = router.open("a", .none)
    #expect((controller as? Controller)?.title == "a" && manager.livingModules.count == 1)
    #expect(stack.titles == ["root"] && router.modals == [])
  }

  @Test func aModalControllerIsOverEverything() {
    router.open("a", .modal())
    #expect(stack.titles == ["root"] && router.modals == ["a"])
    #expect((router.topViewController as? Controller)?.title == "a")
  }

  @Test func pushWithoutAContainerFallsBackToModal() {
    let router = SimpleRouter(withFactory: manager, root: Controller("root"))
    router.open("a", .push())
    #expect(router.modals == ["a"])
    // The modal one is no container either.
    router.open("b", .push())
    #expect(router.modals == ["a", "b"])
  }

  @Test func aModalContainerTakesWhatIsPushed() {
    let modal = Stack([Controller("first")])
    router.show(modal, .modal())
    router.open("a", .push())
    #expect(modal.titles == ["first", "a"] && stack.titles == ["root"])
  }

  @Test func theModuleGoesWhenItsControllerIsClosed() {
    let modes: [PresentationMode] = [.push(), .modal()]
    for mode in modes {
      let isClosed = router.open("a", mode).map { router.close($0) }
      #expect(isClosed == true)
      #expect(manager.livingModules.isEmpty && stack.titles == ["root"] && router.modals == [])
    }
  }

  @Test func closingLetsGoOfWhatIsOverIt() {
    let first = router.open("first", .push())
    let modal = router.open("modal", .modal())
    router.open("over", .modal())
    #expect(modal.map { router.close($0) } == true)
    #expect(router.modals == [] && stack.titles == ["root", "first"])
    let container = Stack([Controller("a"), Controller("b")])
    router.show(container, .modal())
    router.open("over", .modal())
    #expect(router.close(container.controllers[1]))
    #expect(container.titles == ["a"] && router.modals == ["stack"])
    #expect(first.map { router.close($0) } == true)
    #expect(router.modals == [] && stack.titles == ["root"])
  }

  // MARK: - Close buttons and callbacks

  @Test(arguments: [false, true]) func theCallbackIsCalledOnceHoweverTheControllerIsClosed(isModal: Bool) throws {
    var closed: [String] = []
    func mode(_ name: String) -> PresentationMode {
      isModal ? .modal { closed.append(name) } : .push { closed.append(name) }
    }
    let first = try #require(router.open("first", mode("first")))
    let second = try #require(router.open("second", mode("second")))
    #expect(closed == [])
    router.close(second)
    router.close(second)
    #expect(closed == ["second"])
    // The container itself closes it, not the router.
    if !isModal { #expect(stack.remove(first)) } else { router.close(first) }
    #expect(closed == ["second", "first"] && router.modals == [] && stack.titles == ["root"])
  }

  @Test func aButtonIsThereOnlyIfItIsAskedFor() throws {
    let plain = try #require(router.open("plain", .push()))
    let pushed = try #require(router.open("pushed", .push(withCloseButton: true)))
    let modal = try #require(router.open("modal", .modal(withCloseButton: true)))
    #expect([plain, pushed, modal].map { $0.attachment?.hasCloseButton } == [false, true, true])
  }

  @Test func whatIsOverAClosedControllerIsClosedFirst() throws {
    var closed: [String] = []
    let bottom = try #require(router.open("bottom", .modal { closed.append("bottom") }))
    router.open(
      "top",
      .modal { [router] in
        closed.append("top")
        router.open("answer", .modal())
      })
    router.close(bottom)
    // What a callback opens stays.
    #expect(closed == ["top", "bottom"] && router.modals == ["answer"])
  }

  @Test func whatIsNotShownCannotBeClosed() {
    router.open("a", .modal())
    #expect(!router.close(Controller()) && !router.close(stack))
    #expect(router.modals == ["a"])
  }

  @Test func withoutAFactoryNothingIsOpened() {
    router.viewControllersFactory = nil
    #expect(router.open("a", .modal()) == nil && router.modals == [])
  }
}
