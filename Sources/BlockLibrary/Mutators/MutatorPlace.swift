import BlockModel
import Markup

/// Whether the place in a list or text is a number: what `MutatorListSetIndex` and `MutatorLetterAt` share.
public class MutatorPlace: FieldDrivenMutator {
  public unowned var block: Block?
  public var at = true

  public func mutateBlock() { block?.arrangePlace("AT", takesNumber: at) }

  public func takeState(fromField name: String) -> Bool {
    guard name == "WHERE", let needed = block?.placeNeedsNumber(name), needed != at else { return false }
    at = needed
    return true
  }

  public func toXMLElement() -> XMLElement { .building("mutation") { $0.attribute("at", String(at)) } }

  public func update(fromXML xml: XMLElement) { at = xml[attribute: "at"] != "false" }

  public func toJSON() -> JSONValue? { .string(toXMLElement().xmlText()) }

  /// A mutator of the same class.
  func makeCopy() -> MutatorPlace { MutatorPlace() }

  public func copyMutator() -> any Mutator {
    let copy = makeCopy()
    copy.at = at
    return copy
  }
}

/// Whether `lists_setIndex` takes a number for its place. JSON leaves it to the field.
public final class MutatorListSetIndex: MutatorPlace {
  override public func toJSON() -> JSONValue? { nil }
  override func makeCopy() -> MutatorPlace { MutatorListSetIndex() }
}

/// Whether `text_charAt` takes a number for its place.
public final class MutatorLetterAt: MutatorPlace {
  override func makeCopy() -> MutatorPlace { MutatorLetterAt() }
}
