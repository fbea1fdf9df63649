import AppModules
import Testing

/// What is promised of the router.
@Suite struct RouterTests {
  /// Controllers one on top of the other.
  private final class Stack: ViewControllerContainer {
    var moduleLifetime: ModuleLifetime?
    private(set) var controllers: [any ViewController]

    init(_ controllers: [any ViewController] = []) { self.controllers = controllers }

    var titles: [String] { controllers.map { ($0 as? Controller)?.title ?? "stack" } }

    func push(_ controller: any ViewController) { controllers.append(controller) }

    func replaceTop(with controller: any ViewController) {
      _ = controllers.popLast()
      controllers.append(controller)
    }

    func remove(_ controller: any ViewController) -> Bool {
      guard let index = controllers.lastIndex(where: { $0 === controller }) else { return false }
      controllers.remove(at: index)
      return true
    }
  }

  /// As simple as the seed's.
  private final class SimpleRouter: Router {
    weak var viewControllersFactory: (any ViewControllersFactory)?
    let rootViewController: any ViewController
    var modalViewControllers: [any ViewController] = []

    init(withFactory factory: any ViewControllersFactory, root: any ViewController) {
      viewControllersFactory = factory
      rootViewController = root
    }

    var modals: [String] { modalViewControllers.map { ($0 as? Controller)?.title ?? "stack" } }

    @discardableResult func open(_ title: String, _ mode: PresentationMode) -> (any ViewController)? {
      route(to: PresentableRoutingStep(withStep: .page(title), presentationMode: mode))
    }
  }

  private let manager = ModuleManager()
  private let stack = Stack([Controller("root")])
  private let router: SimpleRouter

  init() { router = SimpleRouter(withFactory: manager, root: stack) }

  @Test func aPushedControllerIsOnTopOfTheContainer() {
    router.open("a", .pushed)
    #expect(stack.titles == ["root", "a"] && router.modals == [])
  }

  @Test func aControllerInPlaceTakesThePlaceOfTheTopOne() {
    router.open("a", .pushed)
    router.open("b", .inPlace)
    #expect(stack.titles == ["root", "b"] && router.modals == [])
  }

  @Test func aModalControllerIsOverEverything() {
    router.open("a", .modal)
    #expect(stack.titles == ["root"] && router.modals == ["a"])
    #expect((router.topViewController as? Controller)?.title == "a")
  }

  @Test(arguments: [PresentationMode.pushed, .inPlace])
  func pushWithoutAContainerFallsBackToModal(mode: PresentationMode) {
    let router = SimpleRouter(withFactory: manager, root: Controller("root"))
    router.open("a", mode)
    #expect(router.modals == ["a"])
    // The modal one is no container either.
    router.open("b", mode)
    #expect(router.modals == ["a", "b"])
  }

  @Test func aModalContainerTakesWhatIsPushed() {
    let modal = Stack([Controller("first")])
    router.show(modal, .modal)
    router.open("a", .pushed)
    #expect(modal.titles == ["first", "a"] && stack.titles == ["root"])
  }

  @Test func theModuleGoesWhenItsControllerIsClosed() {
    let modes: [PresentationMode] = [.pushed, .modal]
    for mode in modes {
      let isClosed = router.open("a", mode).map { router.close($0) }
      #expect(isClosed == true)
      #expect(manager.livingModules.isEmpty && stack.titles == ["root"] && router.modals == [])
    }
  }

  @Test func closingLetsGoOfWhatIsOverIt() {
    let first = router.open("first", .pushed)
    let modal = router.open("modal", .modal)
    router.open("over", .modal)
    #expect(modal.map { router.close($0) } == true)
    #expect(router.modals == [] && stack.titles == ["root", "first"])
    let container = Stack([Controller("a"), Controller("b")])
    router.show(container, .modal)
    router.open("over", .modal)
    #expect(router.close(container.controllers[1]))
    #expect(container.titles == ["a"] && router.modals == ["stack"])
    #expect(first.map { router.close($0) } == true)
    #expect(router.modals == [] && stack.titles == ["root"])
  }

  @Test func whatIsNotShownCannotBeClosed() {
    router.open("a", .modal)
    #expect(!router.close(Controller()) && !router.close(stack))
    #expect(router.modals == ["a"])
  }

  @Test func withoutAFactoryNothingIsOpened() {
    router.viewControllersFactory = nil
    #expect(router.open("a", .modal) == nil && router.modals == [])
  }
}
