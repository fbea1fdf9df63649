import Markup

/// What changes the shape of a block (the seed's Mutator).
///
/// A mutator holds the state of the shape; it knows how to give its block that shape and how files hold the state. It
/// does not touch what is connected: who mutates a block in use goes through the layout.
public protocol Mutator: AnyObject {
  /// The block that will be mutated. It owns the mutator and takes itself away when it goes, so an unowned reference
  /// will do; a weak one would make every use of the block slower.
  var block: Block? { get set }

  /// Whether a user sets the state in a dialog; otherwise it follows fields or other blocks.
  var hasDialog: Bool { get }

  /// Gives `block` the shape of this mutator's state. Inputs that stay keep their connections and fields.
  func mutateBlock()

  /// The state as `<mutation>`; without attributes and content when there is nothing to save.
  func toXMLElement() -> XMLElement

  /// Takes the state from `<mutation>`. The block is not mutated by this.
  func update(fromXML xml: XMLElement)

  /// The state as Blockly's JSON has it (`extraState`); nil when there is nothing to save.
  func toJSON() -> JSONValue?

  /// Takes the state from `extraState`. The block is not mutated by this.
  func update(fromJSON json: JSONValue)

  /// Takes the state that a label of the block shows, when a stream of events gives the label other words. The block is not
  /// mutated by this.
  /// - Returns: whether the state changed.
  func update(fromLabel name: String, saying text: String) -> Bool

  /// Takes the new name of a variable that the state names. The block is not mutated by this.
  /// - Returns: whether the state changed.
  func update(fromRenamed variable: Variable) -> Bool

  /// Whether Blockly makes an input anew in each mutation, so that what it holds must move out before and in again after.
  func isMadeAnew(_ inputName: String) -> Bool

  /// A mutator of its own for another block, with the same state.
  func copyMutator() -> any Mutator
}

extension Mutator {
  public var hasDialog: Bool { false }

  /// Blocks without a JSON form of their own save their XML as a string (a Blockly file format rule).
  public func toJSON() -> JSONValue? {
    let element = toXMLElement()
    return element.isEmpty ? nil : .string(element.xmlText())
  }

  public func update(fromJSON json: JSONValue) {}

  public func isMadeAnew(_ inputName: String) -> Bool { false }

  public func update(fromLabel name: String, saying text: String) -> Bool { false }

  public func update(fromRenamed variable: Variable) -> Bool { false }

  /// Takes the state in the form that is there; no state at all is the default one. A string that begins with `<` is XML
  /// wherever it comes from, as Blockly itself sends such.
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

/// A mutator whose state follows fields of its block, such as a place that is asked for only with “# from start”.
///
/// Blockly's JSON leaves out what fields say, so the state is taken from them when a block was read, and whenever a
/// person changes one.
public protocol FieldDrivenMutator: Mutator {
  /// Takes from the block's field what it says about the state. The block is not mutated by this.
  /// - Returns: whether the state changed.
  func takeState(fromField name: String) -> Bool
}

/// The state of a mutator as files and events hold it: as XML, as JSON, or, from a block in use, as both.
public struct MutationState: Equatable, Sendable {
  public var xml: XMLElement?
  public var json: JSONValue?

  public init(xml: XMLElement? = nil, json: JSONValue? = nil) {
    self.xml = xml
    self.json = json
  }

  /// The element that a JSON string holds, if it is one.
  public static func xmlElement(in json: JSONValue) -> XMLElement? {
    guard let text = json.string, text.first(where: { !$0.isWhitespace }) == "<" else { return nil }
    return try? XMLParser.parse(text)
  }

  /// The state as `<mutation>`, whichever form it has; nil when JSON says what XML can't.
  public var element: XMLElement? { xml ?? json.flatMap(MutationState.xmlElement) }
}
