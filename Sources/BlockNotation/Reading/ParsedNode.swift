import BlockModel

/// A value or a statement of a text, before its block type is decided.
struct ParsedNode {
  enum Kind: UInt8 {
    /// `_`
    case empty
    case number, text, name
    /// A number and a string that aren't in the source.
    case constant, string
    /// A wording; `group` is the trie's node in which it ended.
    case words
    case list
    /// A call of a function, with its name as the first argument.
    case call
    /// A type with named fields and inputs.
    case explicit
    /// Blockly's XML of a block, or the JSON of a field.
    case data
    /// In typed lines: an item or a part of a value, `value[…]`; -1 represents a missing bound.
    case index, slice
    /// In typed lines: `value.name` and `value.name(…)`; the token is the name.
    case member, method
    /// In typed lines: a text with values in it.
    case format
    /// A block that another spelling creates; `group` is its number.
    case made
  }

  var kind: Kind
  /// The first token; for a literal or a name, its only one. For a string, `group` is its number.
  var token: Int32
  var group: Int32 = -1
  /// The number of the stated type; -1 for none.
  var type: Int32 = -1
  var arguments: Range<Int32> = 0..<0
  /// The first of its attributes in the list of all attributes; -1 for none.
  var attributes: Int32 = -1
  var comments: [Int32]?
  var isShadow = false
  /// The shadow that it covers: a node, `standardCover` or `noCover`.
  var cover: Int32 = standardCover
  var isParenthesized = false
  /// Whether a typed line is this value, where a statement belongs.
  var isStatement = false
  /// Whether a minus sign precedes the number.
  var isNegative = false
  /// A number to add to the written one; for a constant, the number itself.
  var offset = 0.0
  /// The statement below; -1 for none.
  var next: Int32 = -1

  /// The shadow that the toolbox puts there.
  static let standardCover: Int32 = -1
  static let noCover: Int32 = -2

  init(_ kind: Kind, token: Int) {
    self.kind = kind
    self.token = Int32(token)
  }
}

/// A block that another spelling creates.
struct MadeBlock {
  var type: Int32
  var fields: [FieldRecord] = []
  /// The fields that are variables, by the nodes of their names.
  var variables: [(field: String, node: Int32)] = []
  /// The fields that are variables which the text doesn't name, with the names of these variables.
  var ownVariables: [(field: String, name: String)] = []
  var inputs: [(name: String, node: Int32)] = []
  var bodies: [(name: String, node: Int32)] = []
  var mutation: MutationState?
  /// Whether its inputs are the items of a list or text.
  var hasItems = false
}

/// An operand or another part of a node.
struct ParsedArgument {
  enum Kind: UInt8 {
    case operand
    /// The first statement of a body; -1 for an empty one.
    case body
    /// A field of the named form; the node is its value.
    case field
    /// The name of a function's input.
    case parameter
  }

  var kind: Kind
  var node: Int32 = -1
  /// The token of its name; -1 for none.
  var token: Int32 = -1
}

/// An attribute of a node, and the one after it.
struct ParsedAttribute {
  var token: Int32
  var next: Int32
}

/// An open construct while a text is parsed: a stack of these replaces recursion.
struct ParsedFrame {
  enum Kind: UInt8 {
    /// Words of a value or an operator, waiting for an operand or a body.
    case pattern
    /// The words of a statement, waiting for an operand or a body.
    case statement
    /// A statement that is a value.
    case expression
    case parentheses, list
    /// The inputs of a called function, with their names, and in parentheses without names.
    case call, arguments
    case explicit
    /// In typed lines: the brackets after a value, the inputs of a method, a text with values in it.
    case index, method, format
    /// `~` before a value, and after one.
    case shadow, cover
    /// The statements of a body, or of the whole text.
    case stack
    /// A statement with a mistake, whose body is still read.
    case faulty
  }

  var kind: Kind
  var token: Int32
  /// The trie's node that has been reached, without the operand that is being read.
  var node: Int32 = -1
  /// The number of arguments before its own.
  var arguments: Int32 = 0
  /// The index of the nearest frame below that more words could continue; -1 for none.
  var below: Int32 = -1
  /// The covering node; of a stack, the first statement.
  var first: Int32 = -1
  /// Of a stack, the last statement.
  var last: Int32 = -1
  /// Of a stack: the indentation of its lines, -1 if not known yet.
  var level: Int32 = -1
  var isBraced = false
  /// Of a stack: whether it has one statement, as in C.
  var isSingle = false
  var isShadow = false
  /// Of a stack: whether a statement covers it. Of a statement: the shadow that it covers, -1 for none.
  var isCovered = false
  var cover: Int32 = -1
  /// Of a statement: the stated type, its attributes and comments.
  var type: Int32 = -1
  var attributes: Int32 = -1
  var comments: [Int32]?

  init(_ kind: Kind, token: Int) {
    self.kind = kind
    self.token = Int32(token)
  }
}

/// A mistake in a text.
public struct NotationMistake: Hashable, Sendable {
  /// The place in the text, in bytes.
  var offset: Int
  /// A description of the mistake, and of valid alternatives.
  public var message: String
}
