import Markup

/// How a file put the state of a mutator that would put it otherwise: numbers out of range, defaults spelt out, a state
/// that the fields contradict. As long as the state is what it was read as, it is written as it was read.
public struct StatedMutation: Equatable, Sendable {
  private struct Form<Content: Equatable & Sendable>: Equatable, Sendable {
    /// What the file says.
    let stated: Content
    /// What the mutator made of it; nil for nothing to save.
    let own: Content?
  }

  private var xml: Form<XMLElement>?
  private var json: Form<JSONValue>?

  /// - Parameter remainder: what is kept apart because the mutator does not write it at all.
  /// - Returns: nil when the mutator puts its state as the file does.
  init?(stated: MutationState, mutator: any Mutator, remainder: XMLElement?) {
    let own = MutationState(of: mutator)
    if let element = stated.element, element != own.xml?.merged(with: remainder) ?? remainder {
      xml = Form(stated: element, own: own.xml)
    }
    if let value = stated.json {
      if value != own.json { json = Form(stated: value, own: own.json) }
    } else if let xml, let ownJSON = own.json, MutationState.xmlElement(in: ownJSON) != nil {
      // JSON holds the XML in a string.
      json = Form(stated: .string(xml.stated.xmlText()), own: ownJSON)
    }
    if xml == nil && json == nil { return nil }
  }

  /// Puts what the file said in place of the same state in the mutator's words.
  func replaceEqual(in state: inout MutationState) {
    if let xml, xml.own == state.xml { state.xml = xml.stated }
    if let json, json.own == state.json { state.json = json.stated }
  }
}

extension MutationState {
  /// The state in the mutator's own words, as far as there is anything to save.
  init(of mutator: any Mutator) {
    let element = mutator.toXMLElement()
    self.init(xml: element.isEmpty ? nil : element, json: mutator.toJSON())
  }
}
