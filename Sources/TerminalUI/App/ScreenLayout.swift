import Screen

/// Which part of the screen is whose.
struct ScreenLayout {
  let size: Size

  private static let toolboxWidth = 12

  /// On a narrow screen the canvas gets everything.
  var showsToolbox: Bool { size.width >= 60 }
  private var showsRule: Bool { size.height >= 16 }

  var title: Rect { Rect(x: 0, y: 0, width: size.width, height: size.height >= 3 ? 1 : 0) }

  var toolbox: Rect {
    Rect(x: 0, y: title.maxY, width: showsToolbox ? Self.toolboxWidth : 0, height: canvas.height)
  }

  var canvas: Rect {
    let x = showsToolbox ? Self.toolboxWidth + 1 : 0
    let below = 1 + (showsRule ? 1 : 0)
    return Rect(
      x: x, y: title.maxY, width: max(0, size.width - x), height: max(0, size.height - title.height - below))
  }

  var rule: Rect? { showsRule ? Rect(x: 0, y: size.height - 2, width: size.width, height: 1) : nil }

  var status: Rect { Rect(x: 0, y: max(0, size.height - 1), width: size.width, height: min(1, size.height)) }
}
