import BlockModel
import Markup

/// Reads Blockly's JSON.
struct JSONProgramReader {
  private var program = ProgramSnapshot()

  /// A block that waits to be read, in the place where it stands.
  private struct Waiting {
    var json: JSONValue
    var parent: Int
    var slot: BlockSnapshot.Slot
    var isShadow: Bool
    var isCovered: Bool
  }

  /// Reads a whole program.
  /// - Throws: `ProgramFault` where the text is no program.
  static func read(_ root: JSONValue) throws -> ProgramSnapshot {
    var reader = JSONProgramReader()
    try reader.readProgram(root)
    reader.program.blocks.countRecords()
    return reader.program
  }

  /// Reads one block with all inside it, as an event or the clipboard holds it.
  static func readBlock(_ source: JSONValue) throws -> BlockSnapshot {
    var reader = JSONProgramReader()
    try reader.readTree(source)
    reader.program.blocks.countRecords()
    return reader.program.blocks
  }

  private mutating func readProgram(_ root: JSONValue) throws {
    guard root.kind == .object else {
      throw ProgramFault(place: root.place, cause: "the file is no JSON object")
    }
    let isProgram = ["blocks", "variables", "workspaceComments"].contains { root[$0] != nil } || root.isEmpty
    guard isProgram else {
      throw ProgramFault(
        place: root.place, cause: "the JSON is no Blockly program: it has no “blocks” and no “variables”")
    }
    for (key, value) in root.members {
      switch key {
      case "blocks": try readBlocks(value)
      case "variables": try readVariables(value)
      case "workspaceComments":
        for comment in try array(value, "workspaceComments") {
          let before = comment[OwnParts.memberName]?["blocksBefore"]?.integer ?? 0
          program.comments.append((try workspaceComment(comment), before))
        }
      case OwnParts.memberName: _ = OwnParts.take(value, into: &program.unknownParts)
      default: program.unknownParts.members.append(UnknownParts.Member(key: key, value: value.detached))
      }
    }
  }

  private func array(_ json: JSONValue, _ name: String) throws -> JSONElements {
    guard json.kind == .array else { throw ProgramFault(place: json.place, cause: "“\(name)” must be an array") }
    return json.elements
  }

  private func object(_ json: JSONValue, _ name: String) throws -> JSONMembers {
    guard json.kind == .object else { throw ProgramFault(place: json.place, cause: "“\(name)” must be an object") }
    return json.members
  }

  private mutating func readBlocks(_ json: JSONValue) throws {
    for (key, value) in try object(json, "blocks") {
      switch key {
      case "languageVersion":
        if value.integer != 0 {
          program.findings.append((value.place, "the language version is \(value.text()), not 0; it is read as 0"))
        }
      case "blocks": for block in try array(value, "blocks") { try readTree(block) }
      default:
        program.findings.append((value.place, "“\(key)” does not belong into “blocks”; it is left out"))
      }
    }
  }

  private mutating func readVariables(_ json: JSONValue) throws {
    program.declaresVariables = true
    for variable in try array(json, "variables") {
      guard let name = variable["name"]?.string else {
        throw ProgramFault(place: variable.place, cause: "a variable has no “name”")
      }
      program.variables.append(
        VariableReference(id: variable["id"]?.string, name: name, type: variable["type"]?.string))
    }
  }

  private func workspaceComment(_ json: JSONValue) throws -> WorkspaceComment {
    guard json.kind == .object else {
      throw ProgramFault(place: json.place, cause: "a workspace comment must be an object")
    }
    let id = json["id"]?.string
    let comment = WorkspaceComment(
      id: id ?? BlocklyID.derived(from: "comment \(program.comments.count) \(json["text"]?.string ?? "")"),
      text: json["text"]?.string ?? "",
      position: WorkspacePoint(x: json["x"]?.number ?? 0, y: json["y"]?.number ?? 0))
    comment.hasImplicitID = id == nil
    comment.hasImplicitPosition = json["x"] == nil && json["y"] == nil
    if let width = json["width"]?.number, let height = json["height"]?.number {
      comment.size = WorkspaceSize(width: width, height: height)
    }
    comment.isCollapsed = json["collapsed"]?.boolean == true
    comment.isEditable = json["editable"]?.boolean != false
    comment.isMovable = json["movable"]?.boolean != false
    comment.isDeletable = json["deletable"]?.boolean != false
    var parts = UnknownParts()
    for (key, value) in json.members {
      if key == OwnParts.memberName {
        _ = OwnParts.take(value, into: &parts)
      } else if !Self.commentKeys.contains(key) {
        parts.members.append(UnknownParts.Member(key: key, value: value.detached))
      }
    }
    if !parts.isEmpty { comment.unknownParts = parts }
    return comment
  }

  private static let commentKeys: Set<String> = [
    "id", "text", "x", "y", "width", "height", "collapsed", "editable", "movable", "deletable",
  ]

  // MARK: - Blocks

  private mutating func readTree(_ json: JSONValue) throws {
    var waiting = [Waiting(json: json, parent: -1, slot: .top, isShadow: false, isCovered: false)]
    var children: [Waiting] = []
    while let next = waiting.popLast() {
      try readRecord(next, &children)
      while let child = children.popLast() { waiting.append(child) }
    }
  }

  /// Reads one block; `children` receives those inside it, in order.
  private mutating func readRecord(_ waiting: Waiting, _ children: inout [Waiting]) throws {
    let index = program.blocks.records.count
    var record = BlockSnapshot.Record(type: "", id: nil, parent: waiting.parent, slot: waiting.slot)
    record.place = waiting.json.place
    record.isShadow = waiting.isShadow
    record.isCovered = waiting.isCovered
    var rare: BlockSnapshot.RareState.Values?
    var x: Double?
    var y: Double?
    var inputs: JSONValue?
    var next: JSONValue?
    var kinds: [String: Input.Kind] = [:]
    for (key, value) in try object(waiting.json, waiting.isShadow ? "shadow" : "block") {
      switch key {
      case "type": record.type = value.string ?? ""
      case "id": record.id = value.string
      case "x": x = try coordinate(value)
      case "y": y = try coordinate(value)
      case "inline": record.inline = value.boolean
      case "fields":
        for (name, field) in try object(value, "fields") {
          record.fields.append(FieldRecord(name: name, state: Self.fieldState(field)))
        }
      case "inputs": inputs = value
      case "next": next = value
      case "extraState": record.mutation = MutationState(json: value.detached)
      default:
        var values = rare ?? BlockSnapshot.RareState.Values()
        try readRare(key, value, into: &values, &kinds)
        rare = values
      }
    }
    guard !record.type.isEmpty else { throw ProgramFault(place: waiting.json.place, cause: "a block has no “type”") }
    if x != nil || y != nil { record.position = WorkspacePoint(x: x ?? 0, y: y ?? 0) }
    if let rare { record.extra.values = rare }
    program.blocks.records.append(record)
    if let inputs {
      for (name, slot) in try object(inputs, "inputs") {
        try appendChildren(of: slot, .input(name: name, kind: kinds[name]), parent: index, to: &children)
      }
    }
    if let next { try appendChildren(of: next, .next, parent: index, to: &children) }
  }

  private func coordinate(_ json: JSONValue) throws -> Double? {
    guard let number = json.number else { return nil }
    guard number.magnitude < 1e9 else {
      throw ProgramFault(place: json.place, cause: "the coordinate \(NumberText.text(number)) is out of range")
    }
    return number
  }

  private func appendChildren(
    of json: JSONValue, _ slot: BlockSnapshot.Slot, parent: Int, to children: inout [Waiting]
  ) throws {
    var shadow: JSONValue?
    var real: JSONValue?
    for (key, value) in try object(json, "input") {
      switch key {
      case "shadow": shadow = value
      case "block": real = value
      default: throw ProgramFault(place: value.place, cause: "“\(key)” is neither “block” nor “shadow”")
      }
    }
    if let shadow {
      children.append(Waiting(json: shadow, parent: parent, slot: slot, isShadow: true, isCovered: real != nil))
    }
    if let real { children.append(Waiting(json: real, parent: parent, slot: slot, isShadow: false, isCovered: false)) }
  }

  /// The state that a JSON value holds.
  static func fieldState(_ json: JSONValue) -> FieldState {
    switch json.kind {
    case .string: return .text(json.string ?? "")
    case .number: return .number(json.number ?? 0)
    case .boolean: return .boolean(json.boolean ?? false)
    case .object:
      guard let id = json["id"]?.string, json.members.allSatisfy({ ["id", "name", "type"].contains($0.key) })
      else { return .json(json.detached) }
      return .variable(VariableReference(id: id, name: json["name"]?.string, type: json["type"]?.string))
    case .array, .null: return .json(json.detached)
    }
  }

  private func readRare(
    _ key: String, _ value: JSONValue, into rare: inout BlockSnapshot.RareState.Values,
    _ kinds: inout [String: Input.Kind]
  ) throws {
    var parts = rare.unknownParts ?? UnknownParts()
    switch key {
    case "collapsed": rare.isCollapsed = value.boolean == true
    case "deletable": rare.isDeletable = value.boolean != false
    case "movable": rare.isMovable = value.boolean != false
    case "editable": rare.isEditable = value.boolean != false
    case "enabled": if value.boolean == false { rare.disabledReasons.append(Block.manuallyDisabled) }
    case "disabledReasons": rare.disabledReasons += value.elements.compactMap(\.string)
    case "data": rare.data = value.string
    case "icons":
      for (name, icon) in try object(value, "icons") {
        if name == "comment", icon.kind == .object {
          rare.comment = comment(icon)
        } else {
          parts.members.append(
            UnknownParts.Member(key: "icons", value: .object([name: icon]).detached))
        }
      }
    case OwnParts.memberName: kinds = OwnParts.take(value, into: &parts)
    default: parts.members.append(UnknownParts.Member(key: key, value: value.detached))
    }
    if !parts.isEmpty { rare.unknownParts = parts }
  }

  private func comment(_ json: JSONValue) -> BlockComment {
    var comment = BlockComment(text: json["text"]?.string ?? "", isPinned: json["pinned"]?.boolean)
    if let width = json["width"]?.number, let height = json["height"]?.number {
      comment.size = WorkspaceSize(width: width, height: height)
    }
    if let x = json["x"]?.number, let y = json["y"]?.number { comment.position = WorkspacePoint(x: x, y: y) }
    return comment
  }
}
