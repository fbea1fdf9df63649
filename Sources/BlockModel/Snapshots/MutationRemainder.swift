import Markup

/// Finds and restores the parts of a mutation that its mutator doesn't write: attributes, elements and members,
/// including those of elements and objects that it does write, such as parameters.
extension MutationState {
  /// Returns the parts of this state that `mutator`, which has loaded it, doesn't write; nil when it writes everything.
  func remainder(after mutator: any Mutator) -> (xml: XMLElement?, members: [UnknownParts.Member])? {
    if let element { return element.remainder(after: mutator.toXMLElement()).map { ($0, []) } }
    guard let json, json.kind == .object else { return nil }
    let members = json.remainder(after: mutator.toJSON())
    return members.isEmpty ? nil : (nil, members)
  }
}

extension XMLElement {
  fileprivate func remainder(after written: XMLElement) -> XMLElement? {
    let entries = Array(written.elements)
    var matcher = EntryMatcher(entries.map(\.mutationEntry))
    let attributes = attributes(notIn: written)
    let elements = elements.compactMap { element in
      switch matcher.match(element.mutationEntry) {
      case .at(let index): element.additions(to: entries[index])
      case .gone: nil
      case .unknownKind: element
      }
    }
    if attributes.isEmpty && elements.isEmpty { return nil }
    return .building("mutation") { builder in
      for attribute in attributes { builder.attribute(attribute.name, attribute.value) }
      for element in elements { builder.element(element) }
    }
  }

  private func attributes(notIn other: XMLElement) -> [XMLAttribute] {
    attributes.filter { $0.name != "xmlns" && other[attribute: $0.name] == nil }
  }

  private func elements(notIn other: XMLElement) -> [XMLElement] {
    let names = Set(other.elements.map(\.name))
    return elements.filter { !names.contains($0.name) }
  }

  /// Returns an element with the parts of this one that the mutator's element lacks, and with its key attributes.
  private func additions(to written: XMLElement) -> XMLElement? {
    let added = attributes(notIn: written).filter { !$0.isKey }
    let elements = elements(notIn: written)
    if added.isEmpty && elements.isEmpty { return nil }
    return .building(qualifiedName) { builder in
      for attribute in attributes where written[attribute: attribute.name] == nil || attribute.isKey {
        builder.attribute(attribute.name, attribute.value)
      }
      for element in elements { builder.element(element) }
    }
  }

  /// This remainder with elements identified by name alone, if they have names: their ids may have been created when
  /// the file was read, and would be unknown the next time.
  public var identifiedByNames: XMLElement {
    mappingElements { element in
      element[attribute: "name"] == nil ? element : element.replacingAttributes { $0.filter { !$0.isID } }
    }
  }

  /// Returns this remainder with the ids that its elements have in the mutator's element, which outlive their names.
  func identified(by written: XMLElement) -> XMLElement {
    let entries = Array(written.elements)
    var matcher = EntryMatcher(entries.map(\.mutationEntry))
    return mappingElements { element in
      guard case .at(let index) = matcher.match(element.mutationEntry) else { return element }
      let ids = entries[index].attributes.filter(\.isID)
      return ids.isEmpty ? element : element.replacingAttributes { $0.filter { !$0.isID } + ids }
    }
  }

  private func mappingElements(_ change: (XMLElement) -> XMLElement) -> XMLElement {
    .building(qualifiedName) { builder in
      for attribute in attributes { builder.attribute(attribute.name, attribute.value) }
      for element in elements { builder.element(change(element)) }
    }
  }

  private func replacingAttributes(_ change: ([XMLAttribute]) -> [XMLAttribute]) -> XMLElement {
    .building(qualifiedName) { builder in
      for attribute in change(Array(attributes)) { builder.attribute(attribute.name, attribute.value) }
      for node in nodes { builder.node(node) }
    }
  }

  /// Returns this element with the parts of `remainder` that it lacks.
  public func merged(with remainder: XMLElement?) -> XMLElement {
    guard let remainder else { return self }
    let entries = Array(elements)
    var matcher = EntryMatcher(entries.map(\.mutationEntry))
    var additions: [Int: XMLElement] = [:]
    var others: [XMLElement] = []
    for element in remainder.elements {
      switch matcher.match(element.mutationEntry) {
      case .at(let index): additions[index] = element
      case .gone: break
      case .unknownKind: others.append(element)
      }
    }
    return .building(qualifiedName) { builder in
      for attribute in attributes { builder.attribute(attribute.name, attribute.value) }
      for attribute in remainder.attributes(notIn: self) { builder.attribute(attribute.name, attribute.value) }
      for (index, element) in entries.enumerated() { builder.element(additions[index].map(element.adding) ?? element) }
      for element in others { builder.element(element) }
    }
  }

  private func adding(_ additions: XMLElement) -> XMLElement {
    let added = additions.attributes(notIn: self).filter { !$0.isKey }
    let elements = additions.elements(notIn: self)
    if added.isEmpty && elements.isEmpty { return self }
    return .building(qualifiedName) { builder in
      for attribute in attributes + added { builder.attribute(attribute.name, attribute.value) }
      for node in nodes { builder.node(node) }
      for element in elements { builder.element(element) }
    }
  }
}

extension XMLAttribute {
  /// Whether the attribute identifies an element of a mutation.
  fileprivate var isKey: Bool { isID || name == "name" }
  fileprivate var isID: Bool { name == "varid" || name == "varId" }
}

extension JSONValue {
  fileprivate func remainder(after written: JSONValue?) -> [UnknownParts.Member] {
    var members: [UnknownParts.Member] = []
    for (key, value) in self.members {
      if let writtenValue = written?[key] {
        if let list = value.additions(toList: writtenValue) { members.append(.init(key: key, value: list)) }
      } else {
        members.append(.init(key: key, value: value.detached))
      }
    }
    return members
  }

  /// Returns the members that the mutator's objects lack, each object with its key members; nil when there are none.
  private func additions(toList written: JSONValue) -> JSONValue? {
    let entries = Array(written.elements)
    var matcher = EntryMatcher(entries.map(\.stateEntry))
    let additions = elements.compactMap { element -> JSONValue? in
      guard element.kind == .object, case .at(let index) = matcher.match(element.stateEntry),
        element.members.contains(where: { entries[index][$0.key] == nil && !Self.keys.contains($0.key) })
      else { return nil }
      return .object(
        element.members.filter { entries[index][$0.key] == nil || Self.keys.contains($0.key) }
          .map { .init(key: $0.key, value: $0.value) })
    }
    return additions.isEmpty ? nil : .array(additions)
  }

  /// The members that identify an object.
  private static let keys: Set<String> = ["id", "name"]

  /// Returns this state with the members of `remainder` that it lacks.
  public func merged(with remainder: [UnknownParts.Member]) -> JSONValue {
    var members = self.members.map { UnknownParts.Member(key: $0.key, value: $0.value) }
    for more in remainder {
      if let index = members.firstIndex(where: { $0.key == more.key }) {
        members[index].value = members[index].value.adding(toList: more.value)
      } else {
        members.append(more)
      }
    }
    return .object(members)
  }

  private func adding(toList additions: JSONValue) -> JSONValue {
    guard kind == .array, additions.kind == .array else { return self }
    var entries = Array(elements)
    var matcher = EntryMatcher(entries.map(\.stateEntry))
    for addition in additions.elements {
      guard addition.kind == .object, case .at(let index) = matcher.match(addition.stateEntry) else { continue }
      let added = addition.members.filter { entries[index][$0.key] == nil && !Self.keys.contains($0.key) }
      entries[index] = .object((entries[index].members + added).map { .init(key: $0.key, value: $0.value) })
    }
    return .array(entries)
  }

  private static func object(_ members: [UnknownParts.Member]) -> JSONValue {
    .object { for member in members { $0.member(member.key, member.value) } }
  }

  private static func array(_ elements: [JSONValue]) -> JSONValue {
    .building { $0.array { for element in elements { $0.value(element) } } }
  }
}
