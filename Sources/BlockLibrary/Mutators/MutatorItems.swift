import BlockModel
import Markup

/// The items of a block that combines several values: the base of `MutatorListCreate` and `MutatorTextJoin`.
public class MutatorItems: Mutator {
  public unowned var block: Block?
  /// The number of value inputs, from 0.
  public var itemCount: Int
  private let defaultCount: Int

  init(defaultCount: Int) {
    self.defaultCount = defaultCount
    itemCount = defaultCount
  }

  /// The name of the message before the first item.
  var title: String { "" }

  /// The fields shown when there are no items.
  var emptyFields: [Field] { [] }

  public var hasDialog: Bool { true }

  public func mutateBlock() {
    guard let block else { return }
    var builders: [InputBuilder] = []
    for index in 0..<MutatorValues.clamped(itemCount) {
      let name = "ADD\(index)"
      let label = index == 0 ? MutatorMessages.label(title, for: block) : nil
      builders.append(block.definition.builder(.value, name) ?? InputBuilder(.value, name, label: label))
    }
    if builders.isEmpty {
      let empty = InputBuilder(.dummy, "EMPTY")
      for field in emptyFields { empty.appendField(field) }
      builders.append(empty)
    }
    block.arrangeInputs(builders) { $0.name.number(after: "ADD") != nil || $0.name == "EMPTY" }
  }

  public func toXMLElement() -> XMLElement {
    .building("mutation") { $0.attribute("items", String(MutatorValues.clamped(itemCount))) }
  }

  public func update(fromXML xml: XMLElement) {
    itemCount = MutatorValues.count(xml[attribute: "items"]) ?? defaultCount
  }

  public func toJSON() -> JSONValue? {
    .object { $0.member("itemCount", MutatorValues.clamped(itemCount)) }
  }

  public func update(fromJSON json: JSONValue) {
    itemCount = MutatorValues.count(json["itemCount"]) ?? defaultCount
  }

  /// Creates a mutator of the same class.
  func makeCopy() -> MutatorItems { MutatorItems(defaultCount: defaultCount) }

  public func copyMutator() -> any Mutator {
    let copy = makeCopy()
    copy.itemCount = itemCount
    return copy
  }
}

/// The mutator of `lists_create_with`.
public final class MutatorListCreate: MutatorItems {
  /// The state of a new block, with three items.
  public init() { super.init(defaultCount: 3) }

  override var title: String { "LISTS_CREATE_WITH_INPUT_WITH" }
  override var emptyFields: [Field] { MutatorMessages.label("LISTS_CREATE_EMPTY_TITLE", for: block).map { [$0] } ?? [] }
  override func makeCopy() -> MutatorItems { MutatorListCreate() }
}

/// The mutator of `text_join`.
public final class MutatorTextJoin: MutatorItems {
  /// The state of a new block, with two items.
  public init() { super.init(defaultCount: 2) }

  override var title: String { "TEXT_JOIN_TITLE_CREATEWITH" }
  override func makeCopy() -> MutatorItems { MutatorTextJoin() }

  override var emptyFields: [Field] {
    [FieldImage(source: "", alternativeText: "“"), FieldImage(source: "", alternativeText: "”")]
  }
}
