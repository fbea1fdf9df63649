import BlockModel

/// The counterparts of blocks and variables in two programs.
public struct ProgramMatch {
  let oldWorkspace: Workspace
  let newWorkspace: Workspace
  let old: ProgramTree
  let new: ProgramTree
  private(set) var toNew: [Int]
  private(set) var toOld: [Int]
  let isExact: Bool
  private(set) var variables: VariableMatch

  /// Matches two programs with the same factory, in nearly linear time.
  /// - Parameter isExact: whether ids, positions and the order in the file count, so that blocks with other ids are
  ///   other blocks.
  public init(_ old: Workspace, _ new: Workspace, isExact: Bool = false) {
    (oldWorkspace, newWorkspace, self.isExact) = (old, new, isExact)
    variables = VariableMatch(old.variables, new.variables, isExact: isExact)
    let numbers = variables.numbers(old.variables)
    let oldContent = BlockContent(isExact: isExact, variableNumbers: numbers.old)
    let newContent = BlockContent(isExact: isExact, variableNumbers: numbers.new)
    self.old = ProgramTree(old, content: oldContent)
    self.new = ProgramTree(new, content: newContent)
    var matcher = BlockMatcher(self.old, self.new, oldContent)
    matcher.run()
    (toNew, toOld) = (matcher.toNew, matcher.toOld)
    matchRenamedVariables()
  }

  /// Treats a block of the new program, with its contents, as added, and its counterpart as deleted.
  mutating func separate(_ index: Int) {
    let counterpart = toOld[index]
    let range = counterpart..<counterpart + old.size[counterpart]
    for part in index..<index + new.size[index] where range.contains(toOld[part]) {
      toNew[toOld[part]] = -1
      toOld[part] = -1
    }
  }

  /// Matches a variable without a counterpart with the one that most of its blocks now refer to: it was renamed.
  private mutating func matchRenamedVariables() {
    func isFree(_ variable: Variable) -> Bool {
      variables.toNew[variable.id] == nil && (!isExact || variable.hasImplicitID)
    }
    guard oldWorkspace.variables.all.contains(where: isFree) else { return }
    struct Pair: Hashable {
      var old: String
      var new: String
    }
    var votes: [Pair: Int] = [:]
    var uses: [String: Int] = [:]
    for (index, block) in old.blocks.enumerated() where toNew[index] >= 0 {
      let other = new.blocks[toNew[index]]
      for field in block.inputs.lazy.flatMap(\.fields) {
        guard let variable = field.variable, isFree(variable), let name = field.name else { continue }
        uses[variable.id, default: 0] += 1
        guard let present = other.firstField(withName: name)?.variable, variables.toOld[present.id] == nil,
          present.type == variable.type, !isExact || present.hasImplicitID
        else { continue }
        votes[Pair(old: variable.id, new: present.id), default: 0] += 1
      }
    }
    for (pair, count) in votes.sorted(by: { ($1.value, $0.key.old, $0.key.new) < ($0.value, $1.key.old, $1.key.new) }) {
      guard count * 2 > uses[pair.old] ?? 0, variables.toOld[pair.new] == nil, variables.toNew[pair.old] == nil,
        let variable = oldWorkspace.variables[pair.old], let other = newWorkspace.variables[pair.new]
      else { continue }
      variables.match(variable, other)
    }
  }
}
