import BlockModel
import Markup

/// The mutator of `lists_split`: text to list (`SPLIT`) or list to text (`JOIN`).
public final class MutatorListSplit: FieldDrivenMutator {
  public unowned var block: Block?
  /// The dropdown's value: `SPLIT` or `JOIN`.
  public var mode = "SPLIT"

  /// The state of a new block, which splits a text.
  public init() {}

  public func mutateBlock() {
    let isSplit = mode == "SPLIT"
    block?.setOutputCheck(isSplit ? "Array" : "String")
    block?.firstInput(withName: "INPUT")?.connection?.typeChecks = [isSplit ? "String" : "Array"]
  }

  public func takeState(fromField name: String) -> Bool {
    guard name == "MODE", let value = block?.valid(field: name), value != mode else { return false }
    mode = value
    return true
  }

  public func toXMLElement() -> XMLElement { .building("mutation") { $0.attribute("mode", mode) } }

  public func update(fromXML xml: XMLElement) { mode = xml[attribute: "mode"] ?? "SPLIT" }

  public func toJSON() -> JSONValue? { .object(["mode": .string(mode)]) }

  public func update(fromJSON json: JSONValue) { mode = json["mode"]?.string ?? "SPLIT" }

  public func copyMutator() -> any Mutator {
    let copy = MutatorListSplit()
    copy.mode = mode
    return copy
  }
}
