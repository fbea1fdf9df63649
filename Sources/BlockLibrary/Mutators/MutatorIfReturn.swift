import BlockModel
import Markup

/// The mutator of `procedures_ifreturn`. The block has a value input in a procedure that returns a value.
public final class MutatorIfReturn: Mutator {
  public unowned var block: Block?
  /// Whether there is a value input; the function around the block decides.
  public var hasReturnValue = true

  /// The state of a new block, with a value input.
  public init() {}

  public func mutateBlock() {
    guard let block else { return }
    let label = MutatorMessages.label("PROCEDURES_DEFRETURN_RETURN", for: block)
    let builder =
      hasReturnValue
      ? block.definition.builder(.value, "VALUE") ?? InputBuilder(.value, "VALUE", label: label)
      : InputBuilder(.dummy, "VALUE", label: label)
    block.arrangeInputs([builder]) { $0.name == "VALUE" }
  }

  public func toXMLElement() -> XMLElement {
    .building("mutation") { $0.attribute("value", hasReturnValue ? "1" : "0") }
  }

  public func update(fromXML xml: XMLElement) { hasReturnValue = xml[attribute: "value"] == "1" }

  public func copyMutator() -> any Mutator {
    let copy = MutatorIfReturn()
    copy.hasReturnValue = hasReturnValue
    return copy
  }
}
