import BlockModel
import EventQueues
import Markup

/// Reads Blockly's XML, with the names of Blockly 12 and of older versions.
struct XMLProgramReader {
  private var program = ProgramContents()
  /// The number of XML comments that are not kept, and the place of the first one.
  private var comments = (count: 0, sourceIndex: 0)

  /// The type of each variable read so far, by id.
  private var variableTypes: [String: String] = [:]

  /// The approximate number of nodes per block.
  private static let nodesPerBlock = 3

  /// A block that has yet to be read, with its location in the tree.
  private struct PendingBlock {
    var element: XMLElement
    var parent: Int
    var slot: BlockSnapshot.Slot
    var isCovered: Bool
  }

  /// Reads a whole program.
  /// - Throws: `ProgramFault` if the XML is not a program.
  static func read(_ root: XMLElement) throws -> ProgramContents {
    var reader = XMLProgramReader()
    reader.program.blocks.records.reserveCapacity(root.size / nodesPerBlock)
    try reader.readProgram(root)
    reader.program.blocks.countRecords()
    if reader.comments.count > 0 {
      let subject = reader.comments.count == 1 ? "an XML comment is" : "\(reader.comments.count) XML comments are"
      reader.program.find(.note, at: reader.comments.sourceIndex, "\(subject) dropped when the program is written")
    }
    return reader.program
  }

  /// Reads one block with its descendants, from an event or the clipboard.
  /// - Throws: `ProgramFault` when a block has too many fields or inputs.
  static func readBlock(_ source: XMLElement) throws -> BlockSnapshot {
    var reader = XMLProgramReader()
    try reader.readBlocks(from: source)
    reader.program.blocks.countRecords()
    return reader.program.blocks
  }

  /// Reads one workspace comment, from an event.
  static func readComment(_ source: XMLElement) -> CommentSnapshot {
    var reader = XMLProgramReader()
    return reader.workspaceComment(source).snapshot
  }

  private mutating func readProgram(_ root: XMLElement) throws {
    guard root.name == "xml" else {
      throw ProgramFault(
        sourceIndex: root.offset, cause: "the root element is <\(root.qualifiedName)>, not Blockly's <xml>",
        isForeign: true)
    }
    program.unknownParts.attributes = root.attributes.filter { $0.name != "xmlns" }
    var loop = Progress.Loop(of: root.size / Self.nodesPerBlock)
    for node in root.nodes {
      loop.reach(program.blocks.records.count)
      switch node {
      case .text(let text):
        program.find(
          .repair, at: root.offset, "text directly in <xml> is ignored: “\(text.trimmingSpaces.prefix(30))”"
        )
      case .comment, .instruction: keepForeign(node)
      case .element(let element): try readTop(element)
      }
    }
  }

  /// Counts the XML comments and instructions directly in an element, which are not kept. The finding is reported at
  /// the first such element's place.
  private mutating func noteComments(in element: XMLElement) {
    let count = element.remarkCount
    if count > 0, comments.count == 0 { comments.sourceIndex = element.offset }
    comments.count += count
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
        let fault = program.declaresVariables ? "appears twice" : "comes after a block"
        program.find(.problem, at: element.offset, "<variables> \(fault); Blockly expects it once, before all blocks")
      }
      program.declaresVariables = true
      noteComments(in: element)
      for variable in element.elements where variable.name == "variable" {
        noteComments(in: variable)
        let id = variable[attribute: "id"]
        if variable.text.isEmpty { program.find(.problem, at: variable.offset, "a variable has no name") }
        let reference = VariableReference(
          id: id, name: variable.text, type: variable[attribute: "type"])
        program.variables.append((reference, variable.offset))
        if let id, variableTypes[id] == nil { variableTypes[id] = reference.type ?? "" }
      }
    case "comment":
      program.comments.append((workspaceComment(element), program.topCount))
    case MortiseExtras.elementName:
      program.unknownParts.members += MortiseExtras.members(in: element) ?? []
    default:
      keepForeign(.element(element.detached))
      // App Inventor's versions of its blocks.
      if element.name == "yacodeblocks" { break }
      program.find(
        .problem, at: element.offset, "<\(element.qualifiedName)> doesn't belong directly in <xml>; it is kept")
    }
  }

  private mutating func workspaceComment(_ element: XMLElement) -> WorkspaceComment {
    noteComments(in: element)
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
    parts.members = element.elements.flatMap { MortiseExtras.members(in: $0) ?? [] }
    if !parts.isEmpty { comment.unknownParts = parts }
    return comment
  }

  private static let commentAttributes: Set<String> = [
    "id", "x", "y", "w", "h", "collapsed", "editable", "movable", "deletable",
  ]

  // MARK: - Blocks

  private mutating func readBlocks(from element: XMLElement) throws {
    var pending = [PendingBlock(element: element, parent: -1, slot: .top, isCovered: false)]
    while let next = pending.popLast() {
      let start = pending.count
      try readRecord(next, &pending)
      // Reverse the order, because the last element is read next.
      pending.reverse(from: start)
    }
  }

  /// Reads one block, and appends its child blocks to `children`, in order.
  private mutating func readRecord(_ pending: PendingBlock, _ children: inout [PendingBlock]) throws {
    let element = pending.element
    var record = BlockSnapshot.Record(
      type: element[attribute: "type"] ?? "", id: nil, parent: pending.parent, slot: pending.slot)
    record.sourceIndex = element.offset
    record.isShadow = element.name == "shadow"
    record.isCovered = pending.isCovered
    var extras = BlockSnapshot.Extras.Values()
    var parts = UnknownParts()
    readAttributes(element, into: &record, &extras, &parts)
    if record.type.isEmpty {
      program.find(.problem, at: element.offset, "a block has no type; it is kept as it is")
    }
    let index = program.blocks.records.count
    let childCount = children.count
    noteComments(in: element)
    for node in element.nodes {
      switch node {
      case .element(let child): read(child, of: index, into: &record, &extras, &parts, &children)
      case .comment, .instruction: break
      case .text(let text):
        program.find(
          .repair, at: element.offset,
          "text directly in <\(element.qualifiedName)> is ignored: “\(text.trimmingSpaces.prefix(30))”")
      }
    }
    if children.count - childCount > 2 * ProgramContents.mostParts {
      throw ProgramFault(
        sourceIndex: element.offset, cause: "a block has more than \(ProgramContents.mostParts) inputs")
    }
    if record.fields.count > 1 { keepFormerFields(of: element, &record, &parts) }
    if !parts.isEmpty { extras.unknownParts = parts }
    if !extras.isOrdinary { record.createdExtras.values = extras }
    try program.append(consume record)
  }

  private mutating func readAttributes(
    _ element: XMLElement, into record: inout BlockSnapshot.Record, _ extras: inout BlockSnapshot.Extras.Values,
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
      case "collapsed": extras.isCollapsed = flag(attribute, of: element) ?? false
      case "deletable": extras.isDeletable = flag(attribute, of: element) ?? true
      case "movable": extras.isMovable = flag(attribute, of: element) ?? true
      case "editable": extras.isEditable = flag(attribute, of: element) ?? true
      case "disabled":
        if flag(attribute, of: element) == true { extras.disabledReasons.append(Block.manuallyDisabled) }
      case "disabled-reasons":
        extras.disabledReasons += attribute.value.split(separator: ",", omittingEmptySubsequences: false)
          .map { String(decoding: PercentCoding.decode(Array($0.utf8)), as: UTF8.self) }
      case "xmlns": break
      default: parts.attributes.append(attribute)
      }
    }
    if x != nil || y != nil { record.position = WorkspacePoint(x: x ?? 10, y: y ?? 10) }
  }

  /// Returns true or false; nil for any other value, which is reported and ignored.
  private mutating func flag(_ attribute: XMLAttribute, of element: XMLElement) -> Bool? {
    switch attribute.value {
    case "true": return true
    case "false": return false
    default:
      program.find(
        .repair, at: element.offset,
        "\(attribute.name)=“\(attribute.value.prefix(30))” is neither true nor false and is ignored")
      return nil
    }
  }

  /// Returns a number of workspace units; nil for any other value, which is reported and ignored.
  private mutating func coordinate(_ text: String, at sourceIndex: Int, isSize: Bool = false) -> Double? {
    if let number = Double(text.filter { !$0.isWhitespace }), number.isFinite, number.magnitude < 1e9 { return number }
    let name = isSize ? "size" : "coordinate"
    program.find(.repair, at: sourceIndex, "the \(name) “\(text.prefix(30))” isn't a number in range and is ignored")
    return nil
  }

  private mutating func read(
    _ child: XMLElement, of index: Int, into record: inout BlockSnapshot.Record,
    _ extras: inout BlockSnapshot.Extras.Values, _ parts: inout UnknownParts, _ children: inout [PendingBlock]
  ) {
    let childName = child.name
    switch childName {
    case "field", "title":
      if MortiseExtras.isField(child), let name = child[attribute: "name"] {
        noteComments(in: child)
        let field = field(child, named: name)
        // Most blocks have no more than one, for which this array has the right size.
        if record.fields.isEmpty { record.fields = [field] } else { record.fields.append(field) }
        return
      }
    case "mutation":
      if record.mutation == nil {
        record.mutation = MutationState(xml: child.detached)
        return
      }
    case "comment":
      if extras.comment == nil {
        noteComments(in: child)
        extras.comment = comment(child)
        return
      }
    case "data":
      if extras.data == nil {
        noteComments(in: child)
        extras.data = child.text
        return
      }
    case "value", "statement", "next":
      if childName == "next" {
        if append(blocksIn: child, .next, of: index, to: &children) { return }
      } else if let name = child[attribute: "name"] {
        let slot = BlockSnapshot.Slot.input(name: name, kind: childName == "value" ? .value : .statement)
        if append(blocksIn: child, slot, of: index, to: &children) { return }
      }
    case MortiseExtras.elementName:
      take(MortiseExtras.members(in: child) ?? [], into: &record, &parts)
      return
    default: break
    }
    parts.elements.append(child.detached)
    program.find(
      .problem, at: child.offset, "<\(child.qualifiedName)> is unexpected here; it is kept as it is")
  }

  /// Keeps the elements of overridden fields. Among fields with the same name, the last one counts, as in Blockly.
  private mutating func keepFormerFields(
    of element: XMLElement, _ record: inout BlockSnapshot.Record, _ parts: inout UnknownParts
  ) {
    var names: Set<String> = []
    let last = record.fields.reversed().filter { names.insert($0.name).inserted }
    guard last.count < record.fields.count else { return }
    record.fields = last.reversed()
    for child in Array(element.elements).reversed() where MortiseExtras.isField(child) {
      guard let name = child[attribute: "name"], names.remove(name) == nil else { continue }
      parts.formerFields.append(child.detached)
      program.find(
        .problem, at: child.offset, "a later field “\(name)” is used instead; this one is kept as it is")
    }
    parts.formerFields.reverse()
  }

  private func take(
    _ members: [UnknownParts.Member], into record: inout BlockSnapshot.Record, _ parts: inout UnknownParts
  ) {
    for member in members {
      if member.key == "extraState", member.value.kind != .object {
        record.mutation = record.mutation ?? MutationState(json: member.value)
      } else if member.key == "extraState" {
        parts.extraState = MortiseExtras.members(of: member.value)
      } else {
        parts.members.append(member)
      }
    }
  }

  /// Appends the blocks of one slot, shadows first. A real block covers the shadow.
  /// - Returns: false, without any change, if the slot has no blocks or has other elements.
  private mutating func append(
    blocksIn parent: XMLElement, _ slot: BlockSnapshot.Slot, of index: Int, to children: inout [PendingBlock]
  ) -> Bool {
    var hasShadow = false
    var hasReal = false
    for case .element(let element) in parent.nodes {
      switch element.name {
      case "block": hasReal = true
      case "shadow": hasShadow = true
      default: return false
      }
    }
    guard hasShadow || hasReal else { return false }
    noteComments(in: parent)
    func append(_ name: String, isCovered: Bool) {
      for case .element(let element) in parent.nodes where element.name == name {
        children.append(PendingBlock(element: element, parent: index, slot: slot, isCovered: isCovered))
      }
    }
    if hasShadow { append("shadow", isCovered: hasReal) }
    if hasReal { append("block", isCovered: false) }
    return true
  }

  private mutating func field(_ element: XMLElement, named name: String) -> FieldRecord {
    let text = element.text
    var reference = VariableReference(name: text)
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
      case MortiseExtras.fieldAttribute:
        state = (try? JSONParser.parse(attribute.value)).map(JSONProgramReader.readFieldState)
      default: unknown.append(attribute)
      }
    }
    if let id = reference.id { checkType(of: id, reference.type ?? "", in: element) }
    return FieldRecord(
      name: name, state: state ?? (isVariable ? .variable(reference) : .text(text)), unknownAttributes: unknown)
  }

  /// Reports a field whose type is missing or differs from its variable's type: Blockly rejects it.
  private mutating func checkType(of id: String, _ type: String, in element: XMLElement) {
    guard let known = variableTypes[id] else {
      variableTypes[id] = type
      return
    }
    func label(_ type: String) -> String { type.isEmpty ? "without a type" : "of the type “\(type)”" }
    if known != type {
      program.find(
        .problem, at: element.offset,
        "the field refers to a variable \(label(type)), but “\(element.text.prefix(30))” is one \(label(known))")
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
