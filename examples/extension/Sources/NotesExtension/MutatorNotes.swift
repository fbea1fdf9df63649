import BlockModel
import Markup

/// The number of notes that a block plays. A mutation removes the inputs for notes and appends new ones.
public nonisolated final class MutatorNotes: Mutator {
  public unowned var block: Block?
  public var count = 1

  public init() {}

  public func mutateBlock() {
    guard let block else { return }
    for input in block.inputs where input.name.hasPrefix("NOTE") { block.removeInput(input) }
    for number in 0..<count {
      let builder = InputBuilder(type: .value, name: "NOTE\(number)")
      builder.connectionTypeChecks = ["Number"]
      builder.appendField(FieldLabel(text: number == 0 ? "play" : "then"))
      block.appendInput(builder.makeInput())
    }
  }

  public func toXMLElement() -> XMLElement { .building("mutation") { $0.attribute("notes", String(count)) } }

  public func update(fromXML xml: XMLElement) {
    count = min(max(xml[attribute: "notes"].flatMap { Int($0) } ?? 1, 1), 100)
  }

  public func copyMutator() -> any Mutator {
    let copy = MutatorNotes()
    copy.count = count
    return copy
  }
}
