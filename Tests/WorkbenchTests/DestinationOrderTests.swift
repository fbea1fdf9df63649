import BlockEditing
import BlockLayout
import BlockLibrary
import BlockModel
import RandomEditing
import SeededTesting
import Testing
import WorkbenchTesting

@testable import Workbench

/// The order of a moved block's destinations, and the ways through it.
@MainActor @Suite struct DestinationOrderTests {
  private static let style = LayoutStyle(usesBrackets: false, repertoire: .unicode, canvasWidth: 60)

  /// A repeat with a print in it, then a loose number, then three prints; a comment stands between them.
  private static let program = """
    {"blocks":{"languageVersion":0,"blocks":[
      {"type":"controls_repeat","id":"repeat","x":0,"y":0,"fields":{"TIMES":10},
        "inputs":{"DO":{"block":{"type":"text_print","id":"inner"}}}},
      {"type":"math_number","id":"number","x":0,"y":320,"fields":{"NUM":1}},
      {"type":"text_print","id":"p1","x":0,"y":480,
        "next":{"block":{"type":"text_print","id":"p2",
          "next":{"block":{"type":"text_print","id":"p3"}}}}}]},
    "workspaceComments":[{"id":"c","x":0,"y":160,"width":160,"height":64,"text":"between"}]}
    """

  private static let p2 = MoveDestination.connection(blockID: "p2", inputName: nil)

  /// Where a print that was below p2 can go, in reading order: above, into and below the repeat, above and below p1,
  /// below p2 and p3.
  private func order(_ scene: WorkbenchScene) throws -> DestinationOrder {
    scene.coordinator.showLayout(style: Self.style)
    let block = try scene.block("p3")
    scene.controller.performGroup { scene.coordinator.disconnect(block, heal: false) }
    return DestinationOrder(
      for: block, origin: Self.p2, in: scene.workspace, layout: scene.coordinator.layout)
  }

  private static let ring: [MoveDestination] = [
    p2, .above(blockID: "repeat"), .connection(blockID: "repeat", inputName: "DO"),
    .connection(blockID: "inner", inputName: nil), .connection(blockID: "repeat", inputName: nil),
    .above(blockID: "p1"), .connection(blockID: "p1", inputName: nil),
  ]

  @Test func theOrderBeginsAtTheOriginAndHasNoEnd() throws {
    let order = try order(WorkbenchScene(Self.program, .json))
    #expect(order.all(limit: 100) == Self.ring)
    #expect(order.all(limit: 5) == nil, "too many to count")
    for (index, destination) in Self.ring.enumerated() {
      for distance in [1, -1, 3, -3, 10, -10] {
        let target = ((index + distance) % 7 + 7) % 7
        #expect(order.destination(.by(distance), from: destination) == Self.ring[target])
      }
    }
  }

  @Test func theEndsAndStacksAreTheProgramsOwn() throws {
    let order = try order(WorkbenchScene(Self.program, .json))
    for destination in Self.ring {
      #expect(order.destination(.first, from: destination) == Self.ring[1])
      #expect(order.destination(.last, from: destination) == Self.p2)
    }
    func indices(_ motion: DestinationMotion) -> [Int?] {
      Self.ring.map { Self.ring.firstIndex(of: order.destination(motion, from: $0)) }
    }
    // The repeat's stack begins at 1, the prints' at 5.
    #expect(indices(.nextStack) == [1, 5, 5, 5, 5, 1, 1])
    #expect(indices(.previousStack) == [5, 5, 1, 1, 1, 1, 5])
  }

  @Test func aMotionFromElsewhereStartsAtTheOrigin() throws {
    let order = try order(WorkbenchScene(Self.program, .json))
    let elsewhere = MoveDestination.free(WorkspacePoint(x: 1, y: 2))
    #expect(order.destination(.by(1), from: elsewhere) == Self.p2)
    #expect(order.destination(.by(-1), from: elsewhere) == Self.ring[6])
    #expect(order.destination(.nextStack, from: elsewhere) == Self.ring[1])
  }

  /// A way around the ring never leads back into a collapsed block.
  @Test func aBlockOutOfACollapsedOneThatFitsNowhereElseStays() throws {
    let scene = try WorkbenchScene(
      """
      {"blocks":{"blocks":[
        {"type":"procedures_defreturn","id":"function","collapsed":true,"fields":{"NAME":"work"},
          "inputs":{"STACK":{"block":{"type":"text_print","id":"print","next":{"block":{"type":"text_print","id":"last"}}}}}},
        {"type":"math_number","id":"number","x":0,"y":320}]}}
      """, .json)
    scene.coordinator.showLayout(style: Self.style)
    let block = try scene.block("last")
    scene.controller.performGroup { scene.coordinator.disconnect(block, heal: false) }
    let origin = MoveDestination.connection(blockID: "print", inputName: nil)
    let order = DestinationOrder(for: block, origin: origin, in: scene.workspace, layout: scene.coordinator.layout)
    for motion in [DestinationMotion.by(1), .by(-1), .first, .last, .nextStack, .previousStack] {
      #expect(order.destination(motion, from: origin) == origin)
    }
  }

  @Test func aBlockThatFitsNowhereStays() throws {
    let scene = try WorkbenchScene(
      #"{"blocks":{"languageVersion":0,"blocks":[{"type":"math_number","id":"n","x":8,"y":8}]}}"#, .json)
    for hasLayout in [false, true] {
      if hasLayout { scene.coordinator.showLayout(style: Self.style) }
      let origin = MoveDestination.free(WorkspacePoint(x: 8, y: 8))
      let order = DestinationOrder(
        for: try scene.block("n"), origin: origin, in: scene.workspace, layout: scene.coordinator.layout)
      let motions: [DestinationMotion] = [.by(1), .by(-1), .first, .last, .nextStack, .previousStack]
      for motion in motions { #expect(order.destination(motion, from: origin) == origin) }
    }
  }

  /// In random programs, steps from place to place find what a walk through the whole program finds.
  @Test(arguments: Seeds.first(15)) func stepsFindEveryDestinationOnce(seed: UInt64) throws {
    let session = try EditingSession(
      seed: seed, program: RandomDraggingTests.program, asXML: seed.isMultiple(of: 2), withMortiseEvents: true)
    if !seed.isMultiple(of: 3) { session.coordinator.showLayout(style: Self.style) }
    for _ in 1...80 { session.act() }
    var random = SeededGenerator(seed: seed)
    let workspace = session.workspace
    for block in workspace.topBlocks {
      let order = { (origin: MoveDestination) in
        DestinationOrder(for: block, origin: origin, in: workspace, layout: session.coordinator.layout)
      }
      let free = MoveDestination.free(block.position)
      let expected = try eagerDestinations(of: block, order(free), in: session)
      let origin = try #require(expected.randomElement(using: &random))
      let all = try #require(order(origin).all(limit: 100_000), "seed \(seed)")
      #expect(Set(all) == Set(expected).subtracting(origin == free ? [] : [free]), "seed \(seed), \(block.id)")
      #expect(all.count == Set(all).count, "seed \(seed), \(block.id)")
      for (index, destination) in all.enumerated() {
        let next = all[(index + 1) % all.count]
        #expect(order(origin).destination(.by(1), from: destination) == next, "seed \(seed), \(block.id)")
        #expect(order(origin).destination(.by(-1), from: next) == destination, "seed \(seed), \(block.id)")
      }
    }
  }

  /// What a block fits at, by trying every visible connection.
  private func eagerDestinations(
    of block: Block, _ order: DestinationOrder, in session: EditingSession
  ) throws -> [MoveDestination] {
    var found = [order.origin]
    for top in session.workspace.topBlocks where top !== block {
      if order.canMove(to: .above(blockID: top.id)) { found.append(.above(blockID: top.id)) }
      for holder in top.descendants() where !holder.isShadow {
        for connection in holder.superiorConnections {
          let isHidden = sequence(first: connection) { $0.sourceBlock.superiorConnection }
            .contains { $0.sourceInput != nil && $0.sourceBlock.isCollapsed }
          let destination = MoveDestination.connection(
            blockID: holder.id, inputName: connection.sourceInput?.name)
          if !isHidden, order.canMove(to: destination) { found.append(destination) }
        }
      }
    }
    return found
  }
}
