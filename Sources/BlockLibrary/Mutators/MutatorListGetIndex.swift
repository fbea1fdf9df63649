import BlockModel
import Markup

/// The mutator of `lists_getIndex`: a statement when it only removes an item, otherwise a value; with or without an
/// index input.
public final class MutatorListGetIndex: FieldDrivenMutator {
  public unowned var block: Block?
  /// Whether the block only removes an item, so that it has no output.
  public var isStatement = false
  /// Whether there is an index input.
  public var at = true

  /// The state of a new block: a value with an index input.
  public init() {}

  public func mutateBlock() {
    guard let block else { return }
    if isStatement {
      block.dropConnection(.outputValue)
      if block.previousConnection == nil { block.setConnection(.previousStatement, typeChecks: nil) }
      if block.nextConnection == nil { block.setConnection(.nextStatement, typeChecks: nil) }
    } else {
      block.dropConnection(.previousStatement)
      block.dropConnection(.nextStatement)
      if block.outputConnection == nil { block.setConnection(.outputValue, typeChecks: nil) }
    }
    block.arrangeIndexInput("AT", takesNumber: at)
  }

  public func takeState(fromField name: String) -> Bool {
    let old = (isStatement, at)
    switch name {
    case "MODE": isStatement = block?.valid(field: name).map { $0 == "REMOVE" } ?? isStatement
    case "WHERE": at = block?.indexNeedsNumber(name) ?? at
    default: return false
    }
    return old != (isStatement, at)
  }

  public func value(ofMissingField name: String) -> String? {
    switch name {
    case "MODE": isStatement ? "REMOVE" : nil
    case "WHERE": block?.choice(ofIndexField: name, takesNumber: at)
    default: nil
    }
  }

  public func toXMLElement() -> XMLElement {
    .building("mutation") { xml in
      xml.attribute("statement", String(isStatement))
      xml.attribute("at", String(at))
    }
  }

  public func update(fromXML xml: XMLElement) {
    isStatement = xml[attribute: "statement"] == "true"
    at = xml[attribute: "at"] != "false"
  }

  public func toJSON() -> JSONValue? { isStatement ? .object(["isStatement": true]) : nil }

  public func update(fromJSON json: JSONValue) { isStatement = MutatorValues.isTrue(json["isStatement"]) }

  public func copyMutator() -> any Mutator {
    let copy = MutatorListGetIndex()
    copy.isStatement = isStatement
    copy.at = at
    return copy
  }
}
