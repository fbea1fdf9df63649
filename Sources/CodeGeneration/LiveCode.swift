import BlockModel

/// The code of a program that is being edited. After a change, only the stacks and functions are generated again whose
/// blocks have changed, or whose requests of what the program shares have other results, such as names.
public final class LiveCode {
  /// The language of the code; another one needs another `LiveCode`.
  public let language: GeneratorLanguage
  private let workspace: Workspace
  private let generator: CodeGenerator
  private let rulesWithVariables: [String: GeneratorRule]
  private let shapes = BlockShapes()

  /// The code when it was last up to date. Blocks without a generator are comments.
  public private(set) var code = GeneratedCode()
  /// Counts how often `code` has become another one.
  public private(set) var version = 0
  /// Counts the stacks and functions that were generated.
  private(set) var generatedCount = 0

  /// The stacks as they were generated last, by their top blocks.
  private var stacks: [ObjectIdentifier: LiveStack] = [:]
  /// The top blocks in the order of the file and of the code.
  private var (tops, sortedTops): ([Block], [Block]) = ([], [])
  private var used = UsedNames([])
  /// Counts how often the variables have changed.
  private var variablesVersion = 0

  /// The blocks that have changed since.
  private var changedIDs: Set<String> = []
  /// Whether any block may have changed.
  private var isAllChanged = true
  private var pass: Pass?

  /// An update in progress.
  private struct Pass {
    var scanned = 0
    var generated = 0
    var namesChange = false
    var orderChanges = false
  }

  /// Generates nothing yet; the first update does.
  public init(_ workspace: Workspace, in language: GeneratorLanguage, options: GenerationOptions) {
    self.workspace = workspace
    self.language = language
    generator = CodeGenerator(workspace, in: language, options: options, isLenient: true)
    rulesWithVariables = language.rulesWithVariables
  }

  // MARK: - Changes

  /// Whether the program has changed since the code was generated.
  public var isBehind: Bool { isAllChanged || pass != nil || !changedIDs.isEmpty }

  /// Notes that blocks have changed: their fields, comments or properties, what is connected to them, or their place.
  /// For a block that is elsewhere now or was deleted, its former parent has changed, too.
  public func note(changesOf blockIDs: [String]) {
    changedIDs.formUnion(blockIDs)
  }

  /// Notes that anything may have changed, such as variables.
  public func noteChangeOfEverything() { isAllChanged = true }

  // MARK: - Updating

  /// Generates again what has changed.
  /// - Parameter mayGoOn: asked after each stack; the next call goes on.
  /// - Returns: whether the code is up to date.
  @discardableResult
  public func update(while mayGoOn: () -> Bool = { true }) -> Bool {
    guard isBehind else { return true }
    if pass == nil || isAllChanged || !changedIDs.isEmpty { beginPass() }
    guard var pass else { return true }
    self.pass = nil
    defer { if !isUpToDate(pass) { self.pass = pass } }
    while pass.scanned < tops.count {
      scan(tops[pass.scanned], &pass)
      pass.scanned += 1
      if pass.scanned == tops.count { shareNames(pass) } else if !mayGoOn() { return false }
    }
    while pass.generated < sortedTops.count {
      generate(sortedTops[pass.generated])
      pass.generated += 1
      if pass.generated < sortedTops.count, !mayGoOn() { return false }
    }
    finish()
    return true
  }

  private func isUpToDate(_ pass: Pass) -> Bool {
    pass.scanned == tops.count && pass.generated == sortedTops.count
  }

  /// Finds out which stacks have changed.
  private func beginPass() {
    var pass = Pass()
    let tops = workspace.topBlocks
    let areSame = tops.elementsEqual(self.tops, by: ===)
    pass.namesChange = !areSame
    pass.orderChanges = !areSame || isAllChanged || self.pass?.orderChanges == true
    // What an interrupted pass has found out is still to be taken up.
    pass.namesChange = pass.namesChange || self.pass?.namesChange == true
    self.tops = tops
    if isAllChanged {
      stacks = [:]
    } else {
      var seen: Set<ObjectIdentifier> = []
      for id in changedIDs {
        var block = workspace.blocks[id]
        while let current = block, seen.insert(ObjectIdentifier(current)).inserted {
          let parent = current.parent
          if parent == nil {
            stacks[ObjectIdentifier(current)]?.isChanged = true
            pass.orderChanges = true
          }
          block = parent
        }
      }
    }
    (changedIDs, isAllChanged) = ([], false)
    if !areSame {
      let kept = Set(tops.map(ObjectIdentifier.init))
      stacks = stacks.filter { kept.contains($0.key) }
    }
    self.pass = pass
    if tops.isEmpty { shareNames(pass) }
  }

  /// Reads which names a stack uses.
  private func scan(_ top: Block, _ pass: inout Pass) {
    let known = stacks[ObjectIdentifier(top)]
    if let known, !known.isChanged { return }
    let names = StackNames(of: top, rules: rulesWithVariables, shapes)
    if let known {
      if !names.isEquivalent(to: known.names) { pass.namesChange = true }
      known.names = names
      (known.isChanged, known.isGenerated) = (false, false)
    } else {
      pass.namesChange = true
      stacks[ObjectIdentifier(top)] = LiveStack(top, names)
    }
  }

  /// Gives everything that the program shares its names.
  private func shareNames(_ pass: Pass) {
    if pass.orderChanges { sortedTops = StackOrder.sorted(tops) }
    if pass.namesChange { used = UsedNames(tops.compactMap { stacks[ObjectIdentifier($0)]?.names }) }
    let former = generator.usedVariables
    let formerOwn = generator.ownVariables
    generator.begin(used)
    let isSame = former.elementsEqual(generator.usedVariables) { $0 == $1 } && formerOwn == generator.ownVariables
    if !isSame { variablesVersion += 1 }
    if formerOwn != generator.ownVariables { for stack in stacks.values { stack.isGenerated = false } }
  }

  /// Generates a stack again unless it would be the same.
  private func generate(_ top: Block) {
    guard let stack = stacks[ObjectIdentifier(top)] else { return }
    var results: [Code] = []
    if stack.isGenerated, hasSameVariables(stack), generator.repeats(stack.requests, results: &results) { return }
    // A lenient generator doesn't throw.
    guard
      let (section, requests) = try? generator.recordedSection(
        of: top, hasComments: stack.names.hasComments, results: stack.isGenerated ? results : [])
    else { return }
    generatedCount += 1
    (stack.section, stack.requests, stack.problems) = (section, requests, generator.problems)
    stack.isGenerated = true
    stack.variablesVersion = variablesVersion
    stack.variableNames = stack.names.variables.map { generator.name(of: $0.name).start }
  }

  /// Whether the names of variables in a stack are what they were.
  private func hasSameVariables(_ stack: LiveStack) -> Bool {
    if stack.variablesVersion == variablesVersion { return true }
    // Functions may name all variables.
    guard stack.names.functions.isEmpty, stack.names.functionsWithResult.isEmpty else { return false }
    let names = stack.names.variables.lazy.map { self.generator.name(of: $0.name).start }
    guard names.elementsEqual(stack.variableNames) else { return false }
    stack.variablesVersion = variablesVersion
    return true
  }

  private func finish() {
    let sorted = sortedTops.compactMap { stacks[ObjectIdentifier($0)] }
    code = generator.code(of: sorted.compactMap(\.section), sorted.flatMap(\.problems))
    version += 1
  }
}

/// A stack or function whose code is kept.
private final class LiveStack {
  /// Kept, so that no other block has its identity.
  let top: Block
  var names: StackNames
  /// nil if the stack itself has no code, as functions, which are defined.
  var section: CodeSection?
  var requests: [SharedRequest] = []
  var problems: [GenerationProblem] = []
  /// The names of the variables, as texts of the language.
  var variableNames: [Int32] = []
  var variablesVersion = 0
  /// Whether its blocks have changed since they were read.
  var isChanged = false
  /// Whether its code is that of its blocks as they were read.
  var isGenerated = false

  init(_ top: Block, _ names: StackNames) {
    self.top = top
    self.names = names
  }
}

/// What a stack requests of what the whole program shares. Its code stays the same while its blocks and the results do.
enum SharedRequest {
  /// A new name.
  case distinct(base: String, result: Code)
  /// The name of a variable that is known by its name only: a parameter.
  case variable(String, result: Code)
  case procedure(String, result: Code)
  case helper(String, result: Code)
  case imports([String])
  /// The definition of a function.
  case function(name: String, CodeSection)
}
