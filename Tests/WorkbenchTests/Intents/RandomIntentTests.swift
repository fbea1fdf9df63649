import BlockEditing
import BlockEvents
import BlockFormats
import BlockLayout
import BlockLibrary
import BlockModel
import Testing
import WorkbenchTesting

@testable import RandomEditing
@testable import Workbench

/// Random intents of every kind, on what is there and what is not, while things are on their way and dialogs are open.
@MainActor @Suite struct RandomIntentTests {
  private static let count = 260

  /// Every other program is an XML file.
  @Test(arguments: 1...20 as ClosedRange<UInt64>) func everyIntentIsOneStepOrNone(seed: UInt64) throws {
    let run = try Run(seed: seed)
    for step in 1...Self.count {
      try run.perform(step)
      if step % 65 == 0 { try run.checkHistory(step) }
    }
    try run.checkReplay()
  }

  @Test func everyKindOfIntentComesToSomething() throws {
    var performed: Set<IntentKind> = []
    for seed in 21...26 as ClosedRange<UInt64> where performed.count < IntentKind.allCases.count {
      let run = try Run(seed: seed)
      for step in 1...Self.count { try run.perform(step) }
      performed.formUnion(run.performed)
    }
    #expect(performed == Set(IntentKind.allCases))
  }

  /// A program to which random things are done.
  @MainActor private final class Run {
    private let seed: UInt64
    private let scene: Scene
    private let randomness: CountedRandomness
    private let recorder: LineRecorder
    private var intents: RandomIntents
    private var picture: ProgramPicture
    /// The kinds that were not always refused.
    private(set) var performed: Set<IntentKind> = []

    private var workbench: WorkbenchController { scene.controller }

    init(seed: UInt64) throws {
      self.seed = seed
      randomness = CountedRandomness(seed: seed)
      scene = try Scene(IntentProgram.json, seed.isMultiple(of: 2) ? .xml : .json, randomness: randomness)
      recorder = LineRecorder(of: scene.workspace)
      scene.controller.eventManager.addListener(recorder)
      intents = RandomIntents(seed: seed, toolbox: try EditingSession.blocks(of: scene.workspace.factory))
      picture = ProgramPicture(of: scene, randomness)
    }

    func perform(_ step: Int) throws {
      if let session = workbench.mutation, intents.isHeads() { try change(session) }
      let intent = intents.next(in: workbench)
      if !workbench.state.isPreviewing, let item = intents.place(for: intent.kind, in: workbench) {
        workbench.perform(.focus(item))
        picture = ProgramPicture(of: scene, randomness)
      }
      let place = Comment(rawValue: "seed \(seed), step \(step): \(intent.kind)")
      let before = picture
      let outcome = workbench.perform(intent)
      picture = ProgramPicture(of: scene, randomness)
      if let refusal = outcome.refusal {
        try #require(picture == before, place)
        try #require(!refusal.isEmpty, place)
      } else {
        performed.insert(intent.kind)
        let growth = picture.undoCount - before.undoCount
        switch intent.kind {
        case .undo: try #require(growth == -1 && picture.redoCount == before.redoCount + 1, place)
        case .redo: try #require(growth == 1 && picture.redoCount == before.redoCount - 1, place)
        default:
          try #require(growth == 0 || growth == 1, place)
          try #require(growth == 0 || !IntentKind.stepless.contains(intent.kind), place)
        }
      }
      try checkRest(place, before: before)
    }

    private func checkRest(_ place: Comment, before: ProgramPicture) throws {
      let workbench = workbench
      if !workbench.state.isPreviewing {
        try #require(picture.group == nil, place)
        // What is the same to the history is the same to the byte.
        if picture.mark == before.mark, before.pointers.isEmpty, before.dialog == nil {
          try #require(picture.bytes == before.bytes, place)
        }
        let count = scene.fired.count
        workbench.eventManager.firePendingEvents()
        try #require(scene.fired.count == count, place)
      }
      if let cursor = workbench.cursor {
        try #require(workbench.order?.visibleItem(for: cursor) == cursor, place)
      } else {
        try #require(workbench.layout?.pieces.isEmpty == true, place)
      }
      try #require(!workbench.state.cursorDescription.isEmpty, place)
    }

    /// Something is done in the open dialog.
    private func change(_ session: MutationSession) throws {
      guard let layout = session.layout as? MutatorPartsLayout else { return }
      let place = intents.number(max(1, layout.draft.parts.count))
      let (deed, kind) = (intents.number(3), layout.kinds[intents.number(layout.kinds.count)])
      try session.change { () throws(FieldRefusal) in
        switch deed {
        case 0: try? layout.draft.remove(at: place)
        case 1: _ = try? layout.draft.move(at: place, by: 1)
        default:
          guard let added = try? layout.draft.add(kind, behind: place), kind.isNamed else { return }
          try? layout.renamePart(at: added, to: layout.suggestedName(for: kind))
        }
      }
      // As the editor does when the dialog has changed something.
      picture = ProgramPicture(of: scene, randomness)
    }

    /// Undone to the beginning, and redone to where it was.
    func checkHistory(_ step: Int) throws {
      let place = Comment(rawValue: "seed \(seed), after step \(step)")
      workbench.endPreviews()
      let (bytes, count) = (scene.bytes, workbench.history.undoCount)
      for _ in 0..<count { try #require(workbench.perform(.undo).refusal == nil, place) }
      try #require(scene.bytes == scene.start, place)
      try #require(workbench.perform(.undo).refusal == "nothing to undo", place)
      for _ in 0..<count { try #require(workbench.perform(.redo).refusal == nil, place) }
      try #require(scene.bytes == bytes, place)
      picture = ProgramPicture(of: scene, randomness)
    }

    /// All that was fired, undoing and redoing included, gives the program elsewhere.
    func checkReplay() throws {
      workbench.endPreviews()
      let copy = try ProgramReader.read(scene.start, factory: scene.workspace.factory).workspace
      try EventReplay(workspace: copy).apply(
        Array(recorder.lines.joined(separator: "\n").utf8), named: "seed \(seed)")
      #expect(EditingSession.texts(of: copy) == EditingSession.texts(of: scene.workspace), "seed \(seed)")
    }
  }

  /// Keeps everything that is fired, as a recording writes it.
  @MainActor private final class LineRecorder: EventManagerListener {
    private let workspace: Workspace
    private(set) var lines: [String] = []

    init(of workspace: Workspace) { self.workspace = workspace }

    func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) {
      lines.append(event.json(in: workspace).text())
    }
  }
}
