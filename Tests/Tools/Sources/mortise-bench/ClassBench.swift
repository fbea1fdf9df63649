import BlockLibrary
import BlockModel
import FileTesting
import Glibc
import LiveSession
import PtyDriver

/// A host of many programs: how busy it is while a class works.
@MainActor struct ClassBench {
  private static let programs = 200
  private static let clientsPerProgram = 2
  private static let learners = 30
  private static let eventsPerSecond = 2
  /// In seconds.
  private static let duration = 10
  private static let blocks = 100

  func run(_ verdicts: inout Verdicts) throws {
    let factory = try StockBlocks.factory()
    let program = LiveBench.withNumbers(try LoadingBench.text(blocks: Self.blocks, format: .json, factory: factory))
    let folder = try TemporaryFolder()
    for number in 0..<Self.programs { try Files.write(program, to: folder.file("p\(number).json")) }
    let clients = Self.programs * Self.clientsPerProgram
    print("A folder of \(Self.programs) programs with \(clients) clients, of whom \(Self.learners) work")
    let host = try PtySession(
      program: BuiltPrograms.path(of: "mortise"), arguments: ["serve", folder.path], deadlineSeconds: 60)
    _ = try host.bytesThrough(Array("\n".utf8))
    let all = try (0..<Self.programs).map { number in
      try (0..<Self.clientsPerProgram).map {
        try BenchClient("\(number) \($0)", folder.file("p\(number).json"), factory)
      }
    }
    // The teacher looks on.
    let list = try SessionAddress(path: folder.path).list(ClientMessage.Hello(author: "teacher", name: "teacher"))
    let (idle, _) = try share(of: host, all, list, working: 0)
    let (busy, echo) = try share(of: host, all, list, working: Self.learners)
    var table = Table(["", "of a core", "echo, 99 of 100", "bound", ""])
    table.add(["nobody does anything", percent(idle), "", "", ""])
    table.add([
      "\(Self.learners) learners, \(Self.eventsPerSecond) changes a second each", percent(busy), time(echo),
      Bound.classHost.cell, verdicts.check(.classHost, busy * 100),
    ])
    table.show()
    host.signal(SIGTERM)
    _ = try host.end()
    withExtendedLifetime(folder) {}
  }

  private func percent(_ share: Double) -> String { fixed(share * 100, 1) + " %" }

  /// - Returns: the host's share of a processor while some learners work, and how long the others wait for a change.
  private func share(
    of host: PtySession, _ all: [[BenchClient]], _ list: LineSocket, working: Int
  ) throws -> (share: Double, echo: Double) {
    let count = max(1, working * Self.eventsPerSecond) * Self.duration
    let pause = Double(Self.duration) / Double(count)
    let clock = ContinuousClock()
    let (start, before) = (clock.now, host.processorTime)
    var echoes = Samples()
    for number in 0..<count {
      if working > 0 {
        let pair = all[number % working]
        let known = pair[1].live.number
        echoes.add(
          try seconds {
            pair[0].setNumber(number + 2)
            try pair[1].receive { pair[1].live.number > known }
          })
        try pair[0].receive { pair[0].live.isConfirmed }
      }
      let left = (start + .seconds(pause * Double(number + 1))) - clock.now
      usleep(UInt32(max(0, left / .microseconds(1))))
      _ = list.read()
    }
    let elapsed = start.duration(to: clock.now) / .seconds(1)
    return ((host.processorTime - before) / elapsed, echoes.percentile(99))
  }
}
