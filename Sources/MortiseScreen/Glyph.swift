/// The content of a cell: a base character with up to four combining marks, one or two columns wide.
///
/// The five code points are packed into two words, because whole grids are compared for every frame. Curses has the
/// same limit of five.
public struct Glyph: Hashable, Sendable {
  /// The base and two marks, 21 bits each.
  private let low: UInt64
  /// Two more marks, then two bits of width.
  private let high: UInt64

  /// The scalars must have been checked by `SafeText`, the only caller.
  init(base: Unicode.Scalar, width: Int) {
    low = UInt64(base.value)
    high = UInt64(width) << 42
  }

  private init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  /// An empty cell.
  public static let space = Glyph(base: " ", width: 1)
  /// The right half of a wide glyph.
  static let continuation = Glyph(low: 0, high: 0)

  /// The first glyph of a character; a space if it has none.
  public init(_ character: Character, repertoire: Repertoire = .unicode) {
    var glyphs = SafeText(String(character), repertoire: repertoire).makeIterator()
    self = glyphs.next() ?? .space
  }

  /// The width in columns: 1 or 2, and 0 for the right half of a wide glyph.
  public var width: Int { Int(high >> 42) }

  /// Whether this is the right half of the glyph in the previous cell.
  public var isContinuation: Bool { width == 0 }

  /// Adds a combining mark. A sixth code point is dropped.
  func adding(mark: Unicode.Scalar) -> Glyph {
    let value = UInt64(mark.value)
    if (low >> 21) & Glyph.scalarMask == 0 { return Glyph(low: low | value << 21, high: high) }
    if (low >> 42) & Glyph.scalarMask == 0 { return Glyph(low: low | value << 42, high: high) }
    if high & Glyph.scalarMask == 0 { return Glyph(low: low, high: high | value) }
    if (high >> 21) & Glyph.scalarMask == 0 { return Glyph(low: low, high: high | value << 21) }
    return self
  }

  private static let scalarMask: UInt64 = 0x1F_FFFF

  /// Calls `body` with every code point, the base first. Does nothing for the right half of a wide glyph.
  @inline(__always)
  public func forEachScalar(_ body: (UInt32) -> Void) {
    if isContinuation { return }
    body(UInt32(low & Glyph.scalarMask))
    if low >> 21 == 0 { return }
    body(UInt32((low >> 21) & Glyph.scalarMask))
    if low >> 42 != 0 { body(UInt32(low >> 42)) }
    if high & Glyph.scalarMask != 0 { body(UInt32(high & Glyph.scalarMask)) }
    if (high >> 21) & Glyph.scalarMask != 0 { body(UInt32((high >> 21) & Glyph.scalarMask)) }
  }

  /// The glyph as text; empty for the right half of a wide one.
  public var text: String {
    if isContinuation { return "" }
    var text = String.UnicodeScalarView()
    forEachScalar { value in
      if let scalar = Unicode.Scalar(value) { text.append(scalar) }
    }
    return String(text)
  }
}

/// One cell of a grid.
public struct Cell: Hashable, Sendable {
  /// The content of the cell; in the right half of a wide glyph, one of width 0.
  public let glyph: Glyph
  /// The appearance of the glyph.
  public let style: Style

  /// A cell, such as for comparisons; `CellGrid.write` draws text.
  public init(glyph: Glyph, style: Style) {
    self.glyph = glyph
    self.style = style
  }

  /// A space in the terminal's default colours.
  public static let blank = Cell(glyph: .space, style: .plain)

  /// The width in columns: 1 or 2, and 0 for the right half of a wide glyph.
  public var width: Int { glyph.width }
}
