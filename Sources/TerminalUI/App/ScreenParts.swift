import AppModules
import Screen

/// A part of the screen that somebody draws.
enum ScreenRegion: Hashable, CaseIterable {
  case title, toolbox, canvas, log
}

/// What is shown in a part of the screen all the time, and can be clicked there.
protocol ScreenPart: ViewController {
  var region: ScreenRegion { get }

  func draw(on grid: inout CellGrid, in area: Rect, _ editor: EditorServices)

  /// Does what a click means.
  func press(at position: Point, in editor: EditorServices)
}

/// The parts of the screen that are shown now.
final class ScreenParts {
  private(set) var shown: [ScreenRegion: any ScreenPart] = [:]

  /// Shows a part in place of the one that is there.
  func show(_ part: any ScreenPart) { shown[part.region] = part }

  func remove(_ region: ScreenRegion) { shown[region] = nil }

  /// How many rows the log takes from the canvas, with its heading.
  var logRows: Int { shown[.log] == nil ? 0 : 9 }
}
