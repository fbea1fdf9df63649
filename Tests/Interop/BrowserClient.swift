import BlocklyCache
import Markup
import PtyDriver

@testable import LiveSession

/// A page with Blockly in a session, in a separate process: `live-client.js`.
final class BrowserClient {
  /// By the folders of Blockly.
  private static var programs: [String: LineProgram] = [:]
  private let name: String
  private let program: LineProgram
  /// What is under way in both directions; nil without a connection.
  var toHost: [[UInt8]] = []
  var toClient: [[UInt8]] = []
  var hosted: HostedClient?
  private var connection = 0
  /// How often the program differed from the host's, and was loaded again.
  private(set) var mended = 0
  /// The same of the pages before the last reload.
  private var mendedBefore = 0
  private(set) var isConfirmed = false
  private(set) var told: [String] = []
  private(set) var problems: [String] = []

  /// Ends all clients, and begins anew.
  static func start(seed: UInt64) throws {
    for (index, folder) in BlocklyPackage.folders.enumerated() {
      // Each makes ids of its own.
      _ = try shared(folder).answer(to: #"{"do":"start","seed":\#(seed + UInt64(index) * 1_000_000)}"#)
    }
  }

  private static func shared(_ blockly: String) throws -> LineProgram {
    if let present = programs[blockly] { return present }
    let folder = #filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    let program = try LineProgram(
      ["node", folder + "/live-client.js", blockly]
        + ["tab", "types", "program", "live"].map { folder + "/../../Resources/live/mortise-\($0).js" },
      environment: ["PATH": BlocklyPackage.variable("PATH") ?? "", "NODE_PATH": BlocklyPackage.nodeModules])
    programs[blockly] = program
    return program
  }

  /// - Parameter folder: that of Blockly.
  init(_ name: String, folder: String) throws {
    self.name = name
    program = try Self.shared(folder)
  }

  func connect() throws {
    connection += 1
    let current = connection
    // The host may not have noticed the end of the one before.
    hosted = HostedClient { [weak self] line in
      if self?.connection == current { self?.toClient.append(line) }
    }
    try ask("connect")
  }

  /// What is under way is lost.
  func cut() throws {
    try ask("cut")
    connection += 1
    (toHost, toClient, hosted) = ([], [], nil)
  }

  /// Loads the page again. What is under way is lost.
  func reload() throws {
    mendedBefore = mended
    try ask("reload")
    connection += 1
    (toHost, toClient, hosted) = ([], [], nil)
  }

  func act() throws { try ask("act") }
  func perform(_ action: String) throws { try ask("perform", #""action":\#(JSONValue.string(action).text())"#) }
  func check() throws { try ask("check") }
  func save() throws { try ask("save") }

  /// Receives the first messages that are under way.
  func receive(atMost count: Int) throws {
    let messages = toClient.prefix(count).map { String(decoding: $0, as: UTF8.self) }.joined(separator: ",")
    toClient.removeFirst(min(count, toClient.count))
    try ask("receive", #""messages":[\#(messages.filter { $0 != "\n" })]"#)
  }

  func state() throws -> JSONValue { try ask("state")["state"] ?? .object([:]) }

  @discardableResult private func ask(_ action: String, _ members: String...) throws -> JSONValue {
    let request = ([#""do":"\#(action)""#, #""client":"\#(name)""#] + members).joined(separator: ",")
    let answer = try JSONParser.parse(Array(try program.answer(to: "{\(request)}").utf8))
    if let error = answer["error"]?.string { throw BlocklyHost.Failure(description: error) }
    for message in answer["sent"]?.elements.map(\.self) ?? [] { toHost.append(Array(message.text().utf8)) }
    mended = mendedBefore + (answer["mended"]?.integer ?? 0)
    isConfirmed = answer["confirmed"]?.boolean ?? false
    told += answer["told"]?.elements.compactMap(\.string) ?? []
    problems += answer["problems"]?.elements.compactMap(\.string) ?? []
    return answer
  }
}
