import BlockFormats
import BlockModel
import Markup

extension BlocklyEvent {
  /// The event as Blockly's JSON.
  public func json(in workspace: Workspace) -> JSONValue {
    .building { json in
      json.beginObject()
      json.member("type", type)
      json.member("group", groupID ?? "")
      writeMembers(to: &json, in: workspace)
      json.endObject()
    }
  }
}

extension JSONBuilder {
  /// Blockly says of create, delete and move events only that they are not undone.
  mutating func recordUndo(of event: BlocklyEvent) {
    if !event.recordsUndo { member("recordUndo", false) }
  }

  /// What blocks are and Blockly's JSON doesn't say.
  mutating func members(of snapshot: BlockSnapshot, place: Int?) {
    if let place { member("place", place) }
    if snapshot.records.first?.hasImplicitPosition == true { member("implicit", true) }
    implicitIDs(of: snapshot)
    joints(of: snapshot)
  }

  /// Which blocks have an id that no file says; nothing when there are none.
  mutating func implicitIDs(of snapshot: BlockSnapshot) {
    let implicit = snapshot.implicitIDs
    guard !implicit.isEmpty else { return }
    key("implicitIDs")
    elements(implicit)
  }

  /// The connections that no definition gives, each with the number of its block; nothing when there are none.
  private mutating func joints(of snapshot: BlockSnapshot) {
    guard snapshot.records.contains(where: { $0.joints != nil }) else { return }
    key("joints")
    beginArray()
    for (index, record) in snapshot.records.enumerated() {
      for joint in record.joints ?? [] {
        beginArray()
        integer(index)
        string(joint.word)
        if case .input(let name, _) = joint { string(name) }
        endArray()
      }
    }
    endArray()
  }

  mutating func elements(_ numbers: [Int]) {
    beginArray()
    for number in numbers { integer(number) }
    endArray()
  }

  mutating func ids(_ snapshot: BlockSnapshot) {
    key("ids")
    beginArray()
    for id in snapshot.ids { string(id) }
    endArray()
  }
}

/// The members of an event's JSON that a reader asks for.
struct EventMembers {
  let json: JSONValue

  init(_ json: JSONValue) { self.json = json }

  func text(_ key: String) throws(EventError) -> String {
    guard let text = json[key]?.string else { throw EventError("“\(key)” is missing or no text") }
    return text
  }

  func optionalText(_ key: String) -> String? { json[key]?.string }

  func flag(_ key: String) throws(EventError) -> Bool {
    guard let flag = json[key]?.boolean else { throw EventError("“\(key)” is missing or neither true nor false") }
    return flag
  }

  func number(_ key: String) throws(EventError) -> Double {
    guard let number = json[key]?.number else { throw EventError("“\(key)” is missing or no number") }
    return number
  }

  /// The blocks that the JSON member says, else those of the XML member.
  func snapshot(json jsonKey: String, xml xmlKey: String) throws(EventError) -> BlockSnapshot {
    do throws(MarkupError) {
      if let state = json[jsonKey], state.kind == .object {
        var snapshot = try BlockReader.snapshot(json: state)
        // A shadow's JSON looks like a block's; only the XML says what it is.
        if let xml = optionalText(xmlKey), xml.hasPrefix("<shadow") { snapshot.markAsShadows() }
        snapshot.forgetEmptyTypes()
        if let xml = optionalText(xmlKey), xml.contains("<mutation") { snapshot.takeMutations(fromXML: xml) }
        if let own = json.own { snapshot.takeOwnMembers(own) }
        return snapshot
      }
      if let xml = optionalText(xmlKey) { return try BlockReader.snapshot(xml: try XMLParser.parse(xml)) }
    } catch {
      throw EventError("the blocks can't be read: \(error.cause)")
    }
    throw EventError("“\(jsonKey)” and “\(xmlKey)” are missing")
  }

  /// A place such as `12, -3`.
  func coordinate(_ key: String) throws(EventError) -> WorkspacePoint? {
    guard let text = optionalText(key) else { return nil }
    let parts = text.split(separator: ",").map { Double($0.filter { !$0.isWhitespace }) }
    guard parts.count == 2, let x = parts[0], let y = parts[1] else {
      throw EventError("“\(key)” is no place: \(text)")
    }
    return try WorkspaceRange.checked(WorkspacePoint(x: x, y: y))
  }
}

extension BlockSnapshot {
  /// Events always say a variable's type, files only where there is one.
  mutating func forgetEmptyTypes() {
    for index in records.indices {
      for place in records[index].fields.indices {
        guard case .variable(var reference) = records[index].fields[place].state, reference.type == "" else { continue }
        reference.type = nil
        records[index].fields[place].state = .variable(reference)
      }
    }
  }

  /// What files left out, and so must not be written.
  fileprivate mutating func takeOwnMembers(_ own: JSONValue) {
    takeImplicitIDs(own["implicitIDs"])
    takeJoints(own["joints"])
    if own["implicit"]?.boolean == true, !records.isEmpty { records[0].hasImplicitPosition = true }
  }

  /// Which blocks have an id that no file says.
  var implicitIDs: [Int] { records.indices.filter { records[$0].hasImplicitID } }

  /// Takes what `implicitIDs` said.
  mutating func takeImplicitIDs(_ json: JSONValue?) {
    for index in json?.elements.compactMap(\.integer) ?? [] where records.indices.contains(index) {
      records[index].hasImplicitID = true
    }
  }

  /// An XML file may put a mutation in other words than its mutator; the JSON doesn't show that.
  fileprivate mutating func takeMutations(fromXML text: String) {
    guard let xml = try? XMLParser.parse(text), let other = try? BlockReader.snapshot(xml: xml),
      other.records.count == records.count, zip(other.records, records).allSatisfy({ $0.type == $1.type })
    else { return }
    for index in records.indices {
      // A string of JSON is the XML itself.
      guard let element = other.records[index].mutation?.xml, records[index].mutation?.json?.string == nil else {
        continue
      }
      records[index].mutation = MutationState(xml: element, json: records[index].mutation?.json)
    }
  }

  /// Takes what `joints` said. What is none is passed over.
  private mutating func takeJoints(_ json: JSONValue?) {
    for entry in json?.elements.map({ Array($0.elements) }) ?? [] {
      guard let index = entry.first?.integer, records.indices.contains(index), entry.count > 1,
        let joint = Block.Joint(word: entry[1].string, name: entry.count > 2 ? entry[2].string : nil)
      else { continue }
      records[index].joints = (records[index].joints ?? []) + [joint]
    }
  }

  mutating func markAsShadows() {
    for index in records.indices { records[index].isShadow = true }
  }
}

extension Block.Joint {
  /// What events call it.
  fileprivate var word: String {
    switch self {
    case .output: "output"
    case .previous: "previous"
    case .next: "next"
    case .input(_, let kind): kind == .statement ? "statement" : "value"
    }
  }

  /// - Parameter name: an input's.
  fileprivate init?(word: String?, name: String?) {
    switch (word, name) {
    case ("output", nil): self = .output
    case ("previous", nil): self = .previous
    case ("next", nil): self = .next
    case ("value", let name?): self = .input(name: name, kind: .value)
    case ("statement", let name?): self = .input(name: name, kind: .statement)
    default: return nil
    }
  }
}
