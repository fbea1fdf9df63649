import RedisTesting

/// How soon another host hears of a batch that is appended in Redis, beside a bare XADD to a waiting XREAD, with a log
/// that is on the disk before it is acknowledged.
@MainActor struct RedisBench {
  /// What the 99th percentile has in addition to some times the bare one, in seconds.
  private static let addition = 0.01
  private static let repetitions = 2_000

  func run(_ verdicts: inout Verdicts) throws {
    print("From a host’s append in Redis until another host hears of it")
    guard RedisServer.isInstalled else { return print("no Redis here\n") }
    let times = try RedisTimes()
    var (hosts, bare) = (Samples(), Samples())
    // In turns, so that a slow disk affects both.
    for _ in 0..<Self.repetitions {
      bare.add(try times.bareTime())
      hosts.add(try times.hostTime())
    }
    let bound = bare.percentile(99) * Bound.redis.value + Self.addition
    let ratio = (hosts.percentile(99) - Self.addition) / bare.percentile(99)
    var table = Table(["", "median", "99 %", "bound", ""])
    table.add(["XADD to XREAD", time(bare.median), time(bare.percentile(99)), "", ""])
    table.add([
      "host to host", time(hosts.median), time(hosts.percentile(99)), "≤ \(time(bound))",
      verdicts.check(.redis, ratio),
    ])
    table.show()
  }
}
