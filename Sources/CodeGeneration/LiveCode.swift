import BlockModel

/// The code of a program that is being edited. After a change it is generated again, stack by stack, while nobody waits
/// for anything else.
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
  /// Whether the program has changed since the code was generated.
  public private(set) var isBehind = true
  /// What has been done of an update; nil before it begins.
  private var pass: Pass?

  private struct Pass {
    /// The top blocks in the order of the file.
    var tops: [Block]
    /// The names that the first of them use.
    var names: [StackNames] = []
    /// The indices of the top blocks in the order of the code, once all names are known.
    var order: [Int] = []
    var generated = 0
    var sections: [CodeSection] = []
    var problems: [GenerationProblem] = []
  }

  /// Generates nothing yet; the first update does.
  public init(_ workspace: Workspace, in language: GeneratorLanguage, options: GenerationOptions) {
    self.workspace = workspace
    self.language = language
    generator = CodeGenerator(workspace, in: language, options: options, isLenient: true)
    rulesWithVariables = language.rulesWithVariables
  }

  /// Notes that the program has changed.
  public func noteChange() { (isBehind, pass) = (true, nil) }

  /// Generates the code again if the program has changed.
  /// - Parameter mayGoOn: asked after each stack; the next call goes on.
  /// - Returns: whether the code is up to date.
  @discardableResult
  public func update(while mayGoOn: () -> Bool = { true }) -> Bool {
    guard isBehind else { return true }
    var pass = self.pass ?? Pass(tops: workspace.topBlocks)
    // Otherwise the arrays that grow would be copied.
    self.pass = nil
    while pass.names.count < pass.tops.count {
      pass.names.append(StackNames(of: pass.tops[pass.names.count], rules: rulesWithVariables, shapes))
      if !mayGoOn() { return interrupted(pass) }
    }
    if pass.generated == 0 {
      generator.begin(UsedNames(pass.names))
      pass.order = StackOrder.indices(pass.tops)
    }
    while pass.generated < pass.order.count {
      let index = pass.order[pass.generated]
      // A lenient generator doesn't throw.
      if let section = try? generator.section(of: pass.tops[index], hasComments: pass.names[index].hasComments) {
        pass.sections.append(section)
      }
      pass.problems += generator.problems
      pass.generated += 1
      if pass.generated < pass.order.count, !mayGoOn() { return interrupted(pass) }
    }
    code = generator.code(of: pass.sections, pass.problems)
    version += 1
    isBehind = false
    return true
  }

  private func interrupted(_ pass: Pass) -> Bool {
    self.pass = pass
    return false
  }
}
