import BlockEditing
import BlockFormats
import BlockLayout
import BlockModel
import Testing
import WorkbenchTesting

@testable import Workbench

/// Resolving an intent changes nothing.
@MainActor @Suite struct ResolvingTests {
  /// The samples of the other tests, and intents that don't change programs.
  private static let intents = Result {
    var intents = RefusedIntent.all.map(\.intent)
    for sample in ChangingIntent.allCases {
      intents.append(try sample.prepared(in: try WorkbenchScene(IntentProgram.json, .json)))
    }
    for pointer in [Pointer.keyboard, .mouse] {
      intents += [
        .beginDrag(takesStack: true, by: pointer), .beginInsertion(BlockSnapshot(), at: .zero, by: pointer),
        .updateDrag(.destination(.by(1)), by: pointer),
        .updateDrag(.nudge(columns: 1, rows: 1), by: pointer),
        .updateDrag(.grow(columns: 1, rows: 1), by: pointer),
        .updateDrag(.pointed(at: nil, dragOffset: .zero), by: pointer),
        .drop(by: pointer), .discard(by: pointer), .cancelDrag(by: pointer),
      ]
    }
    return intents + Intent.plain + [
      .setCommentOfSelection("text"), .select(blockIDs: ["p1", "loop"]), .moveCursor(.right), .moveCursor(.rows(9)),
      .find(.text("5"), from: nil), .replaceFound(with: "7", isEverywhere: true), .focus(.block(id: "p3")),
      .jump(blockID: "noted"), .goTo(blockID: "n5", fieldName: "NUM"),
    ]
  }

  private func check(_ scene: WorkbenchScene, _ randomness: CountedRandomness, _ intents: [Intent]) {
    for intent in intents {
      let before = ProgramPicture(of: scene, randomness)
      _ = resolve(intent, scene.controller.state)
      #expect(ProgramPicture(of: scene, randomness) == before, "\(intent.kind)")
    }
  }

  @Test(arguments: ProgramFormat.allCases) func resolvingChangesNothing(format: ProgramFormat) throws {
    let randomness = CountedRandomness(seed: 1)
    let scene = try WorkbenchScene(IntentProgram.json, format, randomness: randomness)
    let intents = try Self.intents.get()
    #expect(Set(intents.map(\.kind)) == Set(IntentKind.allCases))
    scene.controller.perform(.setData("data", blockID: "p1"))
    scene.controller.perform(.setData("", blockID: "p1"))
    scene.controller.perform(.undo)
    scene.controller.perform(.focus(.block(id: "p2")))
    scene.controller.perform(.selectUp)
    for item in [
      FocusItem.block(id: "if"), .block(id: "def2"), .block(id: "ten"), .block(id: "misfit"), .comment(id: "c1"),
    ] {
      scene.controller.perform(.focus(item))
      check(scene, randomness, intents)
    }
  }

  @Test func resolvingChangesNothingDuringPreviews() throws {
    let randomness = CountedRandomness(seed: 1)
    let scene = try WorkbenchScene(IntentProgram.json, .json, randomness: randomness)
    let controller = scene.controller
    controller.perform(.focus(.block(id: "p1")))
    controller.perform(.beginDrag(takesStack: false, by: .keyboard))
    controller.perform(.updateDrag(.destination(.by(2)), by: .keyboard))
    controller.perform(.focus(.comment(id: "c1")))
    controller.perform(.beginDrag(takesStack: false, by: .mouse))
    controller.perform(.updateDrag(.nudge(columns: 2, rows: 2), by: .mouse))
    check(scene, randomness, try Self.intents.get())
    controller.perform(.cancelDrag(by: .keyboard))
    controller.perform(.cancelDrag(by: .mouse))
    controller.perform(.focus(.block(id: "join")))
    let session = try controller.beginMutation()
    let layout = try #require(session.layout as? MutatorPartsLayout)
    try session.change { () throws(FieldError) in try layout.draft.remove(at: 1) }
    check(scene, randomness, try Self.intents.get())
    controller.perform(.cancelMutation)
    #expect(scene.bytes == scene.start)
  }

  /// Resolving beforehand doesn't influence the result: the program is the same.
  @Test func resolvingRepeatedlyDoesNotAffectTheResult() throws {
    for sample in ChangingIntent.allCases where sample != .applyMutation {
      func changed(resolving count: Int) throws -> [UInt8] {
        let scene = try WorkbenchScene(IntentProgram.json, .json, randomness: CountedRandomness(seed: 5))
        let intent = try sample.prepared(in: scene)
        for _ in 0..<count { _ = resolve(intent, scene.controller.state) }
        scene.controller.perform(intent)
        return scene.bytes
      }
      #expect(try changed(resolving: 0) == changed(resolving: 3), "\(sample)")
    }
  }
}
