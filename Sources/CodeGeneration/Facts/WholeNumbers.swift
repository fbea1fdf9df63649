import BlockLibrary
import BlockModel

/// The values of a program that are whole numbers in each run.
struct WholeNumbers {
  private let language: GeneratorLanguage
  /// The variables that may have other values, in lower case.
  private var others: Set<String> = []
  private var found: Set<ObjectIdentifier> = []

  /// The largest number of times that the blocks are examined. Each time, the variables that aren't whole may show that
  /// others aren't.
  private static let mostRounds = 12

  init(_ workspace: Workspace, _ language: GeneratorLanguage) {
    self.language = language
    // Values come after the blocks that they are in.
    let blocks = workspace.topBlocks.flatMap { Array($0.descendants()) }.reversed()
    for _ in 0..<Self.mostRounds {
      let before = others.count
      found = []
      for block in blocks { examine(block) }
      if others.count == before { return }
    }
    found = []
  }

  func contains(_ value: Block) -> Bool { found.contains(ObjectIdentifier(value)) }

  private mutating func examine(_ block: Block) {
    if let call = block.mutator as? MutatorProcedureCaller {
      for (index, parameter) in call.parameters.enumerated() where !isWhole("ARG\(index)", of: block, ifEmpty: false) {
        others.insert(parameter.lowercased())
      }
    }
    guard let rule = language.rules[block.type] else { return }
    let parts = Self.parts(in: rule, for: block)
    let isWhole = parts?.allSatisfy { self.isWhole($0, of: block, ifEmpty: true) } ?? false
    if isWhole { found.insert(ObjectIdentifier(block)) }
    if !isWhole, let field = rule.sets, let name = block.firstField(withName: field)?.variable?.name {
      others.insert(name.lowercased())
    }
  }

  /// Returns the inputs and fields that have to be whole for a block to be; nil if it never is.
  // Follows cases of a rule, which nest a few levels deep.
  private static func parts(in rule: GeneratorRule, for block: Block) -> [String]? {
    let branch = rule.cases.first { branch in
      branch.conditions.isEmpty
        && branch.fields.allSatisfy { $0.values.contains(block.firstField(withName: $0.name)?.text ?? "") }
    }
    return branch.flatMap { parts(in: $0.rule, for: block) } ?? rule.whole
  }

  private func isWhole(_ part: String, of block: Block, ifEmpty: Bool) -> Bool {
    if let input = block.firstInput(withName: part) {
      guard let value = input.connectedBlock, value.isEnabled else { return ifEmpty }
      return contains(value)
    }
    switch block.firstField(withName: part)?.code {
    case .number(let number)?: return number == number.rounded()
    case .variable?:
      let name = block.firstField(withName: part)?.variable?.name.lowercased()
      return name.map { !others.contains($0) } ?? false
    default: return false
    }
  }
}
