import BlockEvents
import BlockLayout
import BlockLibrary
import BlockModel
import ProgramAdvice
import SeededTesting
import Testing
import WorkbenchTesting

@testable import RandomEditing
@testable import Workbench

/// Searches and problems follow all changes of a program.
@MainActor @Suite struct FollowingChangesTests {
  nonisolated private static let queries = ["x", "print", "set inside repeat", "1", "text_print", "call"]

  @Test(arguments: Seeds.first(6)) func searchesAndProblemsFollowRandomChanges(seed: UInt64) throws {
    let scene = try WorkbenchScene(IntentProgram.json, .json, randomness: CountedRandomness(seed: seed))
    let workbench = scene.controller
    var intents = RandomIntents(seed: seed, toolbox: try EditingSession.blocks(of: scene.workspace.factory))
    let query = SearchQuery.text(Self.queries[Int(seed) % Self.queries.count])
    workbench.perform(.find(query, from: nil))
    for step in 1...150 {
      let intent = intents.next(in: workbench)
      workbench.perform(intent)
      // What a preview shows is not found.
      if workbench.state.isPreviewing { continue }
      let context = Comment(rawValue: "seed \(seed), step \(step): \(intent.kind)")
      if let search = workbench.search, let layout = workbench.layout {
        let fresh = try ProgramSearch(search.query, in: workbench.workspace, readingIndices: workbench.readingIndices)
        try #require(search.items(in: layout) == fresh.items(in: layout), context)
        try #require(search.count == fresh.items(in: layout).count, context)
      } else {
        workbench.perform(.find(query, from: nil))
      }
      // What is found edit by edit is what an inspection of everything finds.
      while workbench.isInspecting { _ = workbench.problemFinder.inspectSome() }
      let finder = workbench.problemFinder
      let remarks = ProgramInspector.remarks(on: workbench.workspace)
      let advice = Adviser.findings(in: workbench.workspace)
      try #require(finder.currentFindings() == advice, context)
      let errors = advice.filter { $0.level == .error }
      try #require(
        Set(finder.currentProblems().map(\.message)) == Set(remarks.map(\.message) + errors.map(finder.message)),
        context)
      try #require(workbench.problemCount == remarks.count + errors.count, context)
      for id in workbench.workspace.blocks.keys {
        let messages = remarks.filter { $0.blockID == id }.map(finder.words)
        let found = errors.filter { $0.blockID == id }.map(finder.message)
        try #require(finder.messages(on: id) == messages + found, context)
      }
    }
  }
}
