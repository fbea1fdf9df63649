import BlockModel
import Markup

/// Reads Blockly's JSON.
struct JSONProgramReader {
  private var program = ProgramSnapshot()
  /// Caches block types, which occur repeatedly.
  private var types = JSONStringPool()
  /// Receives each tree of blocks as soon as it is read; nil when the trees must be collected instead.
  private var takeTree: ((ProgramSnapshot) -> Void)?
  private let knows: (String) -> Bool

  /// The approximate number of tape words per block.
  static let blockSize = 18

  /// A block that has yet to be read, with its location in the tree.
  private struct PendingBlock {
    var json: JSONValue
    var parent: Int
    var slot: BlockSnapshot.Slot
    var isShadow: Bool
    var isCovered: Bool
  }

  private init(knows: @escaping (String) -> Bool = { _ in false }, takeTree: ((ProgramSnapshot) -> Void)? = nil) {
    self.knows = knows
    self.takeTree = takeTree
    program.listsAllVariables = true
  }

  /// Reads a whole program.
  /// - Parameters:
  ///   - knows: returns whether a block type is known.
  ///   - takeTree: receives one tree of blocks of known types at a time, with everything in the program but the other
  ///     blocks. Building each tree right after reading it makes better use of the processor's caches. The shape of
  ///     blocks of unknown types depends on all other blocks, so the first tree with such a block and all later trees
  ///     are returned instead.
  /// - Throws: `ProgramFault` if the JSON is not a program.
  static func read(
    _ root: JSONValue, knows: @escaping (String) -> Bool, takeTree: @escaping (ProgramSnapshot) -> Void
  ) throws -> ProgramSnapshot {
    var reader = JSONProgramReader(knows: knows, takeTree: takeTree)
    try reader.readProgram(root)
    reader.program.blocks.countRecords()
    return reader.program
  }

  /// Reads one block with its descendants, from an event or the clipboard.
  static func readBlock(_ source: JSONValue) throws -> BlockSnapshot {
    var reader = JSONProgramReader()
    try reader.readTree(source)
    reader.program.blocks.countRecords()
    return reader.program.blocks
  }

  /// Reads one workspace comment, from an event.
  static func readComment(_ source: JSONValue) throws -> CommentSnapshot {
    var reader = JSONProgramReader()
    return try reader.workspaceComment(source).snapshot
  }

  // MARK: - Values of the wrong kind

  /// Reports a value that is ignored because it is of the wrong kind.
  private mutating func leaveOut(_ key: String, _ json: JSONValue, expected: String) {
    program.find(
      .repair, at: json.tapeIndex, "“\(key)” must be \(expected), not \(json.kind.description); it is ignored")
  }

  private mutating func flag(_ key: String, _ json: JSONValue) -> Bool? {
    if json.boolean == nil { leaveOut(key, json, expected: "true or false") }
    return json.boolean
  }

  private mutating func text(_ key: String, _ json: JSONValue?) -> String? {
    guard let json else { return nil }
    if json.string == nil { leaveOut(key, json, expected: "a string") }
    return json.string
  }

  /// Reads a number of workspace units.
  /// - Throws: `ProgramFault` when it is out of range.
  private mutating func number(_ key: String, _ json: JSONValue?) throws -> Double? {
    guard let json else { return nil }
    guard let number = json.number else {
      leaveOut(key, json, expected: "a number")
      return nil
    }
    guard number.magnitude < 1e9 else {
      throw ProgramFault(place: json.tapeIndex, cause: "“\(key)” is \(NumberText.text(number)), which is out of range")
    }
    return number
  }

  // MARK: - The program

  private mutating func readProgram(_ root: JSONValue) throws {
    guard root.kind == .object else {
      throw ProgramFault(place: root.tapeIndex, cause: "the file isn't a JSON object")
    }
    let isProgram = ["blocks", "variables", "workspaceComments"].contains { root[$0] != nil } || root.isEmpty
    guard isProgram else {
      throw ProgramFault(
        place: root.tapeIndex, cause: "the JSON isn't a Blockly program: it has no “blocks” and no “variables”")
    }
    // Read blocks last, because they refer to variables.
    for (key, value) in root.members {
      switch key {
      case "blocks": break
      case "variables": try readVariables(value)
      case "workspaceComments":
        for comment in try array(value, "workspaceComments") {
          let before = comment[MortiseExtras.memberName]?["blocksBefore"]?.integer ?? 0
          program.comments.append((try workspaceComment(comment), before))
        }
      case MortiseExtras.memberName:
        _ = MortiseExtras.take(value, into: &program.unknownParts)
        program.foreignNodes = MortiseExtras.foreignNodes(in: value)
        program.foreignNodes += program.unknownParts.elements.map { (ForeignNode(.element($0)), behind: .max) }
        program.unknownParts.elements = []
      default: program.unknownParts.members.append(UnknownParts.Member(key: key, value: value.detached))
      }
    }
    for (key, value) in root.members where key == "blocks" { try readBlocks(value) }
  }

  private func array(_ json: JSONValue, _ name: String) throws -> JSONElements {
    guard json.kind == .array else { throw ProgramFault(place: json.tapeIndex, cause: "“\(name)” must be an array") }
    return json.elements
  }

  private func object(_ json: JSONValue, _ name: String) throws -> JSONMembers {
    guard json.kind == .object else { throw ProgramFault(place: json.tapeIndex, cause: "“\(name)” must be an object") }
    return json.members
  }

  /// Like `object`, for comparing keys.
  private func keyedMembers(_ json: JSONValue, _ name: String) throws -> JSONKeyedMembers {
    guard json.kind == .object else { throw ProgramFault(place: json.tapeIndex, cause: "“\(name)” must be an object") }
    return json.keyedMembers
  }

  private mutating func readBlocks(_ json: JSONValue) throws {
    program.listsBlocks = true
    for (key, value) in try object(json, "blocks") {
      switch key {
      case "languageVersion":
        if value.integer != 0 {
          let version = value.text().prefix(30)
          program.find(.repair, at: value.tapeIndex, "the language version is \(version), not 0; it is read as 0")
        }
      case "blocks":
        for block in try array(value, "blocks") {
          try readTree(block)
          if let takeTree {
            program.blocks.countRecords()
            takeTree(program)
            program.blocks.records.removeAll(keepingCapacity: true)
          }
        }
      default:
        program.find(.repair, at: value.tapeIndex, "“\(key)” doesn't belong in “blocks”; it is ignored")
      }
    }
  }

  private mutating func readVariables(_ json: JSONValue) throws {
    program.declaresVariables = true
    for variable in try array(json, "variables") {
      guard let name = variable["name"]?.string else {
        throw ProgramFault(place: variable.tapeIndex, cause: "a variable has no “name”")
      }
      if name.isEmpty { program.find(.problem, at: variable.tapeIndex, "a variable has no name") }
      let id = text("id", variable["id"])
      let type = text("type", variable["type"])
      let reference = VariableReference(id: id, name: name, type: type)
      program.variables.append((reference, variable.tapeIndex))
    }
  }

  private mutating func workspaceComment(_ json: JSONValue) throws -> WorkspaceComment {
    guard json.kind == .object else {
      throw ProgramFault(place: json.tapeIndex, cause: "a workspace comment must be an object")
    }
    let id = text("id", json["id"])
    let content = text("text", json["text"]) ?? ""
    let comment = WorkspaceComment(
      id: program.commentID(id, text: content, at: json.tapeIndex), text: content,
      position: WorkspacePoint(x: try number("x", json["x"]) ?? 0, y: try number("y", json["y"]) ?? 0))
    comment.hasImplicitID = id == nil
    comment.hasImplicitPosition = json["x"] == nil && json["y"] == nil
    if let width = try number("width", json["width"]), let height = try number("height", json["height"]) {
      comment.size = WorkspaceSize(width: width, height: height)
    }
    comment.isCollapsed = json["collapsed"].flatMap { flag("collapsed", $0) } ?? false
    comment.isEditable = json["editable"].flatMap { flag("editable", $0) } ?? true
    comment.isMovable = json["movable"].flatMap { flag("movable", $0) } ?? true
    comment.isDeletable = json["deletable"].flatMap { flag("deletable", $0) } ?? true
    var parts = UnknownParts()
    for (key, value) in json.members {
      if key == MortiseExtras.memberName {
        _ = MortiseExtras.take(value, into: &parts)
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
    var pending = [PendingBlock(json: json, parent: -1, slot: .top, isShadow: false, isCovered: false)]
    var children: [PendingBlock] = []
    while let next = pending.popLast() {
      try readRecord(next, &children)
      while let child = children.popLast() { pending.append(child) }
    }
  }

  /// Reads one block, and appends its child blocks to `children`, in order.
  private mutating func readRecord(_ pending: PendingBlock, _ children: inout [PendingBlock]) throws {
    let index = program.blocks.records.count
    var record = BlockSnapshot.Record(type: "", id: nil, parent: pending.parent, slot: pending.slot)
    record.place = pending.json.tapeIndex
    record.isShadow = pending.isShadow
    record.isCovered = pending.isCovered
    var extras: BlockSnapshot.Extras.Values?
    var x: Double?
    var y: Double?
    var inputs: JSONValue?
    var next: JSONValue?
    var kinds: [String: Input.Kind] = [:]
    var hasType = false
    for member in try keyedMembers(pending.json, pending.isShadow ? "shadow" : "block") {
      let value = member.value
      switch member {
      case "type":
        hasType = value.kind == .string
        var isNew = false
        record.type = types.string(value, isNew: &isNew) ?? ""
        if isNew, !knows(record.type) { takeTree = nil }
      case "id": record.id = text("id", value)
      case "fields":
        for (name, field) in try object(value, "fields") {
          record.fields.append(FieldRecord(name: name, state: Self.fieldState(field)))
        }
      case "inputs": inputs = value
      case "next": next = value
      case "x": x = try number("x", value)
      case "y": y = try number("y", value)
      case "inline": record.inline = flag("inline", value)
      case "extraState": record.mutation = MutationState(json: value.detached)
      default:
        // Take the only reference, so that many unknown members are not copied each time.
        var values = extras.take() ?? BlockSnapshot.Extras.Values()
        try readExtras(member.key, value, into: &values, &kinds)
        extras = values
      }
    }
    guard hasType else { throw ProgramFault(place: pending.json.tapeIndex, cause: "a block has no “type”") }
    if record.type.isEmpty {
      program.find(.problem, at: pending.json.tapeIndex, "a block has an empty type; it is kept as it is")
    }
    if x != nil || y != nil { record.position = WorkspacePoint(x: x ?? 0, y: y ?? 0) }
    if let extras { record.createdExtras.values = extras }
    try program.append(record)
    if let inputs {
      for (name, slot) in try object(inputs, "inputs") {
        try appendChildren(of: slot, .input(name: name, kind: kinds[name]), parent: index, to: &children)
        if children.count > 2 * ProgramSnapshot.mostParts {
          throw ProgramFault(
            place: inputs.tapeIndex, cause: "a block has more than \(ProgramSnapshot.mostParts) inputs")
        }
      }
    }
    if let next { try appendChildren(of: next, .next, parent: index, to: &children) }
  }

  private func appendChildren(
    of json: JSONValue, _ slot: BlockSnapshot.Slot, parent: Int, to children: inout [PendingBlock]
  ) throws {
    var shadow: JSONValue?
    var real: JSONValue?
    for member in try keyedMembers(json, "input") {
      switch member {
      case "shadow": shadow = member.value
      case "block": real = member.value
      default:
        throw ProgramFault(place: member.value.tapeIndex, cause: "“\(member.key)” is neither “block” nor “shadow”")
      }
    }
    if let shadow {
      children.append(PendingBlock(json: shadow, parent: parent, slot: slot, isShadow: true, isCovered: real != nil))
    }
    if let real {
      children.append(PendingBlock(json: real, parent: parent, slot: slot, isShadow: false, isCovered: false))
    }
  }

  /// Returns the field state for a JSON value.
  static func fieldState(_ json: JSONValue) -> FieldState {
    switch json.kind {
    case .string: return .text(json.string ?? "")
    case .number: return .number(json.number ?? 0)
    case .boolean: return .boolean(json.boolean ?? false)
    case .object:
      var reference = VariableReference()
      for member in json.keyedMembers {
        switch member {
        case "id": reference.id = member.value.string
        case "name": reference.name = member.value.string
        case "type": reference.type = member.value.string
        default: return .json(json.detached)
        }
      }
      return reference.id == nil ? .json(json.detached) : .variable(reference)
    case .array, .null: return .json(json.detached)
    }
  }

  private mutating func readExtras(
    _ key: String, _ value: JSONValue, into extras: inout BlockSnapshot.Extras.Values,
    _ kinds: inout [String: Input.Kind]
  ) throws {
    var parts = extras.unknownParts.take() ?? UnknownParts()
    switch key {
    case "collapsed": extras.isCollapsed = flag(key, value) ?? false
    case "deletable": extras.isDeletable = flag(key, value) ?? true
    case "movable": extras.isMovable = flag(key, value) ?? true
    case "editable": extras.isEditable = flag(key, value) ?? true
    case "enabled": if flag(key, value) == false { extras.disabledReasons.append(Block.manuallyDisabled) }
    case "disabledReasons":
      if value.kind != .array { leaveOut(key, value, expected: "an array") }
      for reason in value.elements {
        if let content = text("a reason in disabledReasons", reason) { extras.disabledReasons.append(content) }
      }
    case "data": extras.data = text(key, value)
    case "icons":
      for (name, icon) in try object(value, "icons") {
        if name == "comment", icon.kind == .object {
          extras.comment = try comment(icon)
        } else {
          parts.members.append(
            UnknownParts.Member(key: "icons", value: .object([name: icon]).detached))
        }
      }
    case MortiseExtras.memberName: kinds = MortiseExtras.take(value, into: &parts)
    default: parts.members.append(UnknownParts.Member(key: key, value: value.detached))
    }
    if !parts.isEmpty { extras.unknownParts = parts }
  }

  private mutating func comment(_ json: JSONValue) throws -> BlockComment {
    var comment = BlockComment(text: text("text", json["text"]) ?? "")
    comment.isPinned = json["pinned"].flatMap { flag("pinned", $0) }
    if let width = try number("width", json["width"]), let height = try number("height", json["height"]) {
      comment.size = WorkspaceSize(width: width, height: height)
    }
    if let x = try number("x", json["x"]), let y = try number("y", json["y"]) {
      comment.position = WorkspacePoint(x: x, y: y)
    }
    return comment
  }
}

extension JSONValue.Kind {
  /// The name of the kind, for messages.
  fileprivate var description: String {
    switch self {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "a number"
    case .boolean: "true or false"
    case .null: "null"
    }
  }
}
