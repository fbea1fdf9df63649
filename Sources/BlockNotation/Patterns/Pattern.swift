import BlockLibrary
import BlockModel

/// A word of a label, and whether it follows the word before it without white space.
struct LabelWord: Hashable {
  var word: Int32
  var isGlued: Bool
}

/// The kinds of values that a hole of a pattern takes.
struct HoleKinds: OptionSet {
  let rawValue: UInt8
  /// Any value.
  static let value = HoleKinds(rawValue: 1)
  /// The name of a variable, or of a function and its inputs.
  static let name = HoleKinds(rawValue: 2)
  static let number = HoleKinds(rawValue: 4)
  static let text = HoleKinds(rawValue: 8)
}

/// The wording of a block type, or of one of its shapes: words, choices, holes and bodies.
struct Pattern {
  enum Element {
    case words([LabelWord])
    /// A field with a limited number of values.
    case choice(field: String, options: [Option])
    /// A value input, or a field that is written as a literal or a name.
    case hole(Hole)
    /// A statement input.
    case body(input: String)
  }

  struct Option {
    var state: FieldState
    var words: [LabelWord]
  }

  struct Hole {
    var kinds: HoleKinds
    /// The name of the input or field.
    var name: String
    var isInput: Bool
    /// Whether a text field has several lines.
    var hasLines = false
  }

  /// The way in which operands become inputs and fields.
  enum Form {
    /// Each operand belongs to the hole or body at its place.
    case plain
    /// Conditions and bodies alternate, with an optional body at the end.
    case branches
    /// All operands are items.
    case items
    /// The name of a function, its inputs, its body, and what it returns.
    case definition(returns: Bool)
    /// A condition and perhaps a value.
    case ifReturn
  }

  var type: Int32
  var isValue: Bool
  var elements: [Element]
  var form = Form.plain
  /// The mutation of a block with this wording; `NotationLibrary.mutation(of:)` returns that of a shape.
  var mutation: MutationState?
  /// The shape that fields give a block with this wording; nil if they don't change it.
  var shape: Shape?
  /// The properties of another spelling of a type, which is read and never written; nil for the type's own wording.
  var alias: Alias?

  /// A shape that follows fields.
  final class Shape {
    let fields: [FieldRecord]
    /// Created when it is needed, because a program has few of all shapes.
    var mutation: MutationState?

    init(_ fields: [FieldRecord]) { self.fields = fields }
  }

  /// The properties of another spelling besides its words.
  struct Alias {
    var fields: [FieldRecord] = []
    /// The block that it creates; nil if its operands are the fields and inputs of its type.
    var template: BlockTemplate?
    /// Whether only typed lines have it.
    var isTyped = false
    /// The kinds that operands must have.
    var kinds: [(operand: String, kind: ValueKind)] = []
    /// The numbers that operands must be.
    var numbers: [(operand: String, number: Double)] = []
  }

  /// The word that a spelling like a call begins with: `word(…)`; nil for any other.
  var calledWord: Int32? {
    guard alias != nil, elements.count == 3, case .words(let begin) = elements[0], case .hole = elements[1],
      case .words(let end) = elements[2], begin.map(\.word).dropFirst() == [Mark.openParenthesis],
      end.map(\.word) == [Mark.closeParenthesis]
    else { return nil }
    return begin[0].word
  }

  var holes: [Hole] {
    elements.compactMap { if case .hole(let hole) = $0 { hole } else { nil } }
  }

  var choiceFields: [String] {
    elements.compactMap { if case .choice(let field, _) = $0 { field } else { nil } }
  }
}
