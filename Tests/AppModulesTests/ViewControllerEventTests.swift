import AppModules
import Testing

/// What is promised of the events of view controllers, and of the pages that modules represent.
@Suite struct ViewControllerEventTests {
  /// A module with a page, whose controllers count how often they have disappeared.
  private final class ListModule: Module, PageRepresenting {
    let context: PageContext
    let pageName = "Bookmarks"
    let section = "program"
    let pageType = "list"

    init(usingContext context: PageContext) { self.context = context }

    func unmanagedRootViewController() -> (any ViewController)? { CountingController() }
  }

  private final class CountingController: ViewController {
    var attachment: ViewControllerAttachment?
    private(set) var disappearCount = 0

    func viewDidDisappear() { disappearCount += 1 }
  }

  private final class ModalRouter: Router {
    weak var viewControllersFactory: (any ViewControllersFactory)?
    let rootViewController: any ViewController = Controller("root")
    var modalViewControllers: [any ViewController] = []
  }

  private let manager = ModuleManager()
  private let router = ModalRouter()
  private let log = AnyLog()

  init() {
    router.viewControllersFactory = manager
    log.listenEvents(from: manager.viewControllerEvents)
  }

  private func open(context: RoutingContext = .main) throws -> CountingController {
    let step = ModuleRoutingStep("list", to: ListModule.self, context: PageContext(routingContext: context))
    let controller = router.route(to: PresentableRoutingStep(withStep: step, presentationMode: .modal()))
    return try #require(controller as? CountingController)
  }

  private func lines(_ events: String...) -> [String] {
    events.map { "\($0)(ListModule “Bookmarks” (program, list) in start-up)" }
  }

  @Test func aControllerAppearsAndDisappears() throws {
    let controller = try open(context: .startUp)
    #expect(log.lines == lines("willAppear", "didAppear"))
    router.close(controller)
    #expect(log.lines == lines("willAppear", "didAppear", "willDisappear", "didDisappear"))
    #expect(controller.disappearCount == 1)
  }

  @Test func theEventsTellOfPageAndContext() throws {
    var shown: [ShownModule] = []
    let subscription = manager.viewControllerEvents[event: ViewControllerEvent.didAppear].observe { shown.append($0) }
    let controller = try open(context: .deepLink)
    let page = try #require(shown.first?.page)
    #expect(page.name == "Bookmarks" && page.section == "program" && page.type == "list")
    #expect(shown.map(\.routingContext) == [.deepLink] && shown.first?.type == ListModule.self)
    withExtendedLifetime((subscription, controller)) {}
  }

  @Test func aControllerThatIsShownInTwoPlacesDisappearsWithTheLast() throws {
    let controller = try open()
    controller.appear {}
    #expect(log.lines.count == 2)
    router.close(controller)
    #expect(log.lines.count == 2 && controller.disappearCount == 0)
    controller.disappear {}
    #expect(log.lines.count == 4 && controller.disappearCount == 1)
    // It is not shown any more.
    controller.disappear {}
    #expect(log.lines.count == 4 && controller.disappearCount == 1)
  }

  @Test func theModuleOfAControllerIsKnown() throws {
    let controller = try open()
    #expect(manager.module(for: controller) is ListModule)
    #expect(manager.module(for: Controller()) == nil)
    #expect(manager.module(for: controller)?.page?.name == "Bookmarks")
    #expect(PageModule(usingContext: PageContext()).page == nil)
  }
}
