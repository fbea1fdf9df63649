import BlockModel
import Markup

/// Reads Blockly's XML: the names of Blockly 12 and those of its former years.
struct XMLProgramReader {
  private var program = ProgramSnapshot()

  /// A block that waits to be read, in the place where it stands.
  private struct Waiting {
    var element: XMLElement
    var parent: Int
    var slot: BlockSnapshot.Slot
    var isCovered: Bool
  }

  /// Reads a whole program.
  /// - Throws: `ProgramFault` where the text is no program.
  static func read(_ root: XMLElement) throws -> ProgramSnapshot {
    var reader = XMLProgramReader()
    try reader.readProgram(root)
    reader.program.blocks.countRecords()
    return reader.program
  }

  /// Reads one block with all inside it, as an event or the clipboard holds it.
  static func readBlock(_ source: XMLElement) -> BlockSnapshot {
    var reader = XMLProgramReader()
    reader.readBlocks(from: source)
    reader.program.blocks.countRecords()
    return reader.program.blocks
  }

  private mutating func readProgram(_ root: XMLElement) throws {
    guard root.name == "xml" else {
      throw ProgramFault(place: root.offset, cause: "the root element is <\(root.qualifiedName)>, not Blockly's <xml>")
    }
    program.unknownParts.attributes = root.attributes.filter { $0.name != "xmlns" }
    for node in root.nodes {
      switch node {
      case .text(let text):
        program.findings.append((root.offset, "text stands directly in <xml> and is left out: “\(text.prefix(30))”"))
      case .comment: keep(node)
      case .element(let element): readTop(element)
      }
    }
  }

  private mutating func readTop(_ element: XMLElement) {
    switch element.name {
    case "block", "shadow": readBlocks(from: element)
    case "variables":
      program.declaresVariables = true
      for variable in element.elements where variable.name == "variable" {
        program.variables.append(
          VariableReference(
            id: variable[attribute: "id"], name: variable.text, type: variable[attribute: "type"]))
      }
    case "comment":
      program.comments.append((workspaceComment(element), program.topCount))
    case OwnParts.elementName:
      program.unknownParts.members += OwnParts.members(in: element) ?? []
    default:
      keep(.element(element))
      program.findings.append(
        (element.offset, "<\(element.qualifiedName)> does not belong directly into <xml>; it is kept"))
    }
  }

  private mutating func keep(_ node: XMLElement.Node) {
    if case .element(let element) = node { program.unknownParts.elements.append(element.detached) }
  }

  private func workspaceComment(_ element: XMLElement) -> WorkspaceComment {
    var parts = UnknownParts()
    var values: [String: String] = [:]
    for attribute in element.attributes {
      if Self.commentAttributes.contains(attribute.name) {
        values[attribute.name] = attribute.value
      } else {
        parts.attributes.append(attribute)
      }
    }
    func number(_ name: String) -> Double? { values[name].flatMap(Self.coordinate) }
    let id = values["id"]
    let comment = WorkspaceComment(
      id: id ?? BlocklyID.derived(from: "comment \(program.comments.count) \(element.text)"), text: element.text,
      position: WorkspacePoint(x: number("x") ?? 10, y: number("y") ?? 10))
    comment.hasImplicitID = id == nil
    comment.hasImplicitPosition = values["x"] == nil && values["y"] == nil
    if let width = number("w"), let height = number("h") { comment.size = WorkspaceSize(width: width, height: height) }
    comment.isCollapsed = values["collapsed"] == "true"
    comment.isEditable = values["editable"] != "false"
    comment.isMovable = values["movable"] != "false"
    comment.isDeletable = values["deletable"] != "false"
    parts.members = element.elements.flatMap { OwnParts.members(in: $0) ?? [] }
    if !parts.isEmpty { comment.unknownParts = parts }
    return comment
  }

  private static let commentAttributes: Set<String> = [
    "id", "x", "y", "w", "h", "collapsed", "editable", "movable", "deletable",
  ]

  // MARK: - Blocks

  private mutating func readBlocks(from element: XMLElement) {
    var waiting = [Waiting(element: element, parent: -1, slot: .top, isCovered: false)]
    while let next = waiting.popLast() { waiting += readRecord(next).reversed() }
  }

  /// Reads one block and gives back those inside it.
  private mutating func readRecord(_ waiting: Waiting) -> [Waiting] {
    let element = waiting.element
    var record = BlockSnapshot.Record(
      type: element[attribute: "type"] ?? "", id: nil, parent: waiting.parent, slot: waiting.slot)
    record.place = element.offset
    record.isShadow = element.name == "shadow"
    record.isCovered = waiting.isCovered
    var rare = BlockSnapshot.RareState.Values()
    var parts = UnknownParts()
    readAttributes(element, into: &record, &rare, &parts)
    if record.type.isEmpty { program.findings.append((element.offset, "a block has no type; it is kept as it is")) }
    let index = program.blocks.records.count
    var children: [Waiting] = []
    for node in element.nodes {
      switch node {
      case .element(let child): read(child, of: index, into: &record, &rare, &parts, &children)
      case .comment, .text: break
      }
    }
    if !parts.isEmpty { rare.unknownParts = parts }
    if rare != BlockSnapshot.RareState.Values() { record.extra.values = rare }
    program.blocks.records.append(record)
    return children
  }

  private func readAttributes(
    _ element: XMLElement, into record: inout BlockSnapshot.Record, _ rare: inout BlockSnapshot.RareState.Values,
    _ parts: inout UnknownParts
  ) {
    var x: Double?
    var y: Double?
    for attribute in element.attributes {
      let isTrue = attribute.value == "true"
      switch attribute.name {
      case "type": break
      case "id": record.id = attribute.value
      case "x": x = Self.coordinate(attribute.value)
      case "y": y = Self.coordinate(attribute.value)
      case "inline": record.inline = isTrue
      case "collapsed": rare.isCollapsed = isTrue
      case "deletable": rare.isDeletable = attribute.value != "false"
      case "movable": rare.isMovable = attribute.value != "false"
      case "editable": rare.isEditable = attribute.value != "false"
      case "disabled": if isTrue { rare.disabledReasons.append(Block.manuallyDisabled) }
      case "disabled-reasons":
        rare.disabledReasons += attribute.value.split(separator: ",").map { PercentCoding.decode(String($0)) }
      case "xmlns": break
      default: parts.attributes.append(attribute)
      }
    }
    if x != nil || y != nil { record.position = WorkspacePoint(x: x ?? 10, y: y ?? 10) }
  }

  private static func coordinate(_ text: String) -> Double? {
    guard let number = Double(text.filter { !$0.isWhitespace }), number.isFinite, number.magnitude < 1e9 else {
      return nil
    }
    return number
  }

  private mutating func read(
    _ child: XMLElement, of index: Int, into record: inout BlockSnapshot.Record,
    _ rare: inout BlockSnapshot.RareState.Values, _ parts: inout UnknownParts, _ children: inout [Waiting]
  ) {
    switch child.name {
    case "field", "title":
      if !child.hasElements, let name = child[attribute: "name"] {
        record.fields.append(field(child, named: name))
        return
      }
    case "mutation":
      if record.mutation == nil {
        record.mutation = MutationState(xml: child.detached)
        return
      }
    case "comment":
      if rare.comment == nil {
        rare.comment = comment(child)
        return
      }
    case "data":
      if rare.data == nil {
        rare.data = child.text
        return
      }
    case "value", "statement", "next":
      let inside = Array(child.elements)
      let isPlain = inside.allSatisfy { $0.name == "block" || $0.name == "shadow" }
      if isPlain, !inside.isEmpty, child.name == "next" || child[attribute: "name"] != nil {
        let slot: BlockSnapshot.Slot =
          child.name == "next"
          ? .next : .input(name: child[attribute: "name"] ?? "", kind: child.name == "value" ? .value : .statement)
        children += inSlot(inside, slot, of: index)
        return
      }
    case OwnParts.elementName:
      take(OwnParts.members(in: child) ?? [], into: &parts)
      return
    default: break
    }
    parts.elements.append(child.detached)
    program.findings.append((child.offset, "<\(child.qualifiedName)> can't be understood here; it is kept as it is"))
  }

  private func take(_ members: [UnknownParts.Member], into parts: inout UnknownParts) {
    for member in members {
      if member.key == "extraState" {
        parts.extraState = member.value.members.map { UnknownParts.Member(key: $0.key, value: $0.value.detached) }
      } else {
        parts.members.append(member)
      }
    }
  }

  /// The blocks of one slot: a shadow is covered when a real block is there; it comes first.
  private func inSlot(_ inside: [XMLElement], _ slot: BlockSnapshot.Slot, of index: Int) -> [Waiting] {
    let hasReal = inside.contains { $0.name == "block" }
    let shadows = inside.filter { $0.name == "shadow" }
    let reals = inside.filter { $0.name == "block" }
    return shadows.map { Waiting(element: $0, parent: index, slot: slot, isCovered: hasReal) }
      + reals.map { Waiting(element: $0, parent: index, slot: slot, isCovered: false) }
  }

  private func field(_ element: XMLElement, named name: String) -> FieldRecord {
    var reference = VariableReference(name: element.text)
    var isVariable = false
    var state: FieldState?
    var unknown: [XMLAttribute] = []
    for attribute in element.attributes {
      switch attribute.name {
      case "name", "xmlns": break
      case "id":
        reference.id = attribute.value
        isVariable = true
      case "variabletype", "variableType":
        reference.type = attribute.value
        isVariable = true
      case OwnParts.fieldAttribute:
        state = (try? JSONParser.parse(attribute.value)).map(JSONProgramReader.fieldState)
      default: unknown.append(attribute)
      }
    }
    return FieldRecord(
      name: name, state: state ?? (isVariable ? .variable(reference) : .text(element.text)), unknownAttributes: unknown)
  }

  private func comment(_ element: XMLElement) -> BlockComment {
    var comment = BlockComment(text: element.text)
    var numbers: [String: Double] = [:]
    for attribute in element.attributes {
      switch attribute.name {
      case "pinned": comment.isPinned = attribute.value == "true"
      case "h", "w", "x", "y":
        if let number = Self.coordinate(attribute.value) { numbers[attribute.name] = number }
      default: comment.unknownAttributes.append(attribute)
      }
    }
    if let width = numbers["w"], let height = numbers["h"] {
      comment.size = WorkspaceSize(width: width, height: height)
    }
    if let x = numbers["x"], let y = numbers["y"] { comment.position = WorkspacePoint(x: x, y: y) }
    return comment
  }
}
