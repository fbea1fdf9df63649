import Testing

@testable import LiveSession

/// Nobody can be somebody else's author, and so get their role.
@Suite struct AuthorTests {
  @Test func anAuthorIsWhoKnowsTheSecret() throws {
    let simulation = try Simulation(seed: 1, clientCount: 0, program: SimulationTests.program)
    func enter(_ secret: String?) throws -> HostMessage? {
      var lines: [[UInt8]] = []
      let client = HostedClient { lines.append($0) }
      var hello = ClientMessage.Hello(author: "anna", name: "anna")
      hello.secret = secret
      simulation.host.enter(client, hello, mostRole: .editor)
      return try lines.first.map { try HostMessage($0) }
    }
    guard case .state? = try enter("s") else { return #expect(Bool(false), "anna may come") }
    guard case .bye? = try enter("t") else { return #expect(Bool(false), "somebody else may not be anna") }
    guard case .bye? = try enter(nil) else { return #expect(Bool(false), "nor without a secret") }
    guard case .state? = try enter("s") else { return #expect(Bool(false), "anna may come again") }
  }

  /// A member of the session with what it has heard.
  private final class Member {
    private(set) var heard: [HostMessage] = []
    private(set) var isEnded = false
    private(set) lazy var client = makeClient()

    private func makeClient() -> HostedClient {
      let client = HostedClient { [unowned self] in if let message = try? HostMessage($0) { heard.append(message) } }
      client.whenEnded = { [unowned self] in isEnded = true }
      return client
    }

    var closeReason: HostMessage.CloseReason? {
      for case .bye(let reason) in heard { return reason }
      return nil
    }

    func enter(_ host: LiveHost, _ secret: String?) {
      var hello = ClientMessage.Hello(author: "anna", name: "anna")
      hello.secret = secret
      host.enter(client, hello, mostRole: .editor)
    }
  }

  /// The earlier connection of an author may be dead, or another window; it gets a reason.
  @Test func aTakenOverClientHearsWhy() throws {
    let simulation = try Simulation(seed: 1, clientCount: 0, program: SimulationTests.program)
    let (first, second) = (Member(), Member())
    first.enter(simulation.host, "s")
    second.enter(simulation.host, "s")
    #expect(first.isEnded && first.closeReason?.isFinal == true)
    #expect(!second.isEnded && simulation.host.people.count == 1)
  }

  /// Without a secret, nothing shows that it is the same client.
  @Test func anAuthorWithoutASecretIsNotTakenOver() throws {
    let simulation = try Simulation(seed: 1, clientCount: 0, program: SimulationTests.program)
    let host = simulation.host
    host.roleOfNewcomers = .watcher
    let (first, second, third, fourth) = (Member(), Member(), Member(), Member())
    first.enter(host, nil)
    host.give(.editor, to: "anna")
    #expect(first.client.person?.role == .editor)
    for (member, secret) in [(second, nil), (third, "guessed")] as [(Member, String?)] {
      member.enter(host, secret)
      #expect(member.isEnded && !first.isEnded)
    }
    host.leave(first.client)
    fourth.enter(host, nil)
    #expect(fourth.client.person?.role == .watcher)
  }

  /// Invented authors don't fill the memory, and those with batches are kept.
  @Test func thereAreNotTooManyAuthors() {
    var authors = Authors(counts: ["old": 7])
    for number in 0..<30_000 { authors.enter("\(number)", secret: "s", present: ["0"]) }
    #expect(authors["0"].secret == "s" && authors["old"].settledCount == 7)
    #expect(authors["10"].secret == nil && authors["29999"].secret == "s")
  }
}
