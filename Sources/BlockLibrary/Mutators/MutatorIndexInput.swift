import BlockModel
import Markup

/// Adds or removes an index input for a list or text: the base of `MutatorListSetIndex` and `MutatorLetterAt`.
public class MutatorIndexInput: FieldDrivenMutator {
  public unowned var block: Block?
  /// Whether there is an index input.
  public var at = true

  public func mutateBlock() { block?.arrangeIndexInput("AT", takesNumber: at) }

  public func takeState(fromField name: String) -> Bool {
    guard name == "WHERE", let needed = block?.indexNeedsNumber(name), needed != at else { return false }
    at = needed
    return true
  }

  public func value(ofMissingField name: String) -> String? {
    name == "WHERE" ? block?.choice(ofIndexField: name, takesNumber: at) : nil
  }

  public func toXMLElement() -> XMLElement { .building("mutation") { $0.attribute("at", String(at)) } }

  public func update(fromXML xml: XMLElement) { at = xml[attribute: "at"] != "false" }

  public func toJSON() -> JSONValue? { .string(toXMLElement().xmlText()) }

  /// Creates a mutator of the same class.
  func makeCopy() -> MutatorIndexInput { MutatorIndexInput() }

  public func copyMutator() -> any Mutator {
    let copy = makeCopy()
    copy.at = at
    return copy
  }
}

/// The mutator of `lists_setIndex`. JSON doesn't contain its state, which is derived from the field.
public final class MutatorListSetIndex: MutatorIndexInput {
  override public func toJSON() -> JSONValue? { nil }
  override func makeCopy() -> MutatorIndexInput { MutatorListSetIndex() }
}

/// The mutator of `text_charAt`.
public final class MutatorLetterAt: MutatorIndexInput {
  override func makeCopy() -> MutatorIndexInput { MutatorLetterAt() }
}
