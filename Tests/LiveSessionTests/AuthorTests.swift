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
}
