import AppModules
import MortiseScreen

/// A part of the screen that a view controller draws.
enum ScreenRegion: Hashable, CaseIterable {
  case title, toolbox, canvas, pane, log, output, code
}

/// A view controller that draws a part of the screen, and handles the clicks there.
protocol ScreenPart: ViewController {
  var region: ScreenRegion { get }

  /// Whether it takes the keys as soon as it is shown, if it is a mode, too.
  var takesKeys: Bool { get }

  func draw(on grid: inout CellGrid, in area: Rect, _ screen: EditorScreen)

  /// Handles a click.
  func press(at position: Point, on screen: EditorScreen)

  /// Scrolls by some rows, without moving the cursor.
  /// - Returns: false if the part doesn't scroll.
  func scroll(by rows: Int) -> Bool
}

extension ScreenPart {
  var takesKeys: Bool { false }
  func scroll(by rows: Int) -> Bool { false }
}

/// The view controllers that draw the parts of the screen.
final class ScreenParts {
  private(set) var shown: [ScreenRegion: any ScreenPart] = [:]

  /// Shows a view controller in its region, replacing the current one.
  func show(_ part: any ScreenPart) {
    remove(part.region)
    part.appear { shown[part.region] = part }
  }

  func remove(_ region: ScreenRegion) { shown[region]?.disappear { shown[region] = nil } }

  /// The number of rows that the log takes from the canvas, including its heading.
  var logRows: Int { shown[.log] == nil ? 0 : 9 }

  /// The pane of an app.
  var pane: EditorPane? { shown[.pane] as? EditorPane }

  /// Whether the code is shown.
  var showsCode: Bool { shown[.code] != nil }

  /// Whether the output of the program is shown.
  var showsOutput: Bool { shown[.output] != nil }
}
