import BlockModel
import Markup

/// Reads Blockly's XML: the names of Blockly 12 and those of its former years.
struct XMLProgramReader {
  private var program = ProgramSnapshot()
  /// How many comments nothing is made of, and where the first one stands.
  private var comments = (count: 0, place: 0)

  /// The type of each variable that has been met, by id.
  private var typesOfVariables: [String: String] = [:]

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
    if reader.comments.count > 0 {
      let what = reader.comments.count == 1 ? "an XML comment is" : "\(reader.comments.count) XML comments are"
      reader.program.find(.note, at: reader.comments.place, "\(what) left out when the program is written")
    }
    return reader.program
  }

  /// Reads one block with all inside it, as an event or the clipboard holds it.
  /// - Throws: `ProgramFault` where the element can't be a block.
  static func readBlock(_ source: XMLElement) throws -> BlockSnapshot {
    var reader = XMLProgramReader()
    try reader.readBlocks(from: source)
    reader.program.blocks.countRecords()
    return reader.program.blocks
  }

  /// Reads one workspace comment, as an event holds it.
  static func readComment(_ source: XMLElement) -> CommentSnapshot {
    var reader = XMLProgramReader()
    return reader.workspaceComment(source).snapshot
  }

  private mutating func readProgram(_ root: XMLElement) throws {
    guard root.name == "xml" else {
      throw ProgramFault(place: root.offset, cause: "the root element is <\(root.qualifiedName)>, not Blockly's <xml>")
    }
    program.unknownParts.attributes = root.attributes.filter { $0.name != "xmlns" }
    for node in root.nodes {
      switch node {
      case .text(let text):
        program.find(
          .repair, at: root.offset, "text stands directly in <xml> and is left out: “\(text.trimmingSpaces.prefix(30))”"
        )
      case .comment, .instruction: keepForeign(node)
      case .element(let element): try readTop(element)
      }
    }
  }

  /// Comments have no place of their own, so they are reported where what holds them begins.
  private mutating func noteComment(in element: XMLElement) {
    if comments.count == 0 { comments.place = element.offset }
    comments.count += 1
  }

  private mutating func keepForeign(_ node: XMLElement.Node) {
    let count = program.topCount + program.comments.count
    program.foreignNodes.append(
      (ForeignNode(node, precedesVariables: count == 0 && !program.declaresVariables), behind: count))
  }

  private mutating func readTop(_ element: XMLElement) throws {
    switch element.name {
    case "block", "shadow": try readBlocks(from: element)
    case "variables":
      if program.declaresVariables || program.topCount > 0 {
        let fault = program.declaresVariables ? "is here a second time" : "stands behind a block"
        program.find(.problem, at: element.offset, "<variables> \(fault); Blockly takes it once, before all blocks")
      }
      program.declaresVariables = true
      for variable in element.elements where variable.name == "variable" {
        let id = variable[attribute: "id"]
        if variable.text.isEmpty { program.find(.problem, at: variable.offset, "a variable has no name") }
        let reference = VariableReference(
          id: id, name: variable.text, type: variable[attribute: "type"])
        program.variables.append((reference, variable.offset))
        if let id, typesOfVariables[id] == nil { typesOfVariables[id] = reference.type ?? "" }
      }
    case "comment":
      program.comments.append((workspaceComment(element), program.topCount))
    case OwnParts.elementName:
      program.unknownParts.members += OwnParts.members(in: element) ?? []
    default:
      keepForeign(.element(element.detached))
      program.find(
        .problem, at: element.offset, "<\(element.qualifiedName)> does not belong directly into <xml>; it is kept")
    }
  }

  private mutating func workspaceComment(_ element: XMLElement) -> WorkspaceComment {
    var parts = UnknownParts()
    var values: [String: String] = [:]
    for attribute in element.attributes {
      if Self.commentAttributes.contains(attribute.name) {
        values[attribute.name] = attribute.value
      } else if attribute.name != "xmlns" {
        parts.attributes.append(attribute)
      }
    }
    let numbers = ["x", "y", "w", "h"].map { name in
      values[name].flatMap { coordinate($0, at: element.offset, isSize: name == "w" || name == "h") }
    }
    let id = values["id"]
    let comment = WorkspaceComment(
      id: program.commentID(id, text: element.text, at: element.offset), text: element.text,
      position: WorkspacePoint(x: numbers[0] ?? 10, y: numbers[1] ?? 10))
    comment.hasImplicitID = id == nil
    comment.hasImplicitPosition = values["x"] == nil && values["y"] == nil
    if let width = numbers[2], let height = numbers[3] { comment.size = WorkspaceSize(width: width, height: height) }
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

  private mutating func readBlocks(from element: XMLElement) throws {
    var waiting = [Waiting(element: element, parent: -1, slot: .top, isCovered: false)]
    while let next = waiting.popLast() { waiting += try readRecord(next).reversed() }
  }

  /// Reads one block and gives back those inside it.
  private mutating func readRecord(_ waiting: Waiting) throws -> [Waiting] {
    let element = waiting.element
    var record = BlockSnapshot.Record(
      type: element[attribute: "type"] ?? "", id: nil, parent: waiting.parent, slot: waiting.slot)
    record.place = element.offset
    record.isShadow = element.name == "shadow"
    record.isCovered = waiting.isCovered
    var rare = BlockSnapshot.RareState.Values()
    var parts = UnknownParts()
    readAttributes(element, into: &record, &rare, &parts)
    if record.type.isEmpty {
      program.find(.problem, at: element.offset, "a block has no type; it is kept as it is")
    }
    let index = program.blocks.records.count
    var children: [Waiting] = []
    for node in element.nodes {
      switch node {
      case .element(let child): read(child, of: index, into: &record, &rare, &parts, &children)
      case .comment, .instruction: noteComment(in: element)
      case .text(let text):
        program.find(
          .repair, at: element.offset,
          "text stands directly in <\(element.qualifiedName)> and is left out: “\(text.trimmingSpaces.prefix(30))”")
      }
    }
    if children.count > 2 * ProgramSnapshot.mostParts {
      throw ProgramFault(place: element.offset, cause: "a block has more than \(ProgramSnapshot.mostParts) inputs")
    }
    if record.fields.count > 1 { keepFormerFields(of: element, &record, &parts) }
    if !parts.isEmpty { rare.unknownParts = parts }
    if rare != BlockSnapshot.RareState.Values() { record.extra.values = rare }
    try program.append(record)
    return children
  }

  private mutating func readAttributes(
    _ element: XMLElement, into record: inout BlockSnapshot.Record, _ rare: inout BlockSnapshot.RareState.Values,
    _ parts: inout UnknownParts
  ) {
    var x: Double?
    var y: Double?
    for attribute in element.attributes {
      switch attribute.name {
      case "type": break
      case "id": record.id = attribute.value
      case "x": x = coordinate(attribute.value, at: element.offset)
      case "y": y = coordinate(attribute.value, at: element.offset)
      case "inline": record.inline = flag(attribute, of: element)
      case "collapsed": rare.isCollapsed = flag(attribute, of: element) ?? false
      case "deletable": rare.isDeletable = flag(attribute, of: element) ?? true
      case "movable": rare.isMovable = flag(attribute, of: element) ?? true
      case "editable": rare.isEditable = flag(attribute, of: element) ?? true
      case "disabled":
        if flag(attribute, of: element) == true { rare.disabledReasons.append(Block.manuallyDisabled) }
      case "disabled-reasons":
        rare.disabledReasons += attribute.value.split(separator: ",", omittingEmptySubsequences: false)
          .map { PercentCoding.decode(String($0)) }
      case "xmlns": break
      default: parts.attributes.append(attribute)
      }
    }
    if x != nil || y != nil { record.position = WorkspacePoint(x: x ?? 10, y: y ?? 10) }
  }

  /// true or false; nil for anything else, which is left out.
  private mutating func flag(_ attribute: XMLAttribute, of element: XMLElement) -> Bool? {
    switch attribute.value {
    case "true": return true
    case "false": return false
    default:
      program.find(
        .repair, at: element.offset,
        "\(attribute.name)=“\(attribute.value.prefix(30))” is neither true nor false and is left out")
      return nil
    }
  }

  /// A number of workspace units; nil for what is none, which is left out.
  private mutating func coordinate(_ text: String, at place: Int, isSize: Bool = false) -> Double? {
    if let number = Double(text.filter { !$0.isWhitespace }), number.isFinite, number.magnitude < 1e9 { return number }
    let what = isSize ? "size" : "coordinate"
    program.find(.repair, at: place, "the \(what) “\(text.prefix(30))” is no number in range and is left out")
    return nil
  }

  private mutating func read(
    _ child: XMLElement, of index: Int, into record: inout BlockSnapshot.Record,
    _ rare: inout BlockSnapshot.RareState.Values, _ parts: inout UnknownParts, _ children: inout [Waiting]
  ) {
    switch child.name {
    case "field", "title":
      if OwnParts.isField(child), let name = child[attribute: "name"] {
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
    program.find(
      .problem, at: child.offset, "<\(child.qualifiedName)> can't be understood here; it is kept as it is")
  }

  /// Of several fields with one name the last one counts, as in Blockly; the elements of the others are kept.
  private mutating func keepFormerFields(
    of element: XMLElement, _ record: inout BlockSnapshot.Record, _ parts: inout UnknownParts
  ) {
    var names: Set<String> = []
    let last = record.fields.reversed().filter { names.insert($0.name).inserted }
    guard last.count < record.fields.count else { return }
    record.fields = last.reversed()
    for child in Array(element.elements).reversed() where OwnParts.isField(child) {
      guard let name = child[attribute: "name"], names.remove(name) == nil else { continue }
      parts.formerFields.append(child.detached)
      program.find(
        .problem, at: child.offset, "another field “\(name)” follows, which counts; this one is kept as it is")
    }
    parts.formerFields.reverse()
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

  private mutating func field(_ element: XMLElement, named name: String) -> FieldRecord {
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
    if let id = reference.id { checkType(of: id, reference.type ?? "", in: element) }
    return FieldRecord(
      name: name, state: state ?? (isVariable ? .variable(reference) : .text(element.text)), unknownAttributes: unknown)
  }

  /// Blockly refuses a field that says another type of its variable, or none where it has one.
  private mutating func checkType(of id: String, _ type: String, in element: XMLElement) {
    let known = typesOfVariables[id] ?? type
    typesOfVariables[id] = known
    func words(_ type: String) -> String { type.isEmpty ? "without a type" : "of the type “\(type)”" }
    if known != type {
      program.find(
        .problem, at: element.offset,
        "the field refers to a variable \(words(type)), but “\(element.text.prefix(30))” is one \(words(known))")
    }
  }

  private mutating func comment(_ element: XMLElement) -> BlockComment {
    var comment = BlockComment(text: element.text)
    var numbers: [String: Double] = [:]
    for attribute in element.attributes {
      switch attribute.name {
      case "pinned": comment.isPinned = attribute.value == "true"
      case "h", "w", "x", "y":
        let isSize = attribute.name == "h" || attribute.name == "w"
        if let number = coordinate(attribute.value, at: element.offset, isSize: isSize) {
          numbers[attribute.name] = number
        }
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
