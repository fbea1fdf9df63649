import BlockModel
import FileTesting
import Glibc
import LiveSession
import SeededTesting
import Testing

/// A host that is killed at any moment and started again loses nothing that it has acknowledged.
@MainActor @Suite struct HostKillTests {
  private static let killsPerSeed = 10

  @Test(arguments: Seeds.first(1)) func noAcknowledgedChangeIsLost(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let file = try NumberProgram()
    var host = try HostProcess([file.path])
    let clients = try (0..<2).map { try SessionClient("c\($0)", file.path) }
    var (made, acknowledged): (Set<String>, Set<String>) = ([], [])
    for round in 0..<Self.killsPerSeed {
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        guard let client = clients.randomElement(using: &random) else { return }
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let id = "\(client.name) \(made.count)"
          made.insert(id)
          client.insertNumber(id)
          client.setNumber(id, to: made.count)
        }
        if Int.random(in: 0..<5, using: &random) == 0 { client.send(.save) }
        // The kill comes before, between or after the answers.
        if Bool.random(using: &random) { try client.confirm() } else { try client.takeIn() }
        if client.live.isConfirmed {
          acknowledged.formUnion(client.workspace.blocks.keys.filter { $0.hasPrefix(client.name) })
        }
      }
      try host.kill()
      for client in clients { _ = try client.takeIn() }
      host = try HostProcess([file.path])
      for client in clients {
        try client.connectAgain()
        try client.confirm()
      }
      let known = Set(clients[0].workspace.blocks.keys)
      #expect(acknowledged.isSubset(of: known), "seed \(seed), round \(round)")
    }
    try clients[0].receive { clients[0].live.number >= clients[1].live.number }
    try clients[1].receive { clients[1].live.number >= clients[0].live.number }
    #expect(clients[0].live.program.hash == clients[1].live.program.hash)
    #expect(made.isSubset(of: clients[0].workspace.blocks.keys), "seed \(seed)")
    #expect(clients.allSatisfy { $0.laidAside.isEmpty && $0.differences.isEmpty }, "seed \(seed)")
    #expect(try host.stop() == 0)
    let text = Tool.read(file.path)
    for (index, id) in made.sorted().enumerated() where index % 7 == 0 { #expect(text.contains("id=\"\(id)\"")) }
    #expect(text.split(separator: "<block").count == made.count + 2)
    #expect(file.folder.names == ["n.xml"])
  }
}
