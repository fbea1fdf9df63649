import Markup

extension MutationState {
  /// What this state says and `mutator`, which has taken it, does not write; nil when it writes everything.
  func remainder(after mutator: any Mutator) -> (xml: XMLElement?, members: [UnknownParts.Member])? {
    if let element { return element.remainder(after: mutator.toXMLElement()).map { ($0, []) } }
    guard let json, json.kind == .object else { return nil }
    let written = mutator.toJSON()
    var members: [UnknownParts.Member] = []
    for (key, value) in json.members where written?[key] == nil {
      members.append(UnknownParts.Member(key: key, value: value.detached))
    }
    return members.isEmpty ? nil : (nil, members)
  }
}

extension XMLElement {
  /// An element with the attributes and child elements of this one that `written` has not, by name.
  fileprivate func remainder(after written: XMLElement) -> XMLElement? {
    let attributes = attributes.filter { $0.name != "xmlns" && written[attribute: $0.name] == nil }
    let names = Set(written.elements.map(\.name))
    let elements = elements.filter { !names.contains($0.name) }
    if attributes.isEmpty && elements.isEmpty { return nil }
    return .building("mutation") { builder in
      for attribute in attributes { builder.attribute(attribute.name, attribute.value) }
      for element in elements { builder.element(element) }
    }
  }

  /// This element with what `remainder` adds to it.
  public func merged(with remainder: XMLElement?) -> XMLElement {
    guard let remainder else { return self }
    return .building(qualifiedName) { builder in
      for attribute in attributes { builder.attribute(attribute.name, attribute.value) }
      for attribute in remainder.attributes where self[attribute: attribute.name] == nil {
        builder.attribute(attribute.name, attribute.value)
      }
      for case .element(let element) in nodes { builder.element(element) }
      // A state that is written as the file put it holds them already.
      let names = Set(elements.map(\.name))
      for element in remainder.elements where !names.contains(element.name) { builder.element(element) }
    }
  }
}
