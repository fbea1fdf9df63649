import BlockEvents
import BlockFormats
import BlockLibrary
import BlockModel
import BlockNotation
import SeededTesting
import Testing

@testable import BlockEditing

/// Random programs print the same before and after each refactoring, in all languages, and are the same to the byte
/// after it is undone.
@MainActor @Suite(.serialized) struct RefactoringRunTests {
  /// How many programs must be changed and run, for each refactoring.
  private static let wanted = Seeds.first(12).count

  @Test(arguments: TriedRefactoring.allCases) func programsPrintTheSame(_ kind: TriedRefactoring) throws {
    let factory = try StockBlocks.factory()
    let library = NotationLibrary(factory: factory)
    let languages = try PrintingPrograms.languages.map { try PrintingPrograms($0, factory: factory) }
    let wanted = Self.wanted
    var (run, seed, tried) = (0, Seeds.only ?? 1, 0)
    while run < wanted, seed < 1 + UInt64(wanted) * 40 || seed == Seeds.only {
      defer { seed += 1 }
      var random = SeededGenerator(seed: seed)
      let text =
        seed.isMultiple(of: 4)
        ? RandomRunProgram.text(seed: Int(seed), isSimple: false) : RefactoringProgram.text(seed: seed)
      let workspace = try NotationReader.read(
        Array(text.utf8), library: library, randomness: SeededNumbers(seed: seed)
      ).workspace
      let candidates = kind.candidates(in: workspace).shuffled(using: &random)
      let possible = Array(candidates.lazy.filter { (try? $0.check(in: workspace)) != nil }.prefix(2))
      if possible.isEmpty { continue }
      var outputs: [(code: String, output: String)] = []
      for language in languages {
        let code = try language.code(workspace)
        guard let output = try language.output(of: code) else { break }
        outputs.append((code, output))
      }
      if outputs.count < languages.count { continue }
      tried += 1
      for refactoring in possible {
        let manager = EventManager()
        let coordinator = WorkspaceLayoutCoordinator(workspace: workspace, eventManager: manager)
        let before = Self.bytes(workspace)
        do throws(FieldError) { _ = try refactoring.perform(with: coordinator) } catch {
          Issue.record("seed \(seed): \(refactoring) fails: \(error.reason)\n\(text)")
          continue
        }
        let events = manager.takePendingEvents()
        #expect(Self.bytes(workspace) != before)
        for (language, (code, output)) in zip(languages, outputs) {
          let changed = try language.code(workspace)
          let other = try language.output(of: changed)
          if other != output {
            Issue.record(
              "seed \(seed): after \(refactoring)\n\(code)\nis\n\(changed)\nand prints \(other ?? "nothing"), not \(output)"
            )
            return
          }
        }
        coordinator.rollBack(events)
        #expect(Self.bytes(workspace) == before, "seed \(seed): undoing \(refactoring)")
        run += 1
      }
      if seed == Seeds.only { break }
    }
    print("refactorings", kind, run, "in", tried, "programs")
    if Seeds.only == nil { #expect(run >= wanted, "\(kind) applies to \(run) of \(tried) programs") }
  }

  private static func bytes(_ workspace: Workspace) -> String {
    String(decoding: ProgramWriter.write(workspace, style: .pretty(.json)).bytes, as: UTF8.self)
  }
}
