import BlockLayout
import LiveSession
import MortiseScreen
import Workbench

/// The names of the other users, after the rows in which they are.
struct PersonTags {
  private let people: [Person]

  init(_ people: [Person]) { self.people = people }

  /// The hues that distinguish people, in degrees, as far from each other as possible.
  private static let hues: [Double] = [0, 210, 120, 45, 285, 170, 25, 330]

  /// Draws the names over what the canvas shows.
  func draw(on grid: inout CellGrid, in area: Rect, scroll: Point, workbench: WorkbenchController, theme: Theme) {
    guard let order = workbench.order else { return }
    for (index, person) in people.enumerated() {
      guard let id = person.presence.blockID else { continue }
      let item = person.presence.fieldName.map { FocusItem.field(blockID: id, name: $0) } ?? .block(id: id)
      guard let visible = order.visibleItem(for: item), let rect = order.rect(of: visible) else { continue }
      let row = rect.minY - scroll.y + area.minY
      guard row >= area.minY, row < area.maxY else { continue }
      let start = max(area.minX, rect.minX - scroll.x + area.minX)
      draw(
        "◂\(person.name)", number: index, in: Rect(x: start, y: row, width: area.maxX - start, height: 1), on: &grid,
        theme)
    }
  }

  /// Writes a name after the last block of a row, or at the right edge if there is no room.
  private func draw(_ text: String, number: Int, in row: Rect, on grid: inout CellGrid, _ theme: Theme) {
    var end = row.maxX
    while end > row.minX, grid[end - 1, row.minY] == .blank { end -= 1 }
    let width = grid.repertoire.columns(of: text)
    let origin = Point(x: max(row.minX, min(end + 1, row.maxX - width)), y: row.minY)
    let style = theme.emphasised(theme.text(hue: Self.hues[number % Self.hues.count]))
    _ = grid.write(text, at: origin, style: style, clip: row)
  }
}
