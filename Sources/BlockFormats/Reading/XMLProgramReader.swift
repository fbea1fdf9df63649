import BlockModel
import EventQueues
import Markup

/// Reads Blockly's XML, with the names of Blockly 12 and of older versions.
struct XMLProgramReader {
  var program = ProgramContents()
  /// The number of XML comments that are not kept, and the place of the first one.
  private var comments = (count: 0, sourceIndex: 0)

  /// The type of each variable read so far, by id.
  private var variableTypes: [String: String] = [:]

  /// Receives each tree of blocks as soon as it is read; nil when the trees must be collected instead.
  private var takeTree: ((ProgramContents) -> Void)?
  private var known: KnownTypes?

  /// The approximate number of nodes per block.
  static let nodesPerBlock = 4

  /// A block that has yet to be read, with its location in the tree.
  private struct PendingBlock {
    var element: XMLElement
    var parent: Int
    var slot: BlockSnapshot.Slot
    var isCovered: Bool
  }

  /// Reads a whole program.
  /// - Parameters:
  ///   - known: the known block types.
  ///   - takeTree: receives trees, as in `JSONProgramReader.read`; none if variables follow a block, because the first
  ///     tree comes with all variables.
  /// - Throws: `ProgramFault` if the XML is not a program.
  static func read(
    _ root: XMLElement, known: KnownTypes? = nil, takeTree: ((ProgramContents) -> Void)? = nil
  ) throws -> ProgramContents {
    var reader = XMLProgramReader()
    reader.known = known
    reader.takeTree = takeTree.flatMap { hasLateVariables(root) ? nil : $0 }
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

  private static func hasLateVariables(_ root: XMLElement) -> Bool {
    var hasBlock = false
    for element in root.elements {
      switch element.name {
      case "variables": if hasBlock { return true }
      case "block", "shadow": hasBlock = true
      default: break
      }
    }
    return false
  }

  private mutating func readProgram(_ root: XMLElement) throws {
    guard root.name == "xml" else {
      throw ProgramFault(
        sourceIndex: root.offset, cause: "the root element is <\(root.qualifiedName)>, not Blockly's <xml>",
        isForeign: true)
    }
    program.unknownParts.attributes = root.attributes.filter { $0.name != "xmlns" }
    var loop = Progress.Loop(of: root.size)
    for node in root.nodes {
      switch node {
      case .text(let text):
        program.find(
          .repair, at: root.offset, "text directly in <xml> is ignored: “\(text.trimmingSpaces.prefix(30))”"
        )
      case .comment, .instruction: keepForeign(node)
      case .element(let element):
        try readTop(element)
        loop.step(by: element.size)
      }
    }
  }

  /// Counts the XML comments and instructions directly in an element, which are not kept. The finding is reported at
  /// the first such element's place.
  mutating func noteComments(in element: XMLElement) {
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
    case "block", "shadow":
      try readBlocks(from: element)
      if let takeTree {
        program.blocks.countRecords()
        takeTree(program)
        program.blocks.records.removeAll(keepingCapacity: true)
      }
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
      // App Inventor writes the versions of its blocks in this element.
      if element.name == "yacodeblocks" { break }
      program.find(
        .problem, at: element.offset, "<\(element.qualifiedName)> doesn't belong directly in <xml>; it is kept")
    }
  }

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
    var content = XMLBlockContent()
    readAttributes(element, into: &content)
    if takeTree != nil, known?.contains(content.type) != true { takeTree = nil }
    if content.type.isEmpty {
      program.find(.problem, at: element.offset, "a block has no type; it is kept as it is")
    }
    let index = program.blocks.records.count
    let childCount = children.count
    noteComments(in: element)
    for node in element.nodes {
      switch node {
      case .element(let child): read(child, of: index, into: &content, &children)
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
    if content.fields.count > 1 { keepFormerFields(of: element, &content) }
    try ProgramContents.check(fieldCount: content.fields.count, at: element.offset)
    program.appendBlock(type: content.type, id: content.id, parent: pending.parent, slot: pending.slot)
    program.blocks.records[index].sourceIndex = element.offset
    program.blocks.records[index].isShadow = element.name == "shadow"
    program.blocks.records[index].isCovered = pending.isCovered
    program.blocks.records[index].fields = content.fields
    if let inline = content.inline { program.blocks.records[index].inline = inline }
    if let position = content.position { program.blocks.records[index].position = position }
    if let mutation = content.mutation { program.blocks.records[index].mutation = mutation }
    if let rare = content.rare {
      if !rare.parts.isEmpty { rare.extras.unknownParts = rare.parts }
      if !rare.extras.isOrdinary { program.blocks.records[index].createdExtras.values = rare.extras }
    }
  }

  private mutating func readAttributes(_ element: XMLElement, into content: inout XMLBlockContent) {
    var x: Double?
    var y: Double?
    for attribute in element.attributes {
      switch attribute.name {
      case "type": content.type = attribute.value
      case "id": content.id = attribute.value
      case "x": x = coordinate(attribute.value, at: element.offset)
      case "y": y = coordinate(attribute.value, at: element.offset)
      case "inline": content.inline = flag(attribute, of: element)
      case "collapsed": content.createdRare.extras.isCollapsed = flag(attribute, of: element) ?? false
      case "deletable": content.createdRare.extras.isDeletable = flag(attribute, of: element) ?? true
      case "movable": content.createdRare.extras.isMovable = flag(attribute, of: element) ?? true
      case "editable": content.createdRare.extras.isEditable = flag(attribute, of: element) ?? true
      case "disabled":
        if flag(attribute, of: element) == true {
          content.createdRare.extras.disabledReasons.append(Block.manuallyDisabled)
        }
      case "disabled-reasons":
        content.createdRare.extras.disabledReasons += attribute.value.split(
          separator: ",", omittingEmptySubsequences: false
        )
        .map { String(decoding: PercentCoding.decode(Array($0.utf8)), as: UTF8.self) }
      case "xmlns": break
      default: content.createdRare.parts.attributes.append(attribute)
      }
    }
    if x != nil || y != nil { content.position = WorkspacePoint(x: x ?? 10, y: y ?? 10) }
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
  mutating func coordinate(_ text: String, at sourceIndex: Int, isSize: Bool = false) -> Double? {
    if let number = Double(text.filter { !$0.isWhitespace }), number.isFinite, number.magnitude < 1e9 { return number }
    let name = isSize ? "size" : "coordinate"
    program.find(.repair, at: sourceIndex, "the \(name) “\(text.prefix(30))” isn't a number in range and is ignored")
    return nil
  }

  private mutating func read(
    _ child: XMLElement, of index: Int, into content: inout XMLBlockContent, _ children: inout [PendingBlock]
  ) {
    let childName = child.name
    switch childName {
    case "field", "title":
      // The condition of `MortiseExtras.isField`, whose first part is known here.
      if !child.hasElements, let name = child[attribute: "name"] {
        noteComments(in: child)
        let field = field(child, named: name)
        // Most blocks have at most one field, for which this array has the right size.
        if content.fields.isEmpty { content.fields = [field] } else { content.fields.append(field) }
        return
      }
    case "mutation":
      if content.mutation == nil {
        content.mutation = MutationState(xml: child.detached)
        return
      }
    case "comment":
      if content.rare?.extras.comment == nil {
        noteComments(in: child)
        content.createdRare.extras.comment = comment(child)
        return
      }
    case "data":
      if content.rare?.extras.data == nil {
        noteComments(in: child)
        content.createdRare.extras.data = child.text
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
      take(MortiseExtras.members(in: child) ?? [], into: &content)
      return
    default: break
    }
    content.createdRare.parts.elements.append(child.detached)
    program.find(
      .problem, at: child.offset, "<\(child.qualifiedName)> is unexpected here; it is kept as it is")
  }

  /// Keeps the elements of overridden fields. Among fields with the same name, the last one counts, as in Blockly.
  private mutating func keepFormerFields(of element: XMLElement, _ content: inout XMLBlockContent) {
    var names: Set<String> = []
    let last = content.fields.reversed().filter { names.insert($0.name).inserted }
    guard last.count < content.fields.count else { return }
    content.fields = last.reversed()
    for child in Array(element.elements).reversed() where MortiseExtras.isField(child) {
      guard let name = child[attribute: "name"], names.remove(name) == nil else { continue }
      content.createdRare.parts.formerFields.append(child.detached)
      program.find(
        .problem, at: child.offset, "a later field “\(name)” is used instead; this one is kept as it is")
    }
    content.rare?.parts.formerFields.reverse()
  }

  private func take(_ members: [UnknownParts.Member], into content: inout XMLBlockContent) {
    for member in members {
      if member.key == "extraState", member.value.kind != .object {
        content.mutation = content.mutation ?? MutationState(json: member.value)
      } else if member.key == "extraState" {
        content.createdRare.parts.extraState = MortiseExtras.members(of: member.value)
      } else {
        content.createdRare.parts.members.append(member)
      }
    }
  }

  /// Appends the blocks of one slot, shadows first. A real block covers the shadow.
  /// - Returns: false, without any change, if the slot has no blocks or has other elements.
  private mutating func append(
    blocksIn parent: XMLElement, _ slot: BlockSnapshot.Slot, of index: Int, to children: inout [PendingBlock]
  ) -> Bool {
    let start = children.count
    var (hasShadow, hasReal) = (false, false)
    for case .element(let element) in parent.nodes {
      switch element.name {
      case "block": hasReal = true
      case "shadow": hasShadow = true
      default:
        children.removeLast(children.count - start)
        return false
      }
      children.append(PendingBlock(element: element, parent: index, slot: slot, isCovered: false))
    }
    guard hasShadow || hasReal else { return false }
    noteComments(in: parent)
    guard hasShadow, hasReal else { return true }
    let blocks = children[start...]
    let shadows = blocks.filter { $0.element.name == "shadow" }.map { shadow in
      PendingBlock(element: shadow.element, parent: index, slot: slot, isCovered: true)
    }
    children.replaceSubrange(start..., with: shadows + blocks.filter { $0.element.name == "block" })
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
}
