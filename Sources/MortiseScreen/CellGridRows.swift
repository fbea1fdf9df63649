extension CellGrid {
  /// The text of each row, without trailing spaces.
  public func textRows() -> [String] { (0..<size.height).map { text(ofRow: $0, depth: nil).text } }

  /// The text of a row without trailing blanks, and its width in columns.
  /// - Parameter depth: the colours for the escape sequences, which end in the plain style; nil for no sequences.
  public func text(ofRow y: Int, depth: ColorDepth?) -> (text: String, columns: Int) {
    withRow(y) { row in
      var text = String.UnicodeScalarView()
      let last = row.lastIndex { depth == nil ? $0.glyph != .space : $0 != .blank }
      let end = last.map { $0 + 1 } ?? row.startIndex
      var current = Style.plain
      for cell in row[..<end] where !cell.glyph.isContinuation {
        if let style = depth?.reducing(cell.style), style != current {
          text.append(contentsOf: style.ansiSequence.unicodeScalars)
          current = style
        }
        cell.glyph.forEachScalar { value in
          if let scalar = Unicode.Scalar(value) { text.append(scalar) }
        }
      }
      if current != .plain { text.append(contentsOf: "\u{1B}[0m".unicodeScalars) }
      return (String(text), end - row.startIndex)
    }
  }
}

extension Style {
  /// The SGR sequence that sets this style, regardless of the current one.
  var ansiSequence: String {
    var codes = ["0"]
    if attributes.contains(.bold) { codes.append("1") }
    if attributes.contains(.dim) { codes.append("2") }
    if attributes.contains(.underline) { codes.append("4") }
    if attributes.contains(.reverse) { codes.append("7") }
    if let code = Style.ansiCode(foreground, normal: 30, bright: 90) { codes.append(code) }
    if let code = Style.ansiCode(background, normal: 40, bright: 100) { codes.append(code) }
    return "\u{1B}[" + codes.joined(separator: ";") + "m"
  }

  private static func ansiCode(_ color: Color, normal: Int, bright: Int) -> String? {
    if let color = color.trueColor { return "\(normal + 8);2;\(color.red);\(color.green);\(color.blue)" }
    guard let index = color.index else { return nil }
    if index < 8 { return String(normal + index) }
    if index < 16 { return String(bright + index - 8) }
    return "\(normal + 8);5;\(index)"
  }
}
