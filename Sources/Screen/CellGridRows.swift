extension CellGrid {
  /// The text of each row, without trailing spaces.
  public func textRows() -> [String] {
    (0..<size.height).map { y in
      withRow(y) { row in
        var text = ""
        for cell in row { text += cell.glyph.text }
        return text.trimmingTrailingSpaces()
      }
    }
  }

  /// Each row with its escape sequences for colours. Every row ends in the plain style.
  public func ansiRows(depth: ColorDepth) -> [String] {
    (0..<size.height).map { y in
      withRow(y) { row in
        var end = row.endIndex
        while end > row.startIndex, row[end - 1] == .blank { end -= 1 }
        var text = ""
        var current = Style.plain
        for cell in row[row.startIndex..<end] where !cell.glyph.isContinuation {
          let style = depth.reducing(cell.style)
          if style != current {
            text += style.ansiSequence
            current = style
          }
          text += cell.glyph.text
        }
        return current == .plain ? text : text + "\u{1B}[0m"
      }
    }
  }
}

extension Style {
  /// The SGR sequence that sets this style, whatever the current one is.
  var ansiSequence: String {
    var codes = ["0"]
    if attributes.contains(.bold) { codes.append("1") }
    if attributes.contains(.dim) { codes.append("2") }
    if attributes.contains(.underline) { codes.append("4") }
    if attributes.contains(.reverse) { codes.append("7") }
    if foreground >= 0 { codes.append(Style.ansiCode(Int(foreground), normal: 30, bright: 90)) }
    if background >= 0 { codes.append(Style.ansiCode(Int(background), normal: 40, bright: 100)) }
    return "\u{1B}[" + codes.joined(separator: ";") + "m"
  }

  private static func ansiCode(_ color: Int, normal: Int, bright: Int) -> String {
    if color < 8 { return String(normal + color) }
    if color < 16 { return String(bright + color - 8) }
    return "\(normal + 8);5;\(color)"
  }
}

extension String {
  fileprivate func trimmingTrailingSpaces() -> String {
    guard let last = utf8.lastIndex(where: { $0 != 0x20 }) else { return "" }
    return String(self[...last])
  }
}
