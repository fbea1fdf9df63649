import Screen

/// Divides the screen into its parts.
struct ScreenLayout {
  let size: Size
  /// Whether the canvas has all columns, and no rule below it.
  var isPlain = false
  /// The number of rows that the event log takes; 0 if it is closed.
  var logRows = 0
  /// The number of columns that the toolbox takes.
  var toolboxWidth = Self.toolboxWidths.lowerBound

  private static let toolboxWidths = 12...20

  /// The width of a toolbox whose longest category has a width: it is shown after the colour and a blank column.
  static func toolboxWidth(forCategoryWidth width: Int) -> Int {
    min(max(width + 3, toolboxWidths.lowerBound), toolboxWidths.upperBound)
  }

  /// On a narrow screen the canvas gets everything.
  var showsToolbox: Bool { size.width >= 60 && !isPlain }
  private var showsRule: Bool { size.height >= 16 && !isPlain }

  var title: Rect { Rect(x: 0, y: 0, width: size.width, height: size.height >= 3 ? 1 : 0) }

  var toolbox: Rect {
    Rect(x: 0, y: title.maxY, width: showsToolbox ? toolboxWidth : 0, height: body)
  }

  /// The number of rows between the title and the rule or status line.
  private var body: Int { max(0, size.height - title.height - 1 - (showsRule ? 1 : 0)) }

  var canvas: Rect {
    let x = showsToolbox ? toolboxWidth + 1 : 0
    return Rect(x: x, y: title.maxY, width: max(0, size.width - x), height: body - log.height)
  }

  /// The lower part of the canvas, no more than half of it.
  var log: Rect {
    let x = showsToolbox ? toolboxWidth + 1 : 0
    let height = min(logRows, body / 2)
    return Rect(x: x, y: title.maxY + body - height, width: max(0, size.width - x), height: height)
  }

  var rule: Rect? { showsRule ? Rect(x: 0, y: size.height - 2, width: size.width, height: 1) : nil }

  var status: Rect { Rect(x: 0, y: max(0, size.height - 1), width: size.width, height: min(1, size.height)) }

  func area(of region: ScreenRegion) -> Rect {
    switch region {
    case .title: title
    case .toolbox: toolbox
    case .canvas: canvas
    case .log: log
    }
  }
}
