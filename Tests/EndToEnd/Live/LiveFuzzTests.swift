import FileTesting
import Glibc
import LiveSession
import SeededTesting
import Testing

/// Broken and hostile lines. The host survives them all, and nobody else notices.
@MainActor @Suite struct LiveFuzzTests {
  /// 2,000 lines in `bin/test`, 100,000 in `bin/test --all`.
  private static let lineCount = Seeds.first(1).count < 10 ? 2_000 : 10_000

  @Test(arguments: Seeds.first(1)) func mutatedLinesHarmNobody(seed: UInt64) throws {
    let file = try NumberProgram()
    let host = try HostProcess([file.path])
    let good = [try SessionClient("good", file.path), try SessionClient("also good", file.path)]
    for client in good { client.insertNumber(client.name) }
    var mutator = LineMutator(seed: seed, conversation: Self.conversation(good[0]))
    let memory = host.session.memory
    var evil = try Evil(file.path)
    for line in 0..<Self.lineCount {
      if !evil.isOpen || line % 500 == 0 { evil = try Evil(file.path) }
      evil.send(mutator.next())
      if line % 50 == 0 {
        for client in good {
          client.setNumber(client.name, to: line)
          try client.confirm()
        }
      }
    }
    evil.end()
    for client in good { try client.confirm() }
    for (client, other) in [(good[0], good[1]), (good[1], good[0])] {
      try client.receive { client.live.number >= other.live.number }
      #expect(client.differences == [], "seed \(seed)")
      #expect(client.goodbye == nil, "seed \(seed)")
    }
    #expect(good[0].live.program.hash == good[1].live.program.hash)
    #expect(host.session.memory - memory < 200 << 20, "seed \(seed)")
    #expect(try host.stop() == 0)
    let check = try Tool.run(["render", file.path])
    #expect(check.code == 0, "\(check.errors)")
    #expect(file.folder.names == ["n.xml"])
  }

  /// A long line before anybody has said hello, and a great one behind it.
  @Test func greatLinesEndTheConnection() throws {
    let file = try NumberProgram()
    let host = try HostProcess([file.path])
    let evil = try Evil(file.path, says: [])
    evil.send(Array(repeating: UInt8(ascii: "x"), count: 1 << 20))
    evil.receiveToEnd()
    #expect(!evil.isOpen)
    let second = try Evil(file.path)
    second.send(Array(#"{"type":"chat","text":""#.utf8) + Array(repeating: UInt8(ascii: "["), count: 1 << 20))
    second.send(Array("\n".utf8))
    second.receiveToEnd()
    #expect(!second.isOpen)
    _ = try SessionClient("good", file.path)
    #expect(try host.stop() == 0)
  }

  /// Somebody who asks for the program again and again, and reads nothing; and somebody who never ends a line.
  @Test func whoFloodsHarmsNobody() throws {
    let file = try NumberProgram()
    let host = try HostProcess([file.path])
    let good = try SessionClient("good", file.path)
    for number in 0..<300 { good.insertNumber("n\(number)") }
    try good.confirm()
    let memory = host.session.memory
    let evil = try Evil(file.path)
    let lines = Array(repeating: ClientMessage.reload(report: "differs").line, count: 4_000)
    evil.send(lines.flatMap(\.self), reads: false)
    good.setNumber("n", to: 2)
    try good.confirm()
    #expect(host.session.memory - memory < 100 << 20)
    // Who reads at last gets it.
    evil.receiveToEnd { evil.received > 60_000 }
    #expect(evil.isOpen)
    var hello = ClientMessage.Hello(author: "half", name: "half")
    hello.watches = true
    let watcher = try Evil(file.path, says: [.hello(hello)])
    for _ in 0..<8 where watcher.isOpen { watcher.send(Array(repeating: UInt8(ascii: "x"), count: 1 << 20)) }
    watcher.receiveToEnd()
    #expect(!watcher.isOpen)
    good.setNumber("n", to: 3)
    try good.confirm()
    #expect(try host.stop() == 0)
  }

  /// Lines as clients really say them.
  private static func conversation(_ client: SessionClient) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    let send = client.live.send
    client.live.send = { message in
      lines.append(message.line)
      send?(message)
    }
    client.insertNumber("x")
    client.setNumber("x", to: 5)
    client.insertNumber("y")
    client.live.send = send
    var hello = ClientMessage.Hello(author: "evil", name: "Ev il")
    (hello.session, hello.number, hello.token) = (client.session, 0, "t")
    let presence = Presence(blockID: "n", fieldName: "NUM", activity: "edits a text")
    let others: [ClientMessage] = [
      .hello(hello), .presence(presence), .chat("“hello”\u{1B}[31m"), .role(author: "good", .watcher), .save,
      .reload(report: "differs"), .show, .collect, .handOut(.init(program: "n.xml", text: "<xml/>", names: ["x"])),
      .run(SharedRun(number: 1, firstLine: 0, lines: ["printed", "\u{1B}[2J"], blockID: "n", state: "running")),
      .run(nil),
    ]
    let delete =
      #"{"type":"edit","count":9,"undo":true,"events":[{"type":"delete","group":"g","blockId":"x","oldXml":"<block type=\"math_number\" id=\"x\"/>","ids":["x"]}]}"#
    let move =
      #"{"type":"edit","count":10,"events":[{"type":"move","group":"g","blockId":"n","newParentId":"x","newInputName":"A","oldCoordinate":"16, 32"},{"type":"var_create","varId":"v","varName":"a","varType":""},{"type":"comment_create","commentId":"c","xml":"<comment id=\"c\" x=\"1\" y=\"2\">t</comment>"}]}"#
    return lines + others.map(\.line) + [Array((delete + "\n").utf8), Array((move + "\n").utf8)]
  }
}

/// A client that says what it likes.
@MainActor private final class Evil {
  private let socket: LineSocket

  init(_ path: String, says hello: [ClientMessage] = [.hello(.init(author: "evil", name: "evil"))]) throws {
    socket = try SessionAddress(path: path).connect()
    for message in hello { socket.send(message.line) }
  }

  var isOpen: Bool { !socket.isClosed }

  /// How many bytes have come.
  private(set) var received = 0

  func send(_ line: [UInt8], reads: Bool = true) {
    socket.send(line)
    _ = socket.finish(atMost: SessionClient.deadline)
    if reads { read() }
  }

  private func read() { received += socket.read().map(\.count).reduce(0, +) }

  /// Reads until the host ends the connection, or something holds.
  func receiveToEnd(or isDone: () -> Bool = { false }) {
    while isOpen, !isDone(), socket.wait(atMost: SessionClient.deadline) { read() }
  }

  func end() { socket.close() }
}

/// Changes lines at random.
private struct LineMutator {
  private var random: SeededGenerator
  private let lines: [[UInt8]]
  private var count = 100

  init(seed: UInt64, conversation: [[UInt8]]) {
    random = SeededGenerator(seed: seed)
    lines = conversation
  }

  private mutating func number(_ limit: Int) -> Int { Int.random(in: 0..<max(1, limit), using: &random) }

  private static let pieces: [[UInt8]] = [
    "null", "-1", "1e999", "9223372036854775807", "18446744073709551616", "\"\"", "{}", "[]", "\\u0000", "\\ud800",
    "\n",
    "\u{0}", "\u{1B}[2J", "true", "\"type\"", "\"blockId\"", "\"n\"", "\"newParentId\":\"n\"", "</block>", "<block>",
    "\"mortise\":{\"new\":{\"x\":1e300}}", ",", ":", "\"count\":1", "&#0;",
  ].map { Array($0.utf8) }

  /// A line, changed in some places. Mostly it has a count that the host doesn't know yet.
  mutating func next() -> [UInt8] {
    var line = lines[number(lines.count)]
    if let place = line.firstRange(of: Array("\"count\":".utf8)), number(4) > 0 {
      count += 1
      let end = line[place.upperBound...].firstIndex { $0 < 48 || $0 > 57 } ?? line.endIndex
      line.replaceSubrange(place.upperBound..<end, with: Array("\(count)".utf8))
    }
    for _ in 0..<number(4) { mutate(&line) }
    if number(20) > 0, line.last != UInt8(ascii: "\n") { line.append(UInt8(ascii: "\n")) }
    return line
  }

  private mutating func mutate(_ line: inout [UInt8]) {
    let place = number(line.count)
    switch number(9) {
    case 0 where !line.isEmpty: line[place] ^= UInt8(1 << number(8))
    case 1: line.removeSubrange(place..<min(line.count, place + number(20)))
    case 2: line.insert(contentsOf: Self.pieces[number(Self.pieces.count)], at: place)
    case 3: line.removeLast(line.count - place)
    case 4:
      let other = lines[number(lines.count)]
      line = Array(line[..<place]) + other[number(other.count)...]
    case 5: line.insert(contentsOf: line[place..<min(line.count, place + number(200))], at: place)
    case 6:
      line.insert(
        contentsOf: Array(repeating: UInt8(ascii: number(2) == 0 ? "[" : "a"), count: number(5_000)), at: place)
    case 7:
      // A value instead of a value.
      guard let colon = line[place...].firstIndex(of: UInt8(ascii: ":")) else { return }
      let end = line[colon...].firstIndex { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "}") } ?? line.endIndex
      line.replaceSubrange(line.index(after: colon)..<end, with: Self.pieces[number(Self.pieces.count)])
    default: line += line
    }
  }
}
