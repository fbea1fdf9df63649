import BlockFormats
import BlockModel
import Markup

extension BlocklyEvent {
  /// Returns the event as Blockly's JSON.
  public func json(in workspace: Workspace) -> JSONValue {
    .object { json in
      json.member("type", type)
      json.member("group", groupID ?? "")
      writeMembers(to: &json, in: workspace)
    }
  }
}

extension JSONBuilder {
  /// Writes the properties of blocks that Blockly's JSON omits.
  mutating func members(of snapshot: BlockSnapshot) {
    if snapshot.records.first?.hasImplicitPosition == true { member("implicit", true) }
    implicitIDs(of: snapshot)
    joints(of: snapshot)
  }

  /// Writes the indices of the blocks whose ID the file omits, if there are any.
  mutating func implicitIDs(of snapshot: BlockSnapshot) {
    let implicit = snapshot.implicitIDs
    if !implicit.isEmpty { member("implicitIDs", implicit) }
  }

  /// Writes the connections that no block definition contains, each with the index of its block, if there are any.
  private mutating func joints(of snapshot: BlockSnapshot) {
    guard snapshot.records.contains(where: { $0.joints != nil }) else { return }
    array("joints") { json in
      for (index, record) in snapshot.records.enumerated() {
        for joint in record.joints ?? [] {
          json.array { json in
            json.integer(index)
            json.string(joint.word)
            if case .input(let name, _) = joint { json.string(name) }
          }
        }
      }
    }
  }

  mutating func member(_ name: String, _ numbers: [Int]) {
    array(name) { for number in numbers { $0.integer(number) } }
  }
}

extension JSONValue {
  func text(_ key: String) throws(EventError) -> String {
    guard let text = self[key]?.string else { throw EventError("“\(key)” is missing or not a string") }
    return text
  }

  /// Returns the blocks of the JSON member, or of the XML member if the JSON is missing.
  func snapshot(json jsonKey: String, xml xmlKey: String) throws(EventError) -> BlockSnapshot {
    do throws(MarkupError) {
      if let state = self[jsonKey], state.kind == .object {
        var snapshot = try BlockReader.snapshot(json: state)
        // JSON doesn't distinguish shadows from blocks; the XML does.
        if let xml = self[xmlKey]?.string, xml.hasPrefix("<shadow") { snapshot.markAsShadows() }
        snapshot.removeEmptyVariableTypes()
        if let xml = self[xmlKey]?.string, xml.contains("<mutation") { snapshot.applyMutations(fromXML: xml) }
        if let mortiseMembers = mortiseMembers { snapshot.applyMortiseMembers(mortiseMembers) }
        return snapshot
      }
      if let xml = self[xmlKey]?.string { return try BlockReader.snapshot(xml: try XMLParser.parse(xml)) }
    } catch {
      throw EventError("the blocks can't be read: \(error.cause)")
    }
    throw EventError("“\(jsonKey)” and “\(xmlKey)” are missing")
  }
}

extension BlockSnapshot {
  /// Removes empty variable types: events always contain a type, but files only if it isn't empty.
  mutating func removeEmptyVariableTypes() {
    for index in records.indices {
      for fieldIndex in records[index].fields.indices {
        guard case .variable(var reference) = records[index].fields[fieldIndex].state, reference.type == "" else {
          continue
        }
        reference.type = nil
        records[index].fields[fieldIndex].state = .variable(reference)
      }
    }
  }

  /// Applies the properties that record what the file omitted, which must not be written.
  fileprivate mutating func applyMortiseMembers(_ mortiseMembers: JSONValue) {
    applyImplicitIDs(mortiseMembers["implicitIDs"])
    applyJoints(mortiseMembers["joints"])
    if mortiseMembers["implicit"]?.boolean == true, !records.isEmpty { records[0].hasImplicitPosition = true }
  }

  /// The indices of the blocks whose ID the file omits.
  var implicitIDs: [Int] { records.indices.filter { records[$0].hasImplicitID } }

  /// Marks the blocks that `implicitIDs` lists.
  mutating func applyImplicitIDs(_ json: JSONValue?) {
    for index in json?.elements.compactMap(\.integer) ?? [] where records.indices.contains(index) {
      records[index].hasImplicitID = true
    }
  }

  /// Applies mutations as the XML spells them: the mutator's own spelling may differ, and the JSON doesn't contain
  /// that of the XML.
  fileprivate mutating func applyMutations(fromXML text: String) {
    guard let xml = try? XMLParser.parse(text), let other = try? BlockReader.snapshot(xml: xml),
      other.records.count == records.count, zip(other.records, records).allSatisfy({ $0.type == $1.type })
    else { return }
    for index in records.indices {
      if let state = other.records[index].extras?.values.unknownParts?.extraState, !state.isEmpty {
        var parts = records[index].extras?.values.unknownParts ?? UnknownParts()
        parts.extraState = state
        records[index].createdExtras.values.unknownParts = parts
      }
      // A JSON string already contains the XML.
      guard let element = other.records[index].mutation?.xml, records[index].mutation?.json?.string == nil else {
        continue
      }
      records[index].mutation = MutationState(xml: element, json: records[index].mutation?.json)
    }
  }

  /// Applies the connections that `joints` lists, and skips invalid entries.
  private mutating func applyJoints(_ json: JSONValue?) {
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
  /// The name of the connection in events.
  fileprivate var word: String {
    switch self {
    case .output: "output"
    case .previous: "previous"
    case .next: "next"
    case .input(_, let kind): kind == .statement ? "statement" : "value"
    }
  }

  /// - Parameter name: the name of the input, if it is one.
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
