import FileTesting
import Glibc
import LiveSession
import Markup
import Testing

/// docs/develop/live-protocol.md names every member of the messages, and its example is what a host really says.
@MainActor @Suite struct ProtocolPageTests {
  private let page = Tool.read("docs/develop/live-protocol.md")

  @Test func everyMemberIsNamed() throws {
    var hello = ClientMessage.Hello(author: "a", name: "a")
    (hello.session, hello.number, hello.token, hello.program, hello.watches) = ("s", 1, "t", "p", true)
    hello.lists = true
    let batch = LoggedBatch(number: 1, batch: Batch(author: "a", count: 1, events: []), hash: 1)
    var undo = batch.batch
    undo.isUndo = true
    var presence = Presence(blockID: "b", fieldName: "f", activity: "a")
    (presence.run, presence.hasHandUp) = ("running", true)
    let client: [ClientMessage] = [
      .hello(hello), .edit(undo), .presence(presence), .save, .chat("c"),
      .show, .role(author: "a", .watcher), .reload(report: "r"),
    ]
    var person = Person(author: "a", name: "a", role: .editor)
    person.presence = presence
    let host: [HostMessage] = [
      .applied(batch), .confirmed(number: 1, count: 1, hash: 1), .refused(count: 1, reason: "r"), .person(person),
      .gone(author: "a"), .saved(message: "m", isDone: true), .chat(author: "a", text: "t"), .show(author: "a"),
      .programs([]), .code(.matches), .links(editing: "e", watching: "w"),
      .generated(language: "javascript", .success("c")), .bye(.init("r")),
    ]
    for line in client.map(\.line) + host.map(\.line) {
      let json = try JSONParser.parse(Array(line.dropLast()))
      let type = try #require(json["type"]?.string)
      // The row of the table that begins with the type.
      let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `\(type)` |") }
      #expect(!rows.isEmpty, "\(type)")
      for (name, _) in json.members where name != "type" {
        #expect(rows.contains { $0.contains("`\(name)`") }, "\(type): \(name)")
      }
    }
  }

  @Test func theExampleIsReal() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("p.json")
    try Tool.write(
      #"{"blocks":{"languageVersion":0,"blocks":[{"type":"math_number","id":"n","x":0,"y":0,"fields":{"NUM":1}}]}}"#
        + "\n", to: path)
    let host = try HostProcess([path])
    var clients: [Substring: LineSocket] = [:]
    var heard: [Substring: [[UInt8]]] = [:]
    var compared = 0
    let example = page.split(separator: "```")[1]
    for line in example.split(separator: "\n") where line.contains(" → ") || line.contains(" ← ") {
      let (name, text) = (line.prefix(1), line.dropFirst(4))
      let client = try clients[name] ?? SessionAddress(path: path).connect()
      clients[name] = client
      if line.contains(" → ") {
        client.send(Array((text + "\n").utf8))
        #expect(client.finish(atMost: SessionClient.deadline))
        continue
      }
      while heard[name, default: []].isEmpty {
        guard client.wait(atMost: SessionClient.deadline), !client.isClosed else {
          throw SessionClient.Failure(description: "the host doesn’t say: \(line)")
        }
        heard[name, default: []] += client.read()
      }
      let said = String(decoding: heard[name, default: []].removeFirst(), as: UTF8.self)
      let end = text.firstIndex(of: "…") ?? text.endIndex
      if end == text.endIndex {
        #expect(Self.withoutSession(said) == Self.withoutSession(String(text)))
      } else {
        let start = String(text[..<end].trimmingSuffix { $0 == " " })
        #expect(Self.withoutSession(said).hasPrefix(Self.withoutSession(start)))
      }
      compared += 1
    }
    #expect(compared == 8)
    #expect(try host.stop() == 0)
  }

  /// A message without the id of the session, which is another one each time.
  private static func withoutSession(_ line: String) -> String {
    line.replacing(/"session":"(?:[^"\\]|\\.)*"/, with: "")
  }
}

extension Substring {
  fileprivate func trimmingSuffix(while isPart: (Character) -> Bool) -> Substring {
    var rest = self
    while let last = rest.last, isPart(last) { rest.removeLast() }
    return rest
  }
}
