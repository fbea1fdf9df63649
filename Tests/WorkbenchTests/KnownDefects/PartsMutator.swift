import BlockLibrary
import BlockModel
import Markup

/// A mutator of an outside developer: a block with a variable number of parts.
final class PartsMutator: Mutator {
  unowned var block: Block?
  var count = 1

  /// A factory that knows a block with this mutator.
  static func factory() throws -> BlockFactory {
    let factory = try StockBlocks.factory()
    let builder = BlockBuilder(type: "my_list")
    builder.mutator = PartsMutator()
    factory.define(builder)
    return factory
  }

  func mutateBlock() {
    let builders = (0..<count).map { InputBuilder(type: .value, name: "PART\($0)") }
    block?.arrangeInputs(builders) { $0.name.hasPrefix("PART") }
  }

  func toXMLElement() -> XMLElement { .building("mutation") { $0.attribute("count", String(count)) } }
  func update(fromXML xml: XMLElement) { count = xml[attribute: "count"].flatMap { Int($0) } ?? 1 }

  func toJSON() -> JSONValue? {
    .building { json in
      json.beginObject()
      json.key("count")
      json.integer(count)
      json.endObject()
    }
  }

  func update(fromJSON json: JSONValue) { count = json["count"]?.integer ?? 1 }

  func copyMutator() -> any Mutator {
    let copy = PartsMutator()
    copy.count = count
    return copy
  }
}
