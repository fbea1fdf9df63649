import BlockModel
import EventQueues
import Markup

/// Reads Blockly's JSON.
struct JSONProgramReader {
  private let tape: JSONTape
  private var program = ProgramContents()
  /// The block types.
  private var types = JSONStringPool()
  /// The names of fields and inputs, the ids of variables and the shortest values of fields.
  private var names = JSONStringPool()
  /// Receives each tree of blocks as soon as it is read; nil when the trees must be collected instead.
  private var takeTree: ((ProgramContents) -> Void)?
  private let knows: (String) -> Bool

  /// The approximate number of tape words per block.
  static let blockSize = 18

  /// A block that has yet to be read, with its location in the tree.
  private struct PendingBlock {
    var index: Int
    var parent: Int
    var slot: BlockSnapshot.Slot
    var isShadow: Bool
    var isCovered: Bool
  }

  private init(
    _ source: JSONValue, knows: @escaping (String) -> Bool = { _ in false },
    takeTree: ((ProgramContents) -> Void)? = nil
  ) {
    tape = JSONTape(of: source)
    self.knows = knows
    self.takeTree = takeTree
    program.listsAllVariables = true
  }

  /// Reads a whole program.
  /// - Parameters:
  ///   - knows: a function that returns whether a block type is known.
  ///   - takeTree: receives one tree of blocks of known types at a time, with everything in the program but the other
  ///     blocks. Building each tree right after reading it makes better use of the processor's caches. The shape of
  ///     blocks of unknown types depends on all other blocks, so the first tree with such a block and all later trees
  ///     are returned instead.
  /// - Throws: `ProgramFault` if the JSON is not a program.
  static func read(
    _ root: JSONValue, knows: @escaping (String) -> Bool, takeTree: @escaping (ProgramContents) -> Void
  ) throws -> ProgramContents {
    // The reader uses the tape's memory directly.
    defer { withExtendedLifetime(root) {} }
    var reader = JSONProgramReader(root, knows: knows, takeTree: takeTree)
    try reader.readProgram(root)
    reader.program.blocks.countRecords()
    return reader.program
  }

  /// Reads one block with its descendants, from an event or the clipboard.
  static func readBlock(_ source: JSONValue) throws -> BlockSnapshot {
    defer { withExtendedLifetime(source) {} }
    var reader = JSONProgramReader(source)
    try reader.readTree(source.tapeIndex)
    reader.program.blocks.countRecords()
    return reader.program.blocks
  }

  /// Reads one workspace comment, from an event.
  static func readComment(_ source: JSONValue) throws -> CommentSnapshot {
    var reader = JSONProgramReader(source)
    return try reader.workspaceComment(source).snapshot
  }

  /// Reads the state of one field.
  static func readFieldState(_ source: JSONValue) -> FieldState {
    defer { withExtendedLifetime(source) {} }
    var reader = JSONProgramReader(source)
    return reader.fieldState(source.tapeIndex)
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
      throw ProgramFault(
        sourceIndex: json.tapeIndex, cause: "“\(key)” is \(NumberText.text(number)), which is out of range")
    }
    return number
  }

  // MARK: - The program

  private mutating func readProgram(_ root: JSONValue) throws {
    guard root.kind == .object else {
      throw ProgramFault(sourceIndex: root.tapeIndex, cause: "the file isn't a JSON object")
    }
    let isProgram = ["blocks", "variables", "workspaceComments"].contains { root[$0] != nil } || root.isEmpty
    guard isProgram else {
      throw ProgramFault(
        sourceIndex: root.tapeIndex, cause: "the JSON isn't a Blockly program: it has no “blocks” and no “variables”",
        isForeign: true)
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
    guard json.kind == .array else {
      throw ProgramFault(sourceIndex: json.tapeIndex, cause: "“\(name)” must be an array")
    }
    return json.elements
  }

  private func object(_ json: JSONValue, _ name: String) throws -> JSONMembers {
    guard json.kind == .object else {
      throw ProgramFault(sourceIndex: json.tapeIndex, cause: "“\(name)” must be an object")
    }
    return json.members
  }

  /// Like `object`, by tape index.
  private func keys(ofObjectAt index: Int, _ name: StaticString) throws -> JSONKeyIndices {
    guard tape.isObject(at: index) else { throw ProgramFault(sourceIndex: index, cause: "“\(name)” must be an object") }
    return tape.keys(ofObjectAt: index)
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
        let source = value.tapeIndex
        var loop = Progress.Loop(of: value.size)
        for block in try array(value, "blocks") {
          loop.reach(block.tapeIndex - source)
          try readTree(block.tapeIndex)
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
        throw ProgramFault(sourceIndex: variable.tapeIndex, cause: "a variable has no “name”")
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
      throw ProgramFault(sourceIndex: json.tapeIndex, cause: "a workspace comment must be an object")
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

  private mutating func readTree(_ index: Int) throws {
    var pending = [PendingBlock(index: index, parent: -1, slot: .top, isShadow: false, isCovered: false)]
    while let next = pending.popLast() {
      let start = pending.count
      try readRecord(next, &pending)
      // Reverse the order, because the last block is read next.
      pending.reverse(from: start)
    }
  }

  /// Reads one block, and appends its child blocks to `children`, in order.
  private mutating func readRecord(_ pending: PendingBlock, _ children: inout [PendingBlock]) throws {
    var type: String?
    var id: String?
    var fields: [FieldRecord] = []
    var isInline: Bool?
    var mutation: MutationState?
    var rare: RareMembers?
    var x: Double?
    var y: Double?
    var inputs: Int?
    var next: Int?
    for key in try keys(ofObjectAt: pending.index, pending.isShadow ? "shadow" : "block") {
      let value = key + 1
      switch tape.key(at: key) {
      case "type":
        var isNew = false
        type = tape.text(at: value).map { types.string($0, isNew: &isNew) }
        if isNew, let type, !knows(type) { takeTree = nil }
      case "id": id = tape.text(at: value)?.string ?? text("id", tape.value(at: value))
      case "fields":
        for field in try keys(ofObjectAt: value, "fields") {
          let field = FieldRecord(name: names.string(tape.key(at: field)), state: fieldState(field + 1))
          // Most blocks have at most one field, for which this array has the right size.
          if fields.isEmpty { fields = [field] } else { fields.append(field) }
        }
      case "inputs": inputs = value
      case "next": next = value
      case "x": x = try number("x", tape.value(at: value))
      case "y": y = try number("y", tape.value(at: value))
      case "inline": isInline = flag("inline", tape.value(at: value))
      case "extraState": mutation = MutationState(json: tape.value(at: value).detached)
      default:
        let members = rare ?? RareMembers()
        rare = members
        try readRare(tape.key(at: key).string, tape.value(at: value), into: members)
      }
    }
    guard let type else { throw ProgramFault(sourceIndex: pending.index, cause: "a block has no “type”") }
    if type.isEmpty {
      program.find(.problem, at: pending.index, "a block has an empty type; it is kept as it is")
    }
    try ProgramContents.check(fieldCount: fields.count, at: pending.index)
    let index = program.blocks.records.count
    program.appendBlock(type: type, id: id, parent: pending.parent, slot: pending.slot)
    program.blocks.records[index].sourceIndex = pending.index
    program.blocks.records[index].isShadow = pending.isShadow || pending.slot == .top && rare?.isShadow == true
    program.blocks.records[index].isCovered = pending.isCovered
    program.blocks.records[index].fields = fields
    if let isInline { program.blocks.records[index].inline = isInline }
    if let mutation { program.blocks.records[index].mutation = mutation }
    if x != nil || y != nil { program.blocks.records[index].position = WorkspacePoint(x: x ?? 0, y: y ?? 0) }
    if let rare { program.blocks.records[index].createdExtras.values = rare.extras }
    if let inputs { try appendInputs(inputs, rare, parent: index, to: &children) }
    if let next { try appendChildren(of: next, .next, parent: index, to: &children) }
  }

  private mutating func appendInputs(
    _ inputs: Int, _ rare: RareMembers?, parent: Int, to children: inout [PendingBlock]
  ) throws {
    let start = children.count
    for key in try keys(ofObjectAt: inputs, "inputs") {
      let name = names.string(tape.key(at: key))
      try appendChildren(of: key + 1, .input(name: name, kind: rare?.inputKinds[name]), parent: parent, to: &children)
      if children.count - start > 2 * ProgramContents.mostParts {
        throw ProgramFault(sourceIndex: inputs, cause: "a block has more than \(ProgramContents.mostParts) inputs")
      }
    }
  }

  private func appendChildren(
    of index: Int, _ slot: BlockSnapshot.Slot, parent: Int, to children: inout [PendingBlock]
  ) throws {
    var shadow: Int?
    var real: Int?
    for key in try keys(ofObjectAt: index, "input") {
      switch tape.key(at: key) {
      case "shadow": shadow = key + 1
      case "block": real = key + 1
      default:
        throw ProgramFault(sourceIndex: key + 1, cause: "“\(tape.key(at: key).string)” is neither “block” nor “shadow”")
      }
    }
    if let shadow {
      children.append(PendingBlock(index: shadow, parent: parent, slot: slot, isShadow: true, isCovered: real != nil))
    }
    if let real {
      children.append(PendingBlock(index: real, parent: parent, slot: slot, isShadow: false, isCovered: false))
    }
  }

  /// Returns the field state for a JSON value.
  private mutating func fieldState(_ index: Int) -> FieldState {
    if let text = tape.text(at: index) {
      return .text(text.count <= Self.longestCachedValue ? names.string(text) : text.string)
    }
    let json = tape.value(at: index)
    switch json.kind {
    case .string: return .text(json.string ?? "")
    case .number:
      let number = json.number ?? 0
      return json.numeral.map { .numeral($0, value: number, isQuoted: false) } ?? .number(number)
    case .boolean: return .boolean(json.boolean ?? false)
    case .object:
      var reference = VariableReference()
      for key in tape.keys(ofObjectAt: index) {
        let text = tape.text(at: key + 1)
        switch tape.key(at: key) {
        case "id": reference.id = text.map { names.string($0) }
        case "name": reference.name = text?.string
        case "type": reference.type = text?.string
        default: return .json(json.detached)
        }
      }
      return reference.id == nil ? .json(json.detached) : .variable(reference)
    case .array, .null: return .json(json.detached)
    }
  }

  /// Longer texts rarely recur.
  private static let longestCachedValue = 15

  /// The members that few blocks have.
  private final class RareMembers {
    var extras = BlockSnapshot.Extras.Values()
    /// The kinds of inputs that can't be inferred from the JSON alone.
    var inputKinds: [String: Input.Kind] = [:]
    /// Whether the block is a shadow although it is in no input.
    var isShadow = false
  }

  private mutating func readRare(_ key: String, _ value: JSONValue, into members: RareMembers) throws {
    // Take the only reference, so that many unknown members are not copied each time.
    var parts = members.extras.unknownParts.take() ?? UnknownParts()
    switch key {
    case "collapsed": members.extras.isCollapsed = flag(key, value) ?? false
    case "deletable": members.extras.isDeletable = flag(key, value) ?? true
    case "movable": members.extras.isMovable = flag(key, value) ?? true
    case "editable": members.extras.isEditable = flag(key, value) ?? true
    case "enabled": if flag(key, value) == false { members.extras.disabledReasons.append(Block.manuallyDisabled) }
    case "disabledReasons":
      if value.kind != .array { leaveOut(key, value, expected: "an array") }
      for reason in value.elements {
        if let content = text("a reason in disabledReasons", reason) { members.extras.disabledReasons.append(content) }
      }
    case "data": members.extras.data = text(key, value)
    case "icons":
      for (name, icon) in try object(value, "icons") {
        if name == "comment", icon.kind == .object {
          members.extras.comment = try comment(icon)
        } else {
          parts.members.append(
            UnknownParts.Member(key: "icons", value: .object([name: icon]).detached))
        }
      }
    case MortiseExtras.memberName:
      members.inputKinds = MortiseExtras.take(value, into: &parts)
      members.isShadow = value[MortiseExtras.shadowName]?.boolean == true
    default: parts.members.append(UnknownParts.Member(key: key, value: value.detached))
    }
    if !parts.isEmpty { members.extras.unknownParts = parts }
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
