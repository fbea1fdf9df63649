import BlockModel

extension CodeGenerator {
  /// Returns the literal of a text with values in it, from numbered inputs; nil if the code of one of them can't be in a
  /// literal.
  func format(_ frame: FrameBases) -> CodeValue? {
    guard let syntax = language.format else { return nil }
    let slots = frame.valueBase..<frame.valueBase + frame.listCount
    var parts: [Code] = []
    for piece in slots.map({ values[$0].piece }) {
      let code = code(of: piece)
      if holds(.text, piece) {
        parts.append(code.insideLiteral(of: syntax))
      } else if code.fits(in: syntax) {
        parts.append(syntax.beforeValue + code + syntax.afterValue)
      } else {
        return nil
      }
    }
    return CodeValue(
      piece: newPiece(syntax.before + parts.joined(separator: "") + syntax.after), order: language.literals.atom)
  }
}
