import Markup

/// What a file says of a mutation beyond what its mutator writes: attributes, elements and members, and those of the elements
/// and objects that the mutator does write, such as parameters.
extension MutationState {
  /// What this state says and `mutator`, which has taken it, does not write; nil when it writes everything.
  func remainder(after mutator: any Mutator) -> (xml: XMLElement?, members: [UnknownParts.Member])? {
    if let element { return element.remainder(after: mutator.toXMLElement()).map { ($0, []) } }
    guard let json, json.kind == .object else { return nil }
    let members = json.remainder(after: mutator.toJSON())
    return members.isEmpty ? nil : (nil, members)
  }
}

extension XMLElement {
  fileprivate func remainder(after written: XMLElement) -> XMLElement? {
    let own = Array(written.elements)
    var matcher = EntryMatcher(own.map(\.mutationEntry))
    let attributes = attributes(notIn: written)
    let elements = elements.compactMap { element in
      switch matcher.match(element.mutationEntry) {
      case .at(let place): element.additions(to: own[place])
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

  /// What this element of a mutation says and the mutator's own does not, with what tells it from others.
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

  /// This element with what `remainder` adds to it. What it says already is not added again.
  public func merged(with remainder: XMLElement?) -> XMLElement {
    guard let remainder else { return self }
    let own = Array(elements)
    var matcher = EntryMatcher(own.map(\.mutationEntry))
    var additions: [Int: XMLElement] = [:]
    var others: [XMLElement] = []
    for element in remainder.elements {
      switch matcher.match(element.mutationEntry) {
      case .at(let place): additions[place] = element
      case .gone: break
      case .unknownKind: others.append(element)
      }
    }
    return .building(qualifiedName) { builder in
      for attribute in attributes { builder.attribute(attribute.name, attribute.value) }
      for attribute in remainder.attributes(notIn: self) { builder.attribute(attribute.name, attribute.value) }
      for (place, element) in own.enumerated() { builder.element(additions[place].map(element.adding) ?? element) }
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
  /// Whether the attribute tells an element of a mutation from others.
  fileprivate var isKey: Bool { name == "varid" || name == "varId" || name == "name" }
}

extension JSONValue {
  fileprivate func remainder(after written: JSONValue?) -> [UnknownParts.Member] {
    var members: [UnknownParts.Member] = []
    for (key, value) in self.members {
      if let own = written?[key] {
        if let list = value.additions(toList: own) { members.append(.init(key: key, value: list)) }
      } else {
        members.append(.init(key: key, value: value.detached))
      }
    }
    return members
  }

  /// What the objects of this list say and those of the mutator's own do not, with what tells each from others.
  private func additions(toList written: JSONValue) -> JSONValue? {
    let own = Array(written.elements)
    var matcher = EntryMatcher(own.map(\.stateEntry))
    let additions = elements.compactMap { element -> JSONValue? in
      guard element.kind == .object, case .at(let place) = matcher.match(element.stateEntry),
        element.members.contains(where: { own[place][$0.key] == nil && !Self.keys.contains($0.key) })
      else { return nil }
      return .object(
        element.members.filter { own[place][$0.key] == nil || Self.keys.contains($0.key) }
          .map { .init(key: $0.key, value: $0.value) })
    }
    return additions.isEmpty ? nil : .array(additions)
  }

  /// The members that tell an object from others.
  private static let keys: Set<String> = ["id", "name"]

  /// This state with what `remainder` adds to it. What it says already is not added again.
  public func merged(with remainder: [UnknownParts.Member]) -> JSONValue {
    var members = self.members.map { UnknownParts.Member(key: $0.key, value: $0.value) }
    for more in remainder {
      if let place = members.firstIndex(where: { $0.key == more.key }) {
        members[place].value = members[place].value.adding(toList: more.value)
      } else {
        members.append(more)
      }
    }
    return .object(members)
  }

  private func adding(toList additions: JSONValue) -> JSONValue {
    guard kind == .array, additions.kind == .array else { return self }
    var own = Array(elements)
    var matcher = EntryMatcher(own.map(\.stateEntry))
    for addition in additions.elements {
      guard addition.kind == .object, case .at(let place) = matcher.match(addition.stateEntry) else { continue }
      let added = addition.members.filter { own[place][$0.key] == nil && !Self.keys.contains($0.key) }
      own[place] = .object((own[place].members + added).map { .init(key: $0.key, value: $0.value) })
    }
    return .array(own)
  }

  private static func object(_ members: [UnknownParts.Member]) -> JSONValue {
    .building { json in
      json.beginObject()
      for member in members { json.member(member.key, member.value) }
      json.endObject()
    }
  }

  private static func array(_ elements: [JSONValue]) -> JSONValue {
    .building { json in
      json.beginArray()
      for element in elements { json.value(element) }
      json.endArray()
    }
  }
}
