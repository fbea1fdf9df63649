import BlockModel
import Markup

/// Sets the output type from a dropdown: the base of `MutatorPrompt` and `MutatorListStatistics`.
public class MutatorOutputType: FieldDrivenMutator {
  public unowned var block: Block?
  /// The dropdown's value.
  public var choice: String
  private let field: String
  private let attribute: String
  private let defaultChoice: String

  init(field: String, attribute: String, defaultChoice: String) {
    self.field = field
    self.attribute = attribute
    self.defaultChoice = defaultChoice
    choice = defaultChoice
  }

  /// The output type for the current choice.
  var outputCheck: String { "" }

  public func mutateBlock() { block?.setOutputCheck(outputCheck) }

  public func takeState(fromField name: String) -> Bool {
    guard name == field, let value = block?.valid(field: name), value != choice else { return false }
    choice = value
    return true
  }

  public func toXMLElement() -> XMLElement { .building("mutation") { $0.attribute(attribute, choice) } }

  public func update(fromXML xml: XMLElement) { choice = xml[attribute: attribute] ?? defaultChoice }

  /// Creates a mutator of the same class.
  func makeCopy() -> MutatorOutputType {
    MutatorOutputType(field: field, attribute: attribute, defaultChoice: defaultChoice)
  }

  public func copyMutator() -> any Mutator {
    let copy = makeCopy()
    copy.choice = choice
    return copy
  }
}

/// The mutator of `text_prompt` and `text_prompt_ext`: the type of the requested value, `TEXT` or `NUMBER`.
public final class MutatorPrompt: MutatorOutputType {
  /// The state of a new block, which asks for a text.
  public init() { super.init(field: "TYPE", attribute: "type", defaultChoice: "TEXT") }

  override var outputCheck: String { choice == "NUMBER" ? "Number" : "String" }
  override func makeCopy() -> MutatorOutputType { MutatorPrompt() }
}

/// The mutator of `math_on_list`: the operation, such as `SUM` or `MODE`. Only `MODE` returns a list.
public final class MutatorListStatistics: MutatorOutputType {
  /// The state of a new block, which adds up the list.
  public init() { super.init(field: "OP", attribute: "op", defaultChoice: "SUM") }

  override var outputCheck: String { choice == "MODE" ? "Array" : "Number" }
  override func makeCopy() -> MutatorOutputType { MutatorListStatistics() }
}
