import BlocklyCache
import Glibc
import Markup
import PtyDriver

/// Blockly Web in a separate process: `blockly-host.js`.
final class BlocklyHost {
  /// An error that Blockly reports for a request.
  struct Failure: Error, CustomStringConvertible { var description: String }

  /// The host shared by all tests; each test loads its own program.
  static func shared() throws -> BlocklyHost {
    if let present { return present }
    let host = try BlocklyHost()
    present = host
    return host
  }

  private static var present: BlocklyHost?
  private let program: LineProgram

  private init() throws {
    let script = #filePath.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/blockly-host.js"
    program = try LineProgram(
      ["node", script, BlocklyPackage.folder],
      environment: ["PATH": BlocklyPackage.variable("PATH") ?? "", "NODE_PATH": BlocklyPackage.nodeModules])
  }

  // MARK: - Requests

  /// The types of blocks that it knows.
  func types() throws -> Set<String> {
    Set(try answer(#"{"do":"types"}"#)["types"]?.elements.compactMap(\.string) ?? [])
  }

  /// Loads a program.
  func load(_ program: String) throws {
    _ = try answer(JSONValue.object(["do": "load", "program": .string(program)]).text())
  }

  /// The result of applying recorded events.
  struct Applied {
    var state: JSONValue
    /// Blockly's warnings, and the events that it failed on.
    var problems: [String]
  }

  /// Runs recorded events, lines of JSON.
  /// - Parameter literally: whether to include the events of shadows that are covered or uncovered automatically.
  func apply(_ events: [String], literally: Bool = false) throws -> Applied {
    let answer = try answer(#"{"do":"apply","literally":\#(literally),"events":[\#(events.joined(separator: ","))]}"#)
    return Applied(state: try state(in: answer), problems: answer["problems"]?.elements.compactMap(\.string) ?? [])
  }

  /// A random action.
  struct Action {
    var name: String
    /// The events that Blockly fired, lines of JSON.
    var events: [String]
    /// Events for changes that Blockly made without firing one; they precede the others.
    var forgotten: [JSONValue]
  }

  /// Performs random actions.
  /// - Parameter reconnects: whether connected blocks are also connected elsewhere without being disconnected first.
  func act(seed: UInt64, count: Int, reconnects: Bool = false) throws -> (actions: [Action], state: JSONValue) {
    let answer = try answer(#"{"do":"random","seed":\#(seed),"count":\#(count),"reconnects":\#(reconnects)}"#)
    var actions: [Action] = []
    for action in answer["actions"].map({ Array($0.elements) }) ?? [] {
      actions.append(
        Action(
          name: action["name"]?.string ?? "", events: action["events"]?.elements.map { $0.text() } ?? [],
          forgotten: action["forgotten"].map { Array($0.elements) } ?? []))
    }
    return (actions, try state(in: answer))
  }

  /// The result of performing actions.
  struct Performed {
    var events: [String]
    var problems: [String]
    var state: JSONValue
  }

  /// Runs lines of JavaScript, each as one user action: `block(id)` is a block, and `dialog(id, change)` opens a
  /// mutator's dialog.
  func perform(_ actions: [String]) throws -> Performed {
    let request = JSONValue.building { json in
      json.beginObject()
      json.member("do", "perform")
      json.key("actions")
      json.beginArray()
      for action in actions { json.string(action) }
      json.endArray()
      json.endObject()
    }
    let answer = try answer(request.text())
    return Performed(
      events: answer["events"]?.elements.map { $0.text() } ?? [],
      problems: answer["problems"]?.elements.compactMap(\.string) ?? [], state: try state(in: answer))
  }

  /// The code of the program by language, and whether it has a statement suffix. No code if Blockly loads another program
  /// than it saved.
  func generate(
    isZeroBased: Bool, isTraced: Bool = false, hasHelpers: Bool = false
  ) throws -> (code: [String: String], isSuffixed: Bool) {
    let setting = #"{"zeroBased":\#(isZeroBased),"traced":\#(isTraced),"helpers":\#(hasHelpers)}"#
    let answer = try answer(#"{"do":"generate","setting":\#(setting)}"#)
    let code = answer["code"]?.members.map { ($0.key, $0.value.string ?? "") } ?? []
    return (Dictionary(code) { first, _ in first }, answer["suffixed"]?.boolean ?? false)
  }

  /// Runs the program's JavaScript.
  /// - Returns: the ids of the statements in the order in which they ran.
  func trace() throws -> [String] {
    try answer(#"{"do":"trace"}"#)["trace"]?.elements.compactMap(\.string) ?? []
  }

  func undo(_ count: Int) throws -> JSONValue { try state(in: answer(#"{"do":"undo","count":\#(count)}"#)) }

  private func answer(_ request: String) throws -> JSONValue {
    let answer = try JSONParser.parse(Array(try program.answer(to: request).utf8))
    if let error = answer["error"]?.string { throw Failure(description: error) }
    return answer
  }

  private func state(in answer: JSONValue) throws -> JSONValue {
    guard let state = answer["state"] else { throw Failure(description: "an answer without the program") }
    return state
  }
}
