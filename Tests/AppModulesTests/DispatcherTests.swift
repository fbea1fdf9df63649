import AppModules
import Testing

/// What is promised of those who follow deep links.
@Suite struct DispatcherTests {
  /// Answers to one key.
  private final class Responder: DeepLinkResponder {
    let priority: Int
    private let answer: (DeepLink) -> DeepLinkResponse?

    init(priority: Int = 0, _ answer: @escaping (DeepLink) -> DeepLinkResponse?) {
      self.priority = priority
      self.answer = answer
    }

    /// Answers to a key by noting its value.
    convenience init(_ key: String, priority: Int = 0, note: @escaping (String) -> Void) {
      self.init(priority: priority) { link in
        guard let part = link.parts.first, part.key == key else { return nil }
        return DeepLinkResponse(.action { note(part.value) }, remainder: link.dropFirst())
      }
    }

    func response(to link: DeepLink) -> DeepLinkResponse? { answer(link) }
  }

  private final class ModalRouter: Router {
    weak var viewControllersFactory: (any ViewControllersFactory)?
    let rootViewController: any ViewController = Controller("root")
    var modalViewControllers: [any ViewController] = []
  }

  private final class Notes {
    var lines: [String] = []
  }

  private let router = ModalRouter()
  private let manager = ModuleManager()
  private let notes = Notes()
  private let dispatcher: DeepLinkDispatcher

  init() {
    router.viewControllersFactory = manager
    dispatcher = DeepLinkDispatcher(router: router)
  }

  private func register(_ key: String, priority: Int = 0, as name: String) {
    dispatcher.register(Responder(key, priority: priority) { [notes] in notes.lines.append("\(name) \($0)") })
  }

  @Test func theResponderOfTheHighestPriorityIsPicked() {
    register("block", priority: 1, as: "low")
    register("block", priority: 9, as: "high")
    register("field", priority: 20, as: "other")
    register("block", priority: 5, as: "middle")
    #expect(dispatcher.follow(DeepLink(printed: "block=a")) == .followed)
    #expect(notes.lines == ["high a"])
  }

  /// The known defect of the original: a dictionary chose among them.
  @Test func ofEqualPrioritiesTheOneThatWasRegisteredFirstIsPicked() {
    for number in 0..<20 { register("block", priority: number % 2, as: "\(number)") }
    dispatcher.follow(DeepLink(printed: "block=a"))
    #expect(notes.lines == ["1 a"])
  }

  @Test func aResponderThatHasNoAnswerLeavesItToTheNextOne() {
    dispatcher.register(Responder(priority: 9) { _ in nil })
    register("block", as: "block")
    #expect(dispatcher.follow(DeepLink(printed: "block=a")) == .followed)
    #expect(notes.lines == ["block a"])
  }

  @Test func theRemainderIsFollowedUntilNothingIsLeft() {
    register("field", as: "field")
    register("block", as: "block")
    #expect(dispatcher.follow(DeepLink(printed: "block=a/field=b/field=c")) == .followed)
    #expect(notes.lines == ["block a", "field b", "field c"])
    #expect(dispatcher.follow(DeepLink([])) == .followed)
  }

  @Test func aPartIsFollowedOnlyAfterTheOneBefore() {
    register("block", as: "block")
    // It answers only once the block has been gone to.
    dispatcher.register(
      Responder { [notes] link in
        notes.lines.isEmpty ? nil : DeepLinkResponse(.action { notes.lines.append("\(link)") })
      })
    #expect(dispatcher.follow(DeepLink(printed: "field=b")) == .notUnderstood(DeepLink(printed: "field=b")))
    #expect(dispatcher.follow(DeepLink(printed: "block=a/field=b")) == .followed)
    #expect(notes.lines == ["block a", "field=b"])
  }

  @Test func aLinkOrRemainderThatNobodyAnswersIsReported() {
    register("block", as: "block")
    #expect(dispatcher.follow(DeepLink(printed: "page=1")) == .notUnderstood(DeepLink(printed: "page=1")))
    #expect(notes.lines == [])
    #expect(
      dispatcher.follow(DeepLink(printed: "block=a/page=1/block=b"))
        == .notUnderstood(DeepLink(printed: "page=1/block=b")))
    #expect(notes.lines == ["block a"])
  }

  @Test func aResponderThatConsumesNothingIsPassedOver() {
    for text in ["x=1", "a=1/b=2/c=3"] {
      dispatcher.register(
        Responder(priority: 9) { _ in DeepLinkResponse(.action {}, remainder: DeepLink(printed: text)) })
    }
    dispatcher.register(Responder(priority: 9) { DeepLinkResponse(.action {}, remainder: $0) })
    #expect(dispatcher.follow(DeepLink(printed: "page=1")) == .notUnderstood(DeepLink(printed: "page=1")))
    register("block", as: "block")
    #expect(dispatcher.follow(DeepLink(printed: "block=a")) == .followed)
    #expect(notes.lines == ["block a"])
  }

  @Test func aModuleIsOpenedThroughTheRouter() {
    dispatcher.register(
      Responder { link in
        let step = PresentableRoutingStep(withStep: .page(link.parts[0].value), presentationMode: .push())
        return DeepLinkResponse(.route(step), remainder: link.dropFirst())
      })
    #expect(dispatcher.follow(DeepLink(printed: "page=a/page=b")) == .followed)
    #expect(router.modalViewControllers.map { ($0 as? Controller)?.title } == ["a", "b"])
    router.viewControllersFactory = nil
    #expect(dispatcher.follow(DeepLink(printed: "page=c")) == .notUnderstood(DeepLink(printed: "page=c")))
  }
}
