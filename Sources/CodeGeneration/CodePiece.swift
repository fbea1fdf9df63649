/// The code of a value: a text, or a row of pieces that are put together when the statement around it is written. Putting
/// them together earlier would copy the code of deeply nested values once for each level.
struct CodePiece {
  enum Kind: UInt8 { case none, fixed, fresh, row }

  /// Where the text or the row begins: in the language's texts, the generator's fresh texts or its rows.
  var start: Int32
  var count: Int32
  var kind: Kind
  var isParenthesised = false
  /// Whether it is a value with a hook around it, a row. The value without the hook is in the row before.
  var isHooked = false
  /// The first byte of the code.
  var first: UInt8

  static let none = CodePiece(start: 0, count: 0, kind: .none, first: 0)

  var isEmpty: Bool { count == 0 }
}

/// The code of a value, with the order of its outermost operator.
struct CodeValue {
  var piece: CodePiece
  var order: Order
  /// The order that the value has without its hooks.
  var plainOrder: Order

  init(piece: CodePiece, order: Order, plainOrder: Order? = nil) {
    (self.piece, self.order, self.plainOrder) = (piece, order, plainOrder ?? order)
  }

  static let none = CodeValue(piece: .none, order: Order(0))
}

/// How tightly an operator binds, in tenths: Blockly's orders, such as 2.1. Lower ones bind tighter.
struct Order: Hashable {
  var tenths: Int16

  init(_ value: Double) { tenths = Int16((value * 10).rounded()) }

  /// The class of orders that need parentheses inside each other.
  var rank: Int16 { tenths / 10 }
}
