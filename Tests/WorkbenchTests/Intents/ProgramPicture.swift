import BlockLayout
import BlockModel
import Testing
import WorkbenchTesting

@testable import Workbench

/// Everything that an intent could change.
struct ProgramPicture: Equatable {
  var bytes: [UInt8]
  var undoCount, redoCount, mark: Int
  var cursor: FocusItem?
  var selectedIDs: Set<String>
  var firedCount: Int
  var group: String?
  var previews: [Preview]
  var drawnCount: Int

  init(of scene: WorkbenchScene, _ randomness: CountedRandomness) {
    let controller = scene.controller
    bytes = scene.bytes
    (undoCount, redoCount, mark) = (controller.history.undoCount, controller.history.redoCount, controller.history.mark)
    cursor = controller.cursor
    selectedIDs = controller.selectedIDs
    firedCount = scene.fired.count
    group = controller.eventManager.currentGroupID
    previews = controller.previews.all
    drawnCount = randomness.count
  }
}

/// A source of ids that counts how many were drawn.
nonisolated final class CountedRandomness: RandomNumberGenerator {
  private(set) var count = 0
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  func next() -> UInt64 {
    count += 1
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state
  }
}
