import Testing

@testable import LiveSession

/// The run of one is seen by all who look, and no more of it than they can take.
@Suite struct SharedRunTests {
  private func part(_ number: Int, from first: Int, _ lines: String...) -> SharedRun {
    SharedRun(number: number, firstLine: first, lines: lines, blockID: nil, state: "running")
  }

  @Test func whatFollowsReplacesTheLinesWithItsNumbers() {
    let run = part(1, from: 0, "a", "b").followed(by: part(1, from: 1, "bc", "d"), keeping: 10)
    #expect(run == part(1, from: 0, "a", "bc", "d"))
    #expect(run.followed(by: part(1, from: 3, "e"), keeping: 2) == part(1, from: 2, "d", "e"))
    // Lines are missing between, or it is another run.
    for next in [part(1, from: 9, "z"), part(2, from: 1, "z"), part(1, from: -3, "z")] {
      #expect(run.followed(by: next, keeping: 10) == next)
    }
  }

  /// Somebody who is in a session.
  private final class Member {
    var heard: [HostMessage] = []
    private(set) lazy var client = HostedClient { [weak self] in
      if let message = try? HostMessage($0) { self?.heard.append(message) }
    }

    init(_ name: String, _ role: Role = .editor, of host: LiveHost) {
      host.enter(client, ClientMessage.Hello(author: name, name: name), mostRole: role)
    }

    var runs: [SharedRun?] { heard.compactMap { if case .run(_, let run) = $0 { run } else { nil } } }
  }

  @Test func thoseWhoComeLaterSeeTheLastLines() throws {
    let host = try Simulation(seed: 1, clientCount: 0, program: SimulationTests.program).host
    let (anna, ben) = (Member("anna", of: host), Member("ben", of: host))
    for index in 0..<4 {
      let lines = (0..<40).map { "line \(index * 40 + $0)" }
      let run = SharedRun(number: 1, firstLine: index * 40, lines: lines, blockID: "b\(index)", state: "running")
      host.receive(.run(run), from: anna.client)
    }
    #expect(ben.runs.count == 4 && anna.runs.isEmpty)
    let cleo = Member("cleo", .watcher, of: host)
    let run = try #require(cleo.runs.first ?? nil)
    #expect(run.lines.count == SharedRun.mostLines && run.lines.last == "line 159" && run.blockID == "b3")
    // They show it no longer, or have gone.
    host.receive(.run(nil), from: anna.client)
    #expect(cleo.runs.count == 2 && cleo.runs[1] == nil)
    #expect(Member("dora", of: host).runs.isEmpty)
    host.receive(.run(run), from: anna.client)
    host.leave(anna.client)
    #expect(Member("emil", of: host).runs.isEmpty)
  }

  @Test func watchersShowNothing() throws {
    let host = try Simulation(seed: 1, clientCount: 0, program: SimulationTests.program).host
    let (anna, ben) = (Member("anna", of: host), Member("ben", .watcher, of: host))
    host.receive(.run(part(1, from: 0, "x")), from: ben.client)
    #expect(anna.runs.isEmpty)
    // Nor those who lose the pen.
    host.receive(.run(part(1, from: 0, "x")), from: anna.client)
    let owner = Member("owner", .owner, of: host)
    host.receive(.role(author: "anna", .watcher), from: owner.client)
    #expect(owner.runs.count == 2 && owner.runs[1] == nil)
  }

  @Test func whatIsSaidTooOftenOrAtTooGreatLengthIsLeftOut() throws {
    let host = try Simulation(seed: 1, clientCount: 0, program: SimulationTests.program).host
    let (anna, ben) = (Member("anna", of: host), Member("ben", of: host))
    let start = ContinuousClock.now
    let allowed = (0..<100).count { anna.client.mayShowRun(at: start + .milliseconds($0 * 20)) }
    #expect(allowed == 40, "in two seconds")
    let line = String(repeating: "x", count: 2_000)
    let long = SharedRun(number: 1, firstLine: 0, lines: Array(repeating: line, count: 200), blockID: line, state: line)
    host.receive(try ClientMessage(ClientMessage.run(long).line), from: ben.client)
    let run = try #require(anna.runs.first ?? nil)
    #expect(run.lines.count == 100 && (run.lines + [run.state]).allSatisfy { $0.utf8.count <= 1_000 })
    for wrong in ["-1", "9223372036854775807", "null"] {
      let line = #"{"type":"run","run":1,"first":\#(wrong),"lines":["x"]}"#
      guard case .run(nil) = try ClientMessage(Array(line.utf8)) else { return #expect(Bool(false), "\(wrong)") }
    }
  }
}
