import MortiseScreen

/// Screens of a terminal as an SVG that shows one after the other, without scripts. What can't animate shows the last one.
struct AnimatedPicture {
  private static let cell = (width: 8.4, height: 18)
  private static let colours = (text: "#e4e4e8", background: "#101014")

  private let size: Size
  /// The rows of all screens, each kept once, by their drawing.
  private var rows: [String: Int] = [:]
  private var definitions: [String] = []
  private var screens: [(content: String, milliseconds: Int)] = []

  init(size: Size) { self.size = size }

  mutating func add(_ grid: CellGrid, cursor: Point?, milliseconds: Int) {
    var content = ""
    for y in 0..<size.height {
      let drawing = Self.drawing(ofRow: y, in: grid)
      if drawing.isEmpty { continue }
      let number = rows[drawing, default: definitions.count]
      if number == definitions.count {
        rows[drawing] = number
        definitions.append("<g id=\"r\(number)\">\(drawing)</g>\n")
      }
      content += "<use href=\"#r\(number)\" y=\"\(y * Self.cell.height)\"/>"
    }
    if let cursor {
      content +=
        "<rect x=\"\(Self.x(cursor.x))\" y=\"\(cursor.y * Self.cell.height)\" width=\"\(Self.x(1))\" "
        + "height=\"\(Self.cell.height)\" fill=\"none\" stroke=\"#fff\"/>"
    }
    if content == screens.last?.content {
      screens[screens.count - 1].milliseconds += milliseconds
    } else {
      screens.append((content, milliseconds))
    }
  }

  private static func x(_ column: Int) -> String { "\((Double(column) * cell.width * 10).rounded() / 10)" }

  /// The row's cells of one style after the other: their background and their text.
  private static func drawing(ofRow y: Int, in grid: CellGrid) -> String {
    grid.withRow(y) { row in
      var drawing = ""
      var start = row.startIndex
      while start < row.endIndex {
        let style = row[start].style
        let end = row[start...].firstIndex { $0.style != style } ?? row.endIndex
        let column = start - row.startIndex
        drawing += run(row[start..<end], style, column: column)
        start = end
      }
      return drawing
    }
  }

  private static func run(_ cells: ArraySlice<Cell>, _ style: Style, column: Int) -> String {
    let isReversed = style.attributes.contains(.reverse)
    let (text, background) = (style.foreground.rgb.map(hex), style.background.rgb.map(hex))
    let foreground = (isReversed ? background ?? Self.colours.background : text) ?? Self.colours.text
    let fill = isReversed ? text ?? Self.colours.text : background
    let width = x(cells.count)
    var drawing = ""
    if let fill {
      drawing += "<rect x=\"\(x(column))\" width=\"\(width)\" height=\"\(Self.cell.height)\" fill=\"\(fill)\"/>"
    }
    let words = cells.map { $0.glyph.isContinuation ? "" : escaped($0.glyph.text) }.joined()
    if words.contains(where: { $0 != " " }) {
      var attributes = "x=\"\(x(column))\" y=\"14\" textLength=\"\(width)\" fill=\"\(foreground)\""
      if style.attributes.contains(.bold) { attributes += " font-weight=\"bold\"" }
      if style.attributes.contains(.dim) { attributes += " opacity=\"0.6\"" }
      if style.attributes.contains(.underline) { attributes += " text-decoration=\"underline\"" }
      drawing += "<text \(attributes)>\(words)</text>"
    }
    return drawing
  }

  private static func hex(_ colour: RGB) -> String {
    let digits = String(colour.hex, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  var svg: String {
    let width = Self.x(size.width)
    let height = size.height * Self.cell.height
    let total = Double(screens.reduce(0) { $0 + $1.milliseconds })
    var (frames, time) = ("", 0.0)
    for (index, screen) in screens.enumerated() {
      let (start, end) = (time / total, (time + Double(screen.milliseconds)) / total)
      time += Double(screen.milliseconds)
      let isLast = index == screens.count - 1
      let values = index == 0 ? "inline;none" : isLast ? "none;inline" : "none;inline;none"
      let times = index == 0 ? "0;\(end)" : isLast ? "0;\(start)" : "0;\(start);\(end)"
      frames +=
        "<g\(isLast ? "" : " display=\"none\"")>"
        + "<animate attributeName=\"display\" values=\"\(values)\" keyTimes=\"\(times)\" dur=\"\(Int(total))ms\" "
        + "calcMode=\"discrete\" repeatCount=\"indefinite\"/>\(screen.content)</g>\n"
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
      font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="14" xml:space="preserve">
      <style>text { white-space: pre }</style>
      <rect width="100%" height="100%" fill="\(Self.colours.background)"/>
      <defs>
      \(definitions.joined())</defs>
      \(frames)</svg>

      """
  }
}
