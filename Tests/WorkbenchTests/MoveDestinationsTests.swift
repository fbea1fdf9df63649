import BlockModel
import Testing

@testable import Workbench

/// The ring of a moved block's destinations.
@Suite struct MoveDestinationsTests {
  private static let all = (0..<7).map { MoveDestination.above(blockID: "\($0)") }
  /// Three stacks of 2, 3 and 2 destinations; the block comes from the fourth destination.
  private let ring = MoveDestinations(inReadingOrder: all, stackStarts: [0, 2, 5], origin: all[3])

  private func index(_ motion: DestinationMotion, from index: Int) -> Int? {
    Self.all.firstIndex(of: ring.destination(motion, from: Self.all[index]))
  }

  @Test func theFirstDestinationsAreNearTheOrigin() {
    #expect(ring.all.first == Self.all[3])
    #expect(index(.by(1), from: 3) == 4 && index(.by(-1), from: 3) == 2)
    #expect(ring.all.last == Self.all[2], "back from the first is the last")
  }

  @Test func theRingHasNoEnd() {
    #expect(index(.by(1), from: 6) == 0 && index(.by(-1), from: 0) == 6)
    #expect(index(.by(10), from: 3) == 6 && index(.by(-10), from: 3) == 0)
  }

  @Test func theEndsAreTheProgramsEnds() {
    for start in 0..<7 { #expect(index(.first, from: start) == 0 && index(.last, from: start) == 6) }
  }

  @Test func stacksFollowInReadingOrder() {
    #expect((0..<7).map { index(.nextStack, from: $0) } == [2, 2, 5, 5, 5, 0, 0])
    #expect((0..<7).map { index(.previousStack, from: $0) } == [5, 0, 0, 2, 2, 2, 5])
  }

  @Test func aMotionFromElsewhereStartsAtTheOrigin() {
    let elsewhere = MoveDestination.free(WorkspacePoint(x: 1, y: 2))
    #expect(ring.destination(.by(1), from: elsewhere) == Self.all[3])
    #expect(ring.destination(.by(-1), from: elsewhere) == Self.all[2])
  }

  @Test func anOriginThatIsNoDestinationComesFirst() {
    let origin = MoveDestination.free(WorkspacePoint(x: 1, y: 2))
    let ring = MoveDestinations(inReadingOrder: Self.all, stackStarts: [0, 2, 5], origin: origin)
    #expect(ring.all == [origin] + Self.all)
    #expect(ring.destination(.nextStack, from: origin) == Self.all[0])
    #expect(
      MoveDestinations(inReadingOrder: [], stackStarts: [], origin: origin).destination(.by(1), from: origin) == origin)
  }
}
