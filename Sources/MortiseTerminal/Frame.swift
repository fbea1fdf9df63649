import MortiseScreen

/// A grid on top of others: a dialog, a menu, a dragged block.
public struct Layer: Hashable, Sendable {
  /// The position of its upper left cell on the screen. May be off-screen.
  public var origin: Point
  /// The contents of the layer; all cells are opaque.
  public var grid: CellGrid

  /// - Parameter origin: the position of the upper left cell, which may be off-screen.
  public init(origin: Point, grid: CellGrid) {
    self.origin = origin
    self.grid = grid
  }

  var rect: Rect { Rect(origin: origin, size: grid.size) }
}

/// The rows of a frame with the sentence that answers the last key.
public struct Announcement: Hashable, Sendable {
  /// The rows of the screen.
  public var rows: Range<Int>
  /// The number of the sentence. A new number sends the rows again, even if they are the same.
  public var number: Int
  /// Whether the rows are sent before everything else, for a screen reader, which says what is sent.
  public var isSpoken: Bool

  /// An announcement for `Frame.announcement`.
  public init(rows: Range<Int>, number: Int, isSpoken: Bool) {
    self.rows = rows
    self.number = number
    self.isSpoken = isSpoken
  }
}

/// The complete content of the terminal at one time.
public struct Frame: Hashable, Sendable {
  /// The lowest grid, as large as the terminal.
  public var base: CellGrid
  /// The layers, in drawing order from bottom to top.
  public var layers: [Layer]
  /// The position of the hardware cursor, which follows the focused item; nil hides it.
  public var cursor: Point?
  /// The window title; nil leaves it unchanged.
  public var title: String?
  /// The sentence that is always sent as a whole; nil for none.
  public var announcement: Announcement?

  /// A frame for `TerminalDevice.present(_:)`.
  public init(base: CellGrid, layers: [Layer] = [], cursor: Point? = nil, title: String? = nil) {
    self.base = base
    self.layers = layers
    self.cursor = cursor
    self.title = title
  }

  /// The base and the visible layers, cropped to a screen size. Blanks wide glyphs that a higher layer half covers,
  /// which curses doesn't do.
  func cropped(to size: Size) -> [Layer] {
    let screen = Rect(origin: .zero, size: size)
    var visible: [Layer] = []
    for layer in [Layer(origin: .zero, grid: base)] + layers {
      var rect = layer.rect.intersection(screen)
      if visible.isEmpty { rect = screen } else if rect.isEmpty { continue }
      for index in visible.indices {
        visible[index].grid.blankHalves(cutBy: rect.offset(by: Point.zero - visible[index].origin))
      }
      if rect == layer.rect {
        visible.append(layer)
      } else {
        var part = CellGrid(size: rect.size, repertoire: layer.grid.repertoire)
        part.draw(layer.grid, at: layer.origin - rect.origin)
        visible.append(Layer(origin: rect.origin, grid: part))
      }
    }
    return visible
  }
}
