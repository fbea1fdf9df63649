import BlockModel
import Markup

/// The mutator of `math_number_property`: with or without a divisor input.
public final class MutatorNumberProperty: FieldDrivenMutator {
  public unowned var block: Block?
  /// Whether the dropdown's value is `DIVISIBLE_BY`.
  public var hasDivisor = false

  /// The state of a new block, without a divisor input.
  public init() {}

  public func mutateBlock() {
    let builders = hasDivisor ? [InputBuilder(.value, "DIVISOR", checks: ["Number"])] : []
    block?.arrangeInputs(builders) { $0.name == "DIVISOR" }
  }

  public func takeState(fromField name: String) -> Bool {
    guard name == "PROPERTY", let value = block?.valid(field: name), (value == "DIVISIBLE_BY") != hasDivisor else {
      return false
    }
    hasDivisor.toggle()
    return true
  }

  public func value(ofMissingField name: String) -> String? {
    name == "PROPERTY" && hasDivisor ? "DIVISIBLE_BY" : nil
  }

  public func toXMLElement() -> XMLElement {
    .building("mutation") { $0.attribute("divisor_input", String(hasDivisor)) }
  }

  public func update(fromXML xml: XMLElement) { hasDivisor = xml[attribute: "divisor_input"] == "true" }

  public func copyMutator() -> any Mutator {
    let copy = MutatorNumberProperty()
    copy.hasDivisor = hasDivisor
    return copy
  }
}
