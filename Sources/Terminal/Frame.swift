import Screen

/// A grid that lies over what is below it: a dialog, a menu, a block being dragged.
public struct Layer: Hashable, Sendable {
  /// The place of its upper left cell on the screen; it may lie partly outside.
  public var origin: Point
  public var grid: CellGrid

  public init(origin: Point, grid: CellGrid) {
    self.origin = origin
    self.grid = grid
  }

  var rect: Rect { Rect(origin: origin, size: grid.size) }
}

/// Everything that a terminal shows at one time.
public struct Frame: Hashable, Sendable {
  public var base: CellGrid
  /// From the lowest to the highest.
  public var layers: [Layer]
  /// The cell of the focused item, where the hardware cursor is; nil hides it.
  public var cursor: Point?
  /// The title of the terminal's window; nil leaves it.
  public var title: String?

  public init(base: CellGrid, layers: [Layer] = [], cursor: Point? = nil, title: String? = nil) {
    self.base = base
    self.layers = layers
    self.cursor = cursor
    self.title = title
  }

  /// The base and those layers that are on a screen of the given size, cropped to it. A wide glyph that a higher
  /// layer covers by half is blanked, which windows of the terminal library don't do by themselves.
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
