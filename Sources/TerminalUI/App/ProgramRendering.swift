import BlockLayout
import BlockModel
import Screen

/// A whole program as rows of text, for `mortise render`.
public enum ProgramRendering {
  /// - Parameters:
  ///   - width: the columns to fill.
  ///   - depth: the colours to use; nil for none, with brackets.
  public static func rows(
    of workspace: Workspace, width: Int, depth: ColorDepth?, repertoire: Repertoire
  ) -> [String] {
    let theme = Theme(depth: depth ?? .monochrome)
    let style = LayoutStyle(usesBrackets: theme.usesBrackets, repertoire: repertoire, canvasWidth: max(20, width))
    let layout = WorkspaceLayout(workspace: workspace, style: style)
    guard !workspace.topBlocks.isEmpty || !workspace.comments.isEmpty else { return [] }
    let bounds = layout.bounds
    let view = CanvasView(layout: layout, theme: theme)
    // A grid is made a part at a time, as a program may be long.
    var rows: [String] = []
    var top = bounds.minY
    while top < bounds.maxY {
      let height = min(256, bounds.maxY - top)
      var grid = CellGrid(size: Size(width: bounds.width, height: height), repertoire: repertoire)
      view.draw(on: &grid, in: grid.bounds, scroll: Point(x: bounds.minX, y: top))
      rows += depth.map { grid.ansiRows(depth: $0) } ?? grid.textRows()
      top += height
    }
    return rows
  }
}
