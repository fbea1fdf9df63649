import BlockLibrary
import BlockModel

/// Applies rules to a program, and again to what an edit touches.
///
/// Before each `finish`, call `noteChange` for the blocks whose content or place has changed, and `look` for those that
/// are new, that have changed, or that may have become enabled or disabled.
public final class Adviser {
  private let program: AdvisedProgram
  private let rules: [any AdviceRule]
  /// Whether nothing has been found since all was forgotten.
  private var isFresh = false
  private var hasDeletions = false
  /// The changed blocks whose surroundings have not been looked at again.
  private var touched: Set<String> = []

  /// The rules that comments switch off, by the block with the comment.
  private var allowing: [String: Set<String>] = [:]
  /// The findings, by the block or the first statement that rules looked at.
  private var atBlocks: [String: [AdviceFinding]] = [:]
  private var inStatements: [String: [AdviceFinding]] = [:]
  private var inProgram: [AdviceFinding] = []
  /// All of them, by the block at which they are shown; those of no block under "".
  private var found: [String: [AdviceFinding]] = [:]

  /// - Parameters:
  ///   - rules: the rules to apply.
  ///   - allowed: the ids of rules that are switched off.
  package init(_ workspace: Workspace, rules: [any AdviceRule] = AdviceRules.all, allowing allowed: Set<String> = []) {
    let rules = rules.filter { !allowed.contains($0.id) }
    self.rules = rules
    program = AdvisedProgram(workspace) { type in rules.filter { $0.types?.contains(type) ?? true } }
  }

  /// Returns the findings of rules in a program, in reading order; those of the same block as the rules are ordered.
  public static func findings(
    in workspace: Workspace, rules: [any AdviceRule] = AdviceRules.all, allowing allowed: Set<String> = []
  ) -> [AdviceFinding] {
    let adviser = Adviser(workspace, rules: rules, allowing: allowed)
    adviser.begin()
    let blocks = Array(PlacedBlocks(workspace.topBlocks))
    // Inner blocks come after the blocks that they are in.
    for (block, _) in blocks.reversed() { adviser.program.find(factsOf: block) }
    for (block, surroundings) in blocks { adviser.look(at: block, in: surroundings) }
    adviser.finish()
    return adviser.sorted(among: blocks.lazy.map(\.block))
  }

  // MARK: - Changes

  /// Forgets everything, before each block of the program is looked at again.
  package func begin() {
    program.forgetAll()
    (atBlocks, inStatements, touched) = ([:], [:], [])
    (isFresh, hasDeletions) = (true, false)
    allowing = [:]
  }

  /// Notes that a block has changed, or what is in it.
  package func noteChange(of blockID: String) {
    touched.insert(blockID)
    guard let block = program.workspace.blocks[blockID] else { return }
    program.forgetFacts(of: block)
    for block in enclosing(block) { program.forgetFacts(of: block) }
  }

  /// Notes that blocks no longer exist.
  package func noteDeletion(of blockIDs: some Sequence<String>) {
    for id in blockIDs {
      (atBlocks[id], inStatements[id], allowing[id]) = (nil, nil, nil)
      touched.remove(id)
    }
    hasDeletions = true
  }

  /// Looks at a block, and at the statements that it begins.
  package func look(at block: Block, in surroundings: Surroundings) {
    if let comment = block.comment, case let rules = AllowingComment.rules(in: comment.text), !rules.isEmpty {
      allowing[block.id] = Set(rules.map(String.init))
    } else if !isFresh {
      allowing[block.id] = nil
    }
    // Most blocks are literals in other blocks, at which there is nothing to find.
    if isFresh, program.kind(of: block).isLiteral, block.superiorConnection != nil { return }
    let record = program.record(of: block)
    let runs = !surroundings.isDisabled
    let isEnabled = runs && block.isEnabled
    program.note(record, isEnabled: isEnabled)
    findAgain(at: record, runs: runs, isEnabled: isEnabled)
  }

  private func findAgain(at record: BlockRecord, runs: Bool, isEnabled: Bool) {
    let block = record.block
    var findings: [AdviceFinding] = []
    if isEnabled { for rule in record.kind.rules { findings += rule.findings(at: block, in: program) } }
    if !findings.isEmpty || !isFresh { atBlocks[block.id] = findings.isEmpty ? nil : findings }
    findings = []
    if runs, isFirstStatement(block), case let statements = Block.statements(from: block), !statements.isEmpty {
      if isFresh { program.note(sequence: statements) }
      for rule in rules { findings += rule.findings(in: statements, of: program) }
    }
    if !findings.isEmpty || !isFresh { inStatements[block.id] = findings.isEmpty ? nil : findings }
  }

  private func isFirstStatement(_ block: Block) -> Bool {
    block.outputConnection == nil && block.superiorConnection.map { $0.sourceInput != nil } ?? true
  }

  /// Looks again at what is around the changed blocks, and at the whole program.
  /// - Returns: whether the findings have changed.
  @discardableResult
  package func finish() -> Bool {
    isFresh = false
    if hasDeletions { program.forgetDeleted() }
    hasDeletions = false
    var seen: Set<String> = []
    for id in touched {
      guard let block = program.workspace.blocks[id] else { continue }
      for around in [block] + enclosing(block) where seen.insert(around.id).inserted {
        let runs = !Surroundings(of: around).isDisabled
        findAgain(at: program.record(of: around), runs: runs, isEnabled: runs && around.isEnabled)
        let first = firstStatement(with: around)
        if first !== around, seen.insert(first.id).inserted {
          findAgain(at: program.record(of: first), runs: runs, isEnabled: runs && first.isEnabled)
        }
      }
    }
    touched = []
    for id in inStatements.keys where program.workspace.blocks[id].map(isFirstStatement) != true {
      inStatements[id] = nil
    }
    inProgram = rules.flatMap { $0.findings(in: program) }
    return collect()
  }

  /// The blocks around a block, the innermost first.
  private func enclosing(_ block: Block) -> [Block] {
    var around: [Block] = []
    var inner = block
    while let superior = inner.superiorConnection {
      inner = superior.sourceBlock
      if superior.sourceInput != nil { around.append(inner) }
    }
    return around
  }

  private func firstStatement(with block: Block) -> Block {
    var first = block
    while let above = first.previousConnection?.target, above.sourceInput == nil { first = above.sourceBlock }
    return first
  }

  private func collect() -> Bool {
    var all: [String: [AdviceFinding]] = [:]
    let order = Dictionary(uniqueKeysWithValues: rules.enumerated().map { ($1.id, $0) })
    for finding in [atBlocks.values.joined(), inStatements.values.joined()].joined() where !isAllowed(finding) {
      all[finding.blockID ?? "", default: []].append(finding)
    }
    for finding in inProgram where !isAllowed(finding) { all[finding.blockID ?? "", default: []].append(finding) }
    for (id, findings) in all where findings.count > 1 {
      all[id] = findings.sorted {
        (order[$0.rule] ?? 0, $0.variant, $0.fieldName ?? "") < (order[$1.rule] ?? 0, $1.variant, $1.fieldName ?? "")
      }
    }
    defer { found = all }
    return all != found
  }

  /// Whether a comment of the block or of one around it switches the rule off: `mortise: allow empty-body, unreachable`.
  private func isAllowed(_ finding: AdviceFinding) -> Bool {
    guard !allowing.isEmpty, let id = finding.blockID, let block = program.workspace.blocks[id] else { return false }
    return ([block] + enclosing(block)).contains { allowing[$0.id]?.contains(finding.rule) == true }
  }

  // MARK: - Findings

  /// The findings at a block.
  package func findings(at blockID: String) -> [AdviceFinding] { found[blockID] ?? [] }

  /// Returns the ids of the blocks with findings of a level.
  package func blockIDs(withFindingsOf level: AdviceLevel) -> [String] {
    found.compactMap { $1.contains { $0.level == level } ? $0 : nil }
  }

  /// The number of findings of a level.
  package func count(of level: AdviceLevel) -> Int {
    found.values.reduce(0) { $0 + $1.count { $0.level == level } }
  }

  /// Returns all findings in reading order, after those of no block.
  package func sorted() -> [AdviceFinding] {
    sorted(among: program.workspace.topBlocks.lazy.flatMap { $0.descendants() })
  }

  /// - Parameter order: the program's blocks in reading order.
  private func sorted(among order: some Sequence<Block>) -> [AdviceFinding] {
    let count = found.values.reduce(0) { $0 + $1.count }
    if count == 0 { return [] }
    var sorted = found[""] ?? []
    let blocks = Set(found.keys.lazy.compactMap { self.program.workspace.blocks[$0] }.map(ObjectIdentifier.init))
    for block in order where blocks.contains(ObjectIdentifier(block)) {
      sorted += found[block.id] ?? []
      if sorted.count == count { return sorted }
    }
    return sorted
  }
}
