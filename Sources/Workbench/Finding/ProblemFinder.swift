import BlockEvents
import BlockFormats
import BlockLibrary
import BlockModel
import ProgramAdvice
import ProgramDiff

/// Finds the problems of a program, those that `mortise check` reports, and the findings of advice, while it is being
/// edited. After an edit, it inspects only the blocks that the edit may have affected.
public final class ProblemFinder: EventManagerListener {
  private let workspace: Workspace
  private var inspector: ProgramInspector
  private let rules: [any AdviceRule]
  private var adviser: Adviser
  /// The first blocks of the lines in which advice found errors.
  private var linesWithErrors: Set<String> = []
  /// The texts of findings, in the language of the blocks.
  private var texts: (language: String, texts: AdviceTexts)?
  /// The problems that were found last, without those of advice.
  private var found = Problems()
  /// The problems of the whole program in reading order; nil if they are not known.
  private var sorted: [BlockRemark]?
  /// The blocks whose problems may have changed.
  private var changes = Changes(isAll: true)
  private var pass: Pass?

  /// The problems of blocks, by the block, and those of the whole program.
  private struct Problems: Equatable {
    var ofBlocks: [String: [BlockRemark]] = [:]
    var ofProgram: [BlockRemark] = []
  }

  /// The blocks that an edit may have affected, by themselves or with all that is in and below them.
  private struct Changes {
    var isAll = false
    var single: Set<String> = []
    var whole: Set<String> = []

    var isEmpty: Bool { !isAll && single.isEmpty && whole.isEmpty }
  }

  /// An inspection in progress.
  private struct Pass {
    var isAll: Bool
    var pending: PlacedBlocks
    /// The problems of the whole program found so far.
    var problems = Problems()
    var findsOthers = false
  }

  /// The number of blocks that are inspected at once, in about a millisecond.
  private static let blocksAtOnce = 1000
  /// With more changes than this the whole program is inspected: many stacks may have blocks in common.
  private static let maximumOfChanges = 16

  init(in workspace: Workspace, eventManager: EventManager, rules: [any AdviceRule]) {
    self.workspace = workspace
    self.rules = rules
    blockConflicts = workspace.topBlocks.count(where: ConflictCopy.isCopy)
    commentConflicts = workspace.comments.count(where: ConflictCopy.isCopy)
    inspector = ProgramInspector(workspace)
    adviser = Adviser(workspace, rules: rules)
    eventManager.addListener(self)
  }

  public var wantsLoadingEvents: Bool { false }

  public func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) {
    guard event.workspaceID == workspace.id, !event.isUIEvent else { return }
    if event is CommentEvent {
      commentConflicts = workspace.comments.count(where: ConflictCopy.isCopy)
      return
    }
    (sorted, pass) = (nil, nil)
    if changes.isAll { return }
    guard let ids = event.changedBlockIDs, !ids.contains(where: inspector.definesFunction) else {
      changes = Changes(isAll: true)
      return
    }
    if let deletion = event as? DeleteEvent {
      adviser.noteDeletion(of: deletion.snapshot.records.lazy.compactMap(\.id))
    } else {
      for id in ids { adviser.noteChange(of: id) }
    }
    if case .field = (event as? ChangeEvent)?.element {
      changes.single.formUnion(ids)
    } else {
      changes.whole.formUnion(ids.prefix(1))
      changes.single.formUnion(ids.dropFirst())
    }
    if changes.whole.count + changes.single.count > Self.maximumOfChanges { changes = Changes(isAll: true) }
  }

  /// Whether the program has changed since the problems were found.
  public var isBehind: Bool { !changes.isEmpty }

  /// The ids of the rules of advice that are switched off.
  func allow(_ rules: Set<String>) {
    adviser = Adviser(workspace, rules: self.rules, allowing: rules)
    (changes, pass, sorted) = (Changes(isAll: true), nil, nil)
  }

  /// The number of problems that were found last.
  var count: Int {
    found.ofProgram.count + found.ofBlocks.values.reduce(0) { $0 + $1.count } + adviser.count(of: .error)
  }

  /// The number of warnings that were found last.
  var warningCount: Int { adviser.count(of: .warning) }

  /// The number of problems that are conflicts of a merge.
  var conflictCount: Int { blockConflicts + commentConflicts }
  private var blockConflicts: Int
  private var commentConflicts: Int

  /// The problems of the program as it is now, in reading order: those of its form, and the errors of advice.
  func currentProblems() -> [BlockRemark] {
    settle()
    if let sorted { return sorted }
    var problems = found.ofProgram
    if !found.ofBlocks.isEmpty || adviser.count(of: .error) > 0 {
      for block in workspace.topBlocks.lazy.flatMap({ $0.descendants() }) { problems += self.problems(at: block.id) }
    }
    sorted = problems
    return problems
  }

  private func settle() { while isBehind { _ = inspect(atMost: .max) } }

  private func problems(at blockID: String) -> [BlockRemark] {
    let errors = adviser.findings(at: blockID).filter { $0.level == .error }
    return (found.ofBlocks[blockID] ?? [])
      + errors.map { BlockRemark(blockID: $0.blockID, fieldName: $0.fieldName, message: message(of: $0)) }
  }

  /// The warnings of the program as it is now, in reading order, and then the hints.
  func currentAdvice() -> [AdviceFinding] {
    let findings = currentFindings()
    return findings.filter { $0.level == .warning } + findings.filter { $0.level == .hint }
  }

  /// Everything that advice finds in the program as it is now, in reading order.
  func currentFindings() -> [AdviceFinding] {
    settle()
    return adviser.sorted()
  }

  /// Returns what advice says about a block: errors first.
  func findings(at blockID: String) -> [AdviceFinding] { adviser.findings(at: blockID).sorted { $0.level < $1.level } }

  /// Whether a block has a problem, or its line an error of advice.
  public func hasProblem(_ blockID: String) -> Bool {
    found.ofBlocks[blockID] != nil || linesWithErrors.contains(blockID)
  }

  /// Returns the problems of a block, worded for users who see it.
  func messages(on blockID: String) -> [String] { problems(at: blockID).map(words) }

  /// Returns the sentence that describes a finding, in the language of the blocks.
  func message(of finding: AdviceFinding) -> String {
    currentTexts.message(of: finding, line: BlockLines(of: workspace).callAsFunction)
  }

  /// Returns the effect of a finding's repair; nil if it has none.
  func repair(of finding: AdviceFinding) -> String? {
    currentTexts.repair(of: finding, line: BlockLines(of: workspace).callAsFunction)
  }

  private var currentTexts: AdviceTexts {
    let language = workspace.factory.messages.language
    if let texts, texts.language == language { return texts.texts }
    let found = AdviceTexts(language: language)
    texts = (language, found)
    return found
  }

  /// Returns the text of a problem for users who see the block, without the name of its type.
  func words(_ problem: BlockRemark) -> String {
    guard let block = problem.blockID.flatMap({ workspace.blocks[$0] }) else { return problem.message }
    let problem = ConflictWords.words(of: problem, in: workspace)
    guard problem.message.hasPrefix(block.type + " ") else { return problem.message }
    return "this block " + problem.message.dropFirst(block.type.count + 1)
  }

  // MARK: - Inspecting

  /// Inspects some more blocks.
  /// - Returns: whether the problems have changed.
  public func inspectSome() -> Bool { inspect(atMost: Self.blocksAtOnce) }

  private func inspect(atMost limit: Int) -> Bool {
    if changes.isEmpty { return false }
    var pass = self.pass ?? begin()
    self.pass = nil
    for _ in 0..<limit {
      guard let (block, surroundings) = pass.pending.next() else { return finish(pass) }
      note(inspector.remarks(on: block, in: surroundings), on: block.id, in: &pass)
      adviser.look(at: block, in: surroundings)
    }
    self.pass = pass
    return false
  }

  private func begin() -> Pass {
    if changes.isAll {
      inspector = ProgramInspector(workspace)
      adviser.begin()
      var pass = Pass(isAll: true, pending: PlacedBlocks(workspace.topBlocks))
      pass.problems.ofProgram = inspector.remarksOnProgram()
      return pass
    }
    var pass = Pass(isAll: false, pending: PlacedBlocks(changes.whole.compactMap { workspace.blocks[$0] }))
    for block in changes.single.compactMap({ workspace.blocks[$0] }) {
      let surroundings = Surroundings(of: block)
      note(inspector.remarks(on: block, in: surroundings), on: block.id, in: &pass)
      adviser.look(at: block, in: surroundings)
    }
    return pass
  }

  private func note(_ remarks: [BlockRemark], on blockID: String, in pass: inout Pass) {
    let remarks = remarks.isEmpty ? nil : remarks
    if pass.isAll {
      if let remarks { pass.problems.ofBlocks[blockID] = remarks }
    } else if found.ofBlocks[blockID] != remarks {
      found.ofBlocks[blockID] = remarks
      pass.findsOthers = true
    }
  }

  private func finish(_ pass: Pass) -> Bool {
    changes = Changes()
    var pass = pass
    if adviser.finish() { pass.findsOthers = true }
    // The line of a value may be another one than before.
    linesWithErrors = Set(
      adviser.blockIDs(withFindingsOf: .error).compactMap { workspace.blocks[$0]?.lineHead.id })
    if pass.isAll {
      if pass.problems != found { pass.findsOthers = true }
      found = pass.problems
    } else {
      for blockID in found.ofBlocks.keys where workspace.blocks[blockID] == nil {
        found.ofBlocks[blockID] = nil
        pass.findsOthers = true
      }
    }
    // Each is a problem; a program has far more stacks than problems.
    blockConflicts = found.ofBlocks.keys.count { workspace.blocks[$0].map(ConflictCopy.isCopy) ?? false }
    return pass.findsOthers
  }
}
