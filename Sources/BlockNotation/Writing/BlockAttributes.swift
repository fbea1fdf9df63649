import BlockFormats
import BlockModel
import Markup

/// The attributes of a block: its properties that aren't in its words.
struct BlockAttributes {
  private(set) var texts: [String] = []
  /// Whether the attributes mention ids of variables.
  private(set) var mentionsIDs = false

  init(
    _ record: BlockSnapshot.Record, options: NotationOptions, isStatement: Bool, needsMutation: Bool,
    workspace: Workspace
  ) {
    if options.contains(.ids), let id = record.id { add("id", .string(id)) }
    if options.contains(.places), record.parent < 0 {
      if let position = record.position {
        add("at", .number(position.x), .number(position.y))
      } else {
        texts.append("@at()")
      }
    }
    if let inline = record.inline { texts.append(inline ? "@inline" : "@external") }
    if needsMutation {
      addMutation(options.contains(.names) ? record.mutation?.naming(workspace.variables) : record.mutation)
      mentionsIDs = texts.last?.firstRange(of: "id") != nil
    }
    guard let extras = record.extras?.values else { return }
    if extras.isCollapsed { texts.append("@collapsed") }
    if extras.disabledReasons == [Block.manuallyDisabled] {
      texts.append("@disabled")
    } else if !extras.disabledReasons.isEmpty {
      add("disabled", extras.disabledReasons.map { .string($0) })
    }
    if !extras.isDeletable { texts.append("@undeletable") }
    if !extras.isMovable { texts.append("@unmovable") }
    if !extras.isEditable { texts.append("@uneditable") }
    if let data = extras.data { add("data", .string(data)) }
    if let comment = extras.comment, !isStatement || !CommentLines.canWrite(comment) { addComment(comment) }
    if let parts = extras.unknownParts, let json = UnknownPartsJSON.json(of: parts, type: record.type, in: workspace) {
      add("extra", json)
    }
  }

  private mutating func add(_ name: String, _ values: JSONValue...) { add(name, values) }

  private mutating func add(_ name: String, _ values: [JSONValue]) {
    texts.append("@\(name)(\(values.map { $0.text() }.joined(separator: ", ")))")
  }

  private mutating func addMutation(_ mutation: MutationState?) {
    let xml = mutation?.xml.map { JSONValue.string($0.xmlText()) }
    add("mutation", [xml ?? .building { $0.null() }] + [mutation?.json].compactMap(\.self))
  }

  private mutating func addComment(_ comment: BlockComment) {
    var values = [JSONValue.string(comment.text)]
    if comment != BlockComment(text: comment.text) { values.append(CommentJSON.json(of: comment)) }
    add("comment", values)
  }
}

/// The properties of a block's comment besides its text.
enum CommentJSON {
  static func json(of comment: BlockComment) -> JSONValue {
    .object { json in
      if let isPinned = comment.isPinned { json.member("pinned", isPinned) }
      if let size = comment.size {
        json.member("width", size.width)
        json.member("height", size.height)
      }
      if let position = comment.position {
        json.member("x", position.x)
        json.member("y", position.y)
      }
      if !comment.unknownAttributes.isEmpty {
        json.member("attributes", comment.unknownAttributes.flatMap { [$0.name, $0.value] })
      }
    }
  }

  static func comment(_ text: String, _ json: JSONValue?) -> BlockComment {
    var comment = BlockComment(text: text)
    guard let json else { return comment }
    comment.isPinned = json["pinned"]?.boolean
    if let width = json["width"]?.number, let height = json["height"]?.number {
      comment.size = WorkspaceSize(width: width, height: height)
    }
    if let x = json["x"]?.number, let y = json["y"]?.number { comment.position = WorkspacePoint(x: x, y: y) }
    let attributes = json["attributes"].map { $0.elements.compactMap(\.string) } ?? []
    for index in stride(from: 0, to: attributes.count - 1, by: 2) {
      comment.unknownAttributes.append(XMLAttribute(attributes[index], attributes[index + 1]))
    }
    return comment
  }
}

/// The unknown parts of a block, as the members of its JSON.
enum UnknownPartsJSON {
  /// Returns nil when there is nothing to write.
  static func json(of parts: UnknownParts, type: String, in workspace: Workspace) -> JSONValue? {
    var record = BlockSnapshot.Record(type: type)
    if parts.isEmpty { return nil }
    record.createdExtras.values.unknownParts = parts
    let json = BlockText.json(of: BlockSnapshot(records: [record]), in: workspace)
    return .object { for (key, value) in json.members where key != "type" { $0.member(key, value) } }
  }

  /// Reads the JSON that `json(of:type:in:)` returned into a record.
  static func take(_ json: JSONValue, into record: inout BlockSnapshot.Record) {
    let block = JSONValue.object { builder in
      builder.member("type", record.type)
      for (key, value) in json.members where key != "type" { builder.member(key, value) }
    }
    guard let read = try? BlockReader.snapshot(json: block).records.first else { return }
    var parts = read.extras?.values.unknownParts ?? UnknownParts()
    parts.extraState =
      read.mutation?.json.map { $0.members.map { UnknownParts.Member(key: $0.key, value: $0.value) } } ?? []
    for field in read.fields where !record.fields.contains(where: { $0.name == field.name }) {
      parts.fields.removeAll { $0.name == field.name && $0.unknownAttributes.isEmpty }
      if let index = parts.fields.firstIndex(where: { $0.name == field.name }) {
        parts.fields[index].state = field.state
      } else {
        parts.fields.append(field)
      }
    }
    if !parts.isEmpty { record.createdExtras.values.unknownParts = parts }
  }
}

/// A reference to a variable as JSON.
enum FieldStateJSON {
  static func json(of reference: VariableReference) -> JSONValue {
    .object { json in
      if let id = reference.id { json.member("id", id) }
      if let name = reference.name { json.member("name", name) }
      if let type = reference.type { json.member("type", type) }
    }
  }
}
