import BlockModel
import Markup

/// The mutator of `lists_getSublist` and `text_getSubstring`: with or without inputs for the start and end index.
public final class MutatorSublist: FieldDrivenMutator {
  public unowned var block: Block?
  /// Whether there is an input for the start index.
  public var at1 = true
  /// Whether there is an input for the end index.
  public var at2 = true
  /// Whether JSON contains the state, as it does for text blocks. For list blocks, the fields determine it.
  private let hasJSON: Bool

  /// - Parameter hasJSON: whether Blockly's JSON has a form of its own for the state.
  public init(hasJSON: Bool) { self.hasJSON = hasJSON }

  public func mutateBlock() {
    block?.arrangeIndexInput("AT1", takesNumber: at1)
    block?.arrangeIndexInput("AT2", takesNumber: at2)
  }

  public func takeState(fromField name: String) -> Bool {
    let old = (at1, at2)
    switch name {
    case "WHERE1": at1 = block?.indexNeedsNumber(name) ?? at1
    case "WHERE2": at2 = block?.indexNeedsNumber(name) ?? at2
    default: return false
    }
    return old != (at1, at2)
  }

  public func value(ofMissingField name: String) -> String? {
    switch name {
    case "WHERE1": block?.choice(ofIndexField: name, takesNumber: at1)
    case "WHERE2": block?.choice(ofIndexField: name, takesNumber: at2)
    default: nil
    }
  }

  public func toXMLElement() -> XMLElement {
    .building("mutation") { xml in
      xml.attribute("at1", String(at1))
      xml.attribute("at2", String(at2))
    }
  }

  public func update(fromXML xml: XMLElement) {
    at1 = xml[attribute: "at1"] != "false"
    at2 = xml[attribute: "at2"] != "false"
  }

  public func toJSON() -> JSONValue? { hasJSON ? .string(toXMLElement().xmlText()) : nil }

  public func copyMutator() -> any Mutator {
    let copy = MutatorSublist(hasJSON: hasJSON)
    copy.at1 = at1
    copy.at2 = at2
    return copy
  }
}
