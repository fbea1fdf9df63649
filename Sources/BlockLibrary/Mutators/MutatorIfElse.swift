import BlockModel
import Markup

/// The mutator of `controls_if`: its branches.
public final class MutatorIfElse: Mutator {
  public unowned var block: Block?
  /// The number of “else if” branches.
  public var elseIfCount = 0
  /// Whether there is an “else” branch, which is always the last.
  public var hasElse = false

  /// The state of a new block, with one condition.
  public init() {}

  public var hasDialog: Bool { true }

  public func mutateBlock() {
    func label(_ name: String) -> FieldLabel? { MutatorMessages.label(name, for: block) }
    var builders: [InputBuilder] = []
    for branch in 0..<MutatorValues.clamped(elseIfCount) {
      builders.append(
        InputBuilder(.value, "IF\(branch + 1)", checks: ["Boolean"], label: label("CONTROLS_IF_MSG_ELSEIF")))
      builders.append(InputBuilder(.statement, "DO\(branch + 1)", label: label("CONTROLS_IF_MSG_THEN")))
    }
    if hasElse { builders.append(InputBuilder(.statement, "ELSE", label: label("CONTROLS_IF_MSG_ELSE"))) }
    block?.arrangeInputs(builders) { isRecreated($0.name) }
  }

  /// True for all branches but the first.
  public func isRecreated(_ inputName: String) -> Bool {
    let branch = inputName.number(after: "IF") ?? inputName.number(after: "DO") ?? 0
    return branch > 0 || inputName == "ELSE"
  }

  public func toXMLElement() -> XMLElement {
    let count = MutatorValues.clamped(elseIfCount)
    return .building("mutation") { xml in
      if count > 0 { xml.attribute("elseif", String(count)) }
      if hasElse { xml.attribute("else", "1") }
    }
  }

  public func update(fromXML xml: XMLElement) {
    elseIfCount = MutatorValues.count(xml[attribute: "elseif"]) ?? 0
    hasElse = (MutatorValues.count(xml[attribute: "else"]) ?? 0) > 0
  }

  public func toJSON() -> JSONValue? {
    let count = MutatorValues.clamped(elseIfCount)
    guard count > 0 || hasElse else { return nil }
    return .object { json in
      if count > 0 { json.member("elseIfCount", count) }
      if hasElse { json.member("hasElse", true) }
    }
  }

  public func update(fromJSON json: JSONValue) {
    elseIfCount = MutatorValues.count(json["elseIfCount"]) ?? 0
    hasElse = MutatorValues.isTrue(json["hasElse"])
  }

  public func copyMutator() -> any Mutator {
    let copy = MutatorIfElse()
    copy.elseIfCount = elseIfCount
    copy.hasElse = hasElse
    return copy
  }
}
