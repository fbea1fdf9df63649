import BlockLayout
import LiveSession
import MortiseScreen
import Workbench

/// The names of others, behind the rows in which they are.
struct PersonTags {
  private let people: [Person]

  init(_ people: [Person]) { self.people = people }

  /// The colours by which people are told apart; their letters do where there are none.
  private static let colours: [RGB] = [
    RGB(red: 0xE0, green: 0x6C, blue: 0x75), RGB(red: 0x61, green: 0xAF, blue: 0xEF),
    RGB(red: 0x98, green: 0xC3, blue: 0x79),
    RGB(red: 0xE5, green: 0xC0, blue: 0x7B), RGB(red: 0xC6, green: 0x78, blue: 0xDD),
    RGB(red: 0x56, green: 0xB6, blue: 0xC2),
    RGB(red: 0xD1, green: 0x9A, blue: 0x66), RGB(red: 0xAB, green: 0xB2, blue: 0xBF),
  ]

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
        "◂\(person.name)", colour: index, in: Rect(x: start, y: row, width: area.maxX - start, height: 1), on: &grid,
        theme)
    }
  }

  /// Writes a name where the row is blank behind its blocks, or its beginning at the right edge.
  private func draw(_ text: String, colour: Int, in row: Rect, on grid: inout CellGrid, _ theme: Theme) {
    var end = row.maxX
    while end > row.minX, grid[end - 1, row.minY] == .blank { end -= 1 }
    let width = TextWidth.columns(of: text, repertoire: grid.repertoire)
    let place = Point(x: max(row.minX, min(end + 1, row.maxX - width)), y: row.minY)
    var style = theme.emphasised(.plain)
    if let colour = theme.swatch(Self.colours[colour % Self.colours.count]) { style.foreground = colour }
    _ = grid.write(text, at: place, style: style, clip: row)
  }
}
