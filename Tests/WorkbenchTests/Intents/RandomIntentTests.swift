import BlockEditing
import BlockEvents
import BlockFormats
import BlockLayout
import BlockLibrary
import BlockModel
import SeededTesting
import Testing
import WorkbenchTesting

@testable import RandomEditing
@testable import Workbench

/// Random intents of every kind, on existing and missing items, during drags and in dialogs.
@MainActor @Suite struct RandomIntentTests {
  private static let count = 260

  /// Every other program is an XML file.
  @Test(arguments: Seeds.first(6)) func everyIntentIsOneUndoGroupOrNone(seed: UInt64) throws {
    let run = try Run(seed: seed)
    for step in 1...Self.count {
      try run.perform(step)
      if step % 65 == 0 { try run.checkHistory(step) }
    }
    try run.checkReplay()
  }

  @Test func everyKindOfIntentIsPerformed() throws {
    var performed: Set<IntentKind> = []
    let all = Set(IntentKind.allCases).subtracting(IntentKind.ofVersions)
    for seed in 21...32 as ClosedRange<UInt64> where !performed.isSuperset(of: all) {
      let run = try Run(seed: seed)
      for step in 1...Self.count { try run.perform(step) }
      performed.formUnion(run.performed)
    }
    #expect(all.subtracting(performed).isEmpty)
  }

  /// A program on which random intents are performed.
  @MainActor private final class Run {
    private let seed: UInt64
    private let scene: WorkbenchScene
    private let randomness: CountedRandomness
    private let recorder: LineRecorder
    private var intents: RandomIntents
    private var picture: ProgramPicture
    /// The kinds of intents that succeeded at least once.
    private(set) var performed: Set<IntentKind> = []

    private var workbench: WorkbenchController { scene.controller }

    init(seed: UInt64) throws {
      self.seed = seed
      randomness = CountedRandomness(seed: seed)
      scene = try WorkbenchScene(IntentProgram.json, seed.isMultiple(of: 2) ? .xml : .json, randomness: randomness)
      recorder = LineRecorder(of: scene.workspace)
      scene.controller.eventManager.addListener(recorder)
      intents = RandomIntents(seed: seed, toolbox: try EditingSession.blocks(of: scene.workspace.factory))
      picture = ProgramPicture(of: scene, randomness)
    }

    func perform(_ step: Int) throws {
      if let session = workbench.previews.mutation, intents.isHeads() { try change(session) }
      let intent = intents.next(in: workbench)
      if !workbench.state.isPreviewing, let item = intents.place(for: intent.kind, in: workbench) {
        workbench.perform(.focus(item))
        picture = ProgramPicture(of: scene, randomness)
      }
      // The blocks of a line have drawn their ids.
      if intent.kind == .typeLine { picture = ProgramPicture(of: scene, randomness) }
      let context = Comment(rawValue: "seed \(seed), step \(step): \(intent.kind)")
      let before = picture
      let outcome = workbench.perform(intent)
      picture = ProgramPicture(of: scene, randomness)
      if let refusal = outcome.refusal {
        try #require(picture == before, context)
        try #require(!refusal.isEmpty, context)
      } else {
        performed.insert(intent.kind)
        let growth = picture.undoCount - before.undoCount
        switch intent.kind {
        case .undo: try #require(growth == -1 && picture.redoCount == before.redoCount + 1, context)
        case .redo: try #require(growth == 1 && picture.redoCount == before.redoCount - 1, context)
        default:
          try #require(growth == 0 || growth == 1, context)
          try #require(growth == 0 || !IntentKind.stepless.contains(intent.kind), context)
        }
      }
      try checkInvariants(context, before: before)
    }

    private func checkInvariants(_ context: Comment, before: ProgramPicture) throws {
      let workbench = workbench
      if !workbench.state.isPreviewing {
        try #require(picture.group == nil, context)
        // Equal history marks mean equal bytes.
        if picture.mark == before.mark, before.previews.isEmpty {
          try #require(picture.bytes == before.bytes, context)
        }
        let count = scene.fired.count
        workbench.eventManager.firePendingEvents()
        try #require(scene.fired.count == count, context)
      }
      if !workbench.state.isPreviewing {
        try #require(Set(workbench.selection) == workbench.selectedIDs, context)
      }
      if let cursor = workbench.cursor {
        try #require(workbench.order?.visibleItem(for: cursor) == cursor, context)
      } else {
        try #require(workbench.layout?.pieces.all.isEmpty == true, context)
      }
      try #require(!workbench.state.cursorDescription.isEmpty, context)
    }

    /// Changes something in the open dialog.
    private func change(_ session: MutationSession) throws {
      guard let layout = session.layout as? MutatorPartsLayout else { return }
      let index = intents.number(max(1, layout.draft.parts.count))
      let (action, kind) = (intents.number(3), layout.kinds[intents.number(layout.kinds.count)])
      try session.change { () throws(FieldError) in
        switch action {
        case 0: try? layout.draft.remove(at: index)
        case 1: _ = try? layout.draft.move(at: index, by: 1)
        default:
          guard let added = try? layout.draft.add(kind, behind: index), kind.isNamed else { return }
          try? layout.renamePart(at: added, to: layout.suggestedName(for: kind))
        }
      }
      // The editor does the same after a change in the dialog.
      picture = ProgramPicture(of: scene, randomness)
    }

    /// Undoes everything and redoes it.
    func checkHistory(_ step: Int) throws {
      let context = Comment(rawValue: "seed \(seed), after step \(step)")
      workbench.endPreviews()
      let (bytes, count) = (scene.bytes, workbench.history.undoCount)
      for _ in 0..<count { try #require(workbench.perform(.undo).refusal == nil, context) }
      try #require(scene.bytes == scene.start, context)
      try #require(workbench.perform(.undo).refusal == "nothing to undo", context)
      for _ in 0..<count { try #require(workbench.perform(.redo).refusal == nil, context) }
      try #require(scene.bytes == bytes, context)
      picture = ProgramPicture(of: scene, randomness)
    }

    /// All fired events, including those of undo and redo, reproduce the program in another client.
    func checkReplay() throws {
      workbench.endPreviews()
      let copy = try ProgramReader.read(scene.start, factory: scene.workspace.factory).workspace
      let problems = EventReplay(workspace: copy).apply(
        Array(recorder.lines.joined(separator: "\n").utf8), named: "seed \(seed)")
      #expect(problems.isEmpty)
      #expect(EditingSession.texts(of: copy) == EditingSession.texts(of: scene.workspace), "seed \(seed)")
    }
  }
}
