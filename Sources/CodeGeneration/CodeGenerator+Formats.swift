import BlockModel

extension CodeGenerator {
  /// Returns the literal of a text with values in it, from numbered inputs; nil if the code of one of them can't be in a
  /// literal.
  func format(_ frame: FrameBases) -> CodeValue? {
    guard let syntax = language.format else { return nil }
    let slots = frame.valueBase..<frame.valueBase + frame.listCount
    var parts: [Code] = []
    // Texts side by side would become one.
    var followsText = false
    for piece in slots.map({ values[$0].piece }) {
      let code = code(of: piece)
      let isText = holds(.text, piece)
      if isText, followsText || piece.count == 2 { return nil }
      followsText = isText
      if isText {
        parts.append(code.insideLiteral(of: syntax))
      } else if code.fits(in: syntax) {
        parts.append(syntax.beforeValue + code + syntax.afterValue)
      } else {
        return nil
      }
    }
    if parts.isEmpty || parts.count == 1 && followsText { return nil }
    return CodeValue(
      piece: newPiece(syntax.before + parts.joined(separator: "") + syntax.after), order: language.literals.atom)
  }
}
