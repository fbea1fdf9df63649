import MortiseScreen
import SeededTesting
import Testing

@testable import TerminalUI

/// A dialog covers nothing of the block that it changes, wherever there is room for both.
@MainActor @Suite struct DialogPlacementTests {
  @Test(arguments: Seeds.first(20)) func nothingOfTheBlockIsCovered(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let screen = Size(width: .random(in: 50...200, using: &random), height: .random(in: 14...50, using: &random))
      let canvas = Rect(x: 13, y: 1, width: screen.width - 13, height: screen.height - 3)
      var block = Rect(
        x: .random(in: 14...20, using: &random), y: .random(in: 1..<canvas.maxY, using: &random),
        width: .random(in: 5...80, using: &random), height: .random(in: 1...20, using: &random))
      let width = Int.random(in: 44...50, using: &random)
      func placement() -> DialogPlacement { DialogPlacement(beside: block, width: width, in: canvas, on: screen) }
      let size = Size(width: width, height: min(.random(in: 6...16, using: &random), placement().mostRows))
      if let row = placement().rowToScrollTo(forRows: size.height) { block.origin.y = row }
      let origin = placement().origin(of: size, now: nil)
      let rect = Rect(origin: origin, size: size)
      #expect(Rect(origin: .zero, size: screen).contains(rect), "seed \(seed): \(rect) on \(screen)")
      // A block that takes nearly all of the canvas leaves no room.
      let hasRoom = block.maxX + width < screen.width || block.height + 8 <= canvas.height
      if hasRoom, block.maxY <= canvas.maxY {
        #expect(!rect.intersects(block), "seed \(seed): \(rect) covers \(block)")
      }
      // It stays where it is while it covers nothing.
      if !rect.intersects(block) { #expect(placement().origin(of: size, now: rect) == origin) }
    }
  }
}
