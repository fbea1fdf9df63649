/// The code of a value: a text, or a row of pieces that are joined when the statement around it is written. Joining
/// them earlier would copy the code of deeply nested values once for each level.
struct CodePiece {
  enum Kind: UInt8 { case none, fixed, fresh, row }

  /// The beginning of the text or the row: in the language's texts, the generator's fresh texts or its rows.
  var start: Int32
  var count: Int32
  var kind: Kind
  var isParenthesised = false
  /// Whether it is a row that consists of a value and the hook around it. The entry before the row is the value without
  /// the hook.
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
  /// The order of the value without its hooks.
  var plainOrder: Order

  init(piece: CodePiece, order: Order, plainOrder: Order? = nil) {
    (self.piece, self.order, self.plainOrder) = (piece, order, plainOrder ?? order)
  }

  static let none = CodeValue(piece: .none, order: Order(0))
}

/// The precedence of an operator, in tenths: Blockly's orders, such as 2.1. Lower ones bind tighter.
struct Order: Hashable {
  var tenths: Int16

  init(_ value: Double) { tenths = Int16((value * 10).rounded()) }

  /// The class of orders that need parentheses inside each other.
  var rank: Int16 { tenths / 10 }
}
