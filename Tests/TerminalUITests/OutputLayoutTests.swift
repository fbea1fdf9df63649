import MortiseScreen
import Testing

@testable import TerminalUI

@Suite struct OutputLayoutTests {
  @Test func theOutputLeavesRoomForTheBlocks() {
    for width in [20, 60, 80, 119, 120, 200] {
      for height in 3...60 {
        for (log, code) in [(0, false), (9, false), (9, true)] {
          let size = Size(width: width, height: height)
          let layout = ScreenLayout(size: size, logRows: log, showsCode: code, outputRows: 99)
          let parts = [layout.canvas, layout.log, layout.output, layout.code].filter { $0.width > 0 && $0.height > 0 }
          for (index, part) in parts.enumerated() {
            #expect(Rect(origin: .zero, size: size).intersection(part) == part, "\(size)")
            for other in parts[(index + 1)...] {
              let common = part.intersection(other)
              #expect(common.width <= 0 || common.height <= 0, "\(size): \(part) and \(other)")
            }
          }
          #expect(layout.output.height <= max(0, height / 2))
          #expect(layout.canvas.height >= min(3, layout.canvas.height + layout.output.height))
        }
      }
    }
  }
}
