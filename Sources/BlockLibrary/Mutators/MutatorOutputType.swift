import BlockModel
import Markup

/// An output whose type follows a dropdown: what `MutatorPrompt` and `MutatorListStatistics` share.
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

  /// The type that the output has with the present choice.
  var outputCheck: String { "" }

  public func mutateBlock() { block?.setOutputCheck(outputCheck) }

  public func takeState(fromField name: String) -> Bool {
    guard name == field, let value = block?.valid(field: name), value != choice else { return false }
    choice = value
    return true
  }

  public func toXMLElement() -> XMLElement { .building("mutation") { $0.attribute(attribute, choice) } }

  public func update(fromXML xml: XMLElement) { choice = xml[attribute: attribute] ?? defaultChoice }

  /// A mutator of the same class.
  func makeCopy() -> MutatorOutputType {
    MutatorOutputType(field: field, attribute: attribute, defaultChoice: defaultChoice)
  }

  public func copyMutator() -> any Mutator {
    let copy = makeCopy()
    copy.choice = choice
    return copy
  }
}

/// What `text_prompt` and `text_prompt_ext` ask for: `TEXT` or `NUMBER`.
public final class MutatorPrompt: MutatorOutputType {
  public init() { super.init(field: "TYPE", attribute: "type", defaultChoice: "TEXT") }

  override var outputCheck: String { choice == "NUMBER" ? "Number" : "String" }
  override func makeCopy() -> MutatorOutputType { MutatorPrompt() }
}

/// What `math_on_list` calculates: `SUM`, `MODE` and the like; the modes are a list.
public final class MutatorListStatistics: MutatorOutputType {
  public init() { super.init(field: "OP", attribute: "op", defaultChoice: "SUM") }

  override var outputCheck: String { choice == "MODE" ? "Array" : "Number" }
  override func makeCopy() -> MutatorOutputType { MutatorListStatistics() }
}
