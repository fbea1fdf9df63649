import Markup

/// A file's form of a mutation that its mutator would write differently: numbers out of range, explicit defaults, a
/// state that contradicts the fields. It is written back as long as the mutator's state doesn't change. See
/// docs/file-formats.md.
public struct StatedMutation: Equatable, Sendable {
  private struct Form<Content: Equatable & Sendable>: Equatable, Sendable {
    /// The file's form.
    let stated: Content
    /// The mutator's form; nil when it has nothing to save.
    let canonical: Content?
  }

  private var xml: Form<XMLElement>?
  private var json: Form<JSONValue>?

  /// Returns nil when the mutator writes its state exactly as the file does.
  /// - Parameter remainder: the unknown parts, which are kept separately.
  init?(stated: MutationState, mutator: any Mutator, remainder: XMLElement?) {
    let canonical = MutationState(of: mutator)
    func containsXML() -> Bool { canonical.json.flatMap(MutationState.xmlElement) != nil }
    // XML in a JSON string is a form of the XML only where the way back makes such a string again.
    if let element = stated.xml ?? (containsXML() ? stated.element : nil),
      element != canonical.xml?.merged(with: remainder) ?? remainder
    {
      xml = Form(stated: element, canonical: canonical.xml)
    }
    if let value = stated.json {
      if value != canonical.json { json = Form(stated: value, canonical: canonical.json) }
    } else if let xml, let ownJSON = canonical.json, containsXML() {
      json = Form(stated: .string(xml.stated.xmlText()), canonical: ownJSON)
    }
    if xml == nil && json == nil { return nil }
  }

  /// If the state is unchanged, replaces the mutator's form with the file's form.
  func replaceEqual(in state: inout MutationState) {
    if let xml, xml.canonical == state.xml { state.xml = xml.stated }
    if let json, json.canonical == state.json { state.json = json.stated }
  }
}

extension MutationState {
  /// Creates the state in the mutator's own form, without forms that have nothing to save.
  package init(of mutator: any Mutator) {
    let element = mutator.toXMLElement()
    self.init(xml: element.isEmpty ? nil : element, json: mutator.toJSON())
  }
}
