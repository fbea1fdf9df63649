import Markup

/// An object that changes the shape of a block. See docs/develop/mutators.md.
///
/// A mutator stores the state of the shape, applies it to its block, and reads and writes it. It does not move
/// connected blocks: to change the shape of a block in use, use the mutator's layout.
public protocol Mutator: AnyObject {
  /// The block to mutate. It owns the mutator and clears this reference when it is deallocated, so use an unowned
  /// reference; a weak one is slower to access.
  var block: Block? { get set }

  /// Whether users set the state in a dialog. Otherwise the state follows fields or other blocks.
  var hasDialog: Bool { get }

  /// This mutator if its state follows fields; otherwise nil.
  var fieldDriven: (any FieldDrivenMutator)? { get }

  /// Gives `block` the shape for this mutator's state. Remaining inputs keep their connections and fields.
  func mutateBlock()

  /// Returns the state as `<mutation>`, which is empty when there is nothing to save.
  func toXMLElement() -> XMLElement

  /// Loads the state from `<mutation>`, without mutating the block.
  func update(fromXML xml: XMLElement)

  /// Returns the state as Blockly's JSON (`extraState`); nil when there is nothing to save.
  func toJSON() -> JSONValue?

  /// Loads the state from `extraState`, without mutating the block.
  func update(fromJSON json: JSONValue)

  /// Updates the state from a label of the block that an event stream changed, without mutating the block.
  /// - Returns: whether the state changed.
  func update(fromLabel name: String, saying text: String) -> Bool

  /// Updates the state with the new name of a variable, without mutating the block.
  /// - Returns: whether the state changed.
  func update(fromRenamed variable: Variable) -> Bool

  /// Whether Blockly recreates an input in each mutation, so that the block in it must be disconnected before the
  /// mutation and reconnected after it.
  func isRecreated(_ inputName: String) -> Bool

  /// Returns a copy with the same state, for another block.
  func copyMutator() -> any Mutator
}

extension Mutator {
  public var hasDialog: Bool { false }

  // A cast to a protocol searches all conformances of the program, so only mutators that may conform are cast.
  public var fieldDriven: (any FieldDrivenMutator)? { hasDialog ? nil : self as? any FieldDrivenMutator }

  /// Returns the XML as a string, for mutators without a JSON form (a Blockly file format rule).
  public func toJSON() -> JSONValue? {
    let element = toXMLElement()
    return element.isEmpty ? nil : .string(element.xmlText())
  }

  public func update(fromJSON json: JSONValue) {}

  public func isRecreated(_ inputName: String) -> Bool { false }

  public func update(fromLabel name: String, saying text: String) -> Bool { false }

  public func update(fromRenamed variable: Variable) -> Bool { false }

  /// Loads the state from the form that is present, or the default state if none is. A JSON string that begins with `<`
  /// is XML, because Blockly itself writes such strings.
  public func update(from state: MutationState) {
    if let element = state.xml ?? state.json.flatMap(MutationState.xmlElement) {
      update(fromXML: element)
    } else if let json = state.json {
      update(fromJSON: json)
    } else {
      update(fromXML: .building("mutation"))
    }
  }
}

/// A mutator whose state follows fields of its block, such as an index that is needed only with “# from start”.
///
/// Blockly's JSON omits state that fields determine, so the state is updated from the fields after a block is read, and
/// whenever a user changes a field.
public protocol FieldDrivenMutator: Mutator {
  /// Updates the state from a field of the block, without mutating the block.
  /// - Returns: whether the state changed.
  func takeState(fromField name: String) -> Bool

  /// Returns the value for a field when a file contains the mutation but not the field; nil for the field's default,
  /// which the state then follows.
  func value(ofMissingField name: String) -> String?
}

extension FieldDrivenMutator {
  public var fieldDriven: (any FieldDrivenMutator)? { self }

  public func value(ofMissingField name: String) -> String? { nil }
}

/// The state of a mutator in files and events: XML, JSON, or, for a block in use, both.
public struct MutationState: Equatable, Sendable {
  /// The element `<mutation>`, as XML files have it; nil if there is none.
  public var xml: XMLElement?
  /// The value of `extraState`, as JSON files have it; nil if there is none.
  public var json: JSONValue?

  /// Creates a state in one form or both; without either, the block has its initial shape.
  public init(xml: XMLElement? = nil, json: JSONValue? = nil) {
    self.xml = xml
    self.json = json
  }

  /// Returns the XML element in a JSON string; nil if there is none.
  public static func xmlElement(in json: JSONValue) -> XMLElement? {
    guard let text = json.string, text.first(where: { !$0.isWhitespace }) == "<" else { return nil }
    return try? XMLParser.parse(text)
  }

  /// The state as `<mutation>`, from either form; nil when the state exists only as JSON.
  public var element: XMLElement? { xml ?? json.flatMap(MutationState.xmlElement) }
}

extension MutationState {
  /// Creates the current state of a mutator, in XML and JSON, without forms that have nothing to save.
  package init(of mutator: any Mutator) {
    let element = mutator.toXMLElement()
    self.init(xml: element.isEmpty ? nil : element, json: mutator.toJSON())
  }
}
