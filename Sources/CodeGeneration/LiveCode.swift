import BlockModel

/// The code of a program that is being edited. After a change it is generated again, stack by stack, while nobody waits
/// for anything else.
public final class LiveCode {
  /// The language of the code; another one needs another `LiveCode`.
  public let language: GeneratorLanguage
  private let generator: CodeGenerator

  /// The code when it was last up to date. Blocks without a generator are comments.
  public private(set) var code = GeneratedCode()
  /// Counts how often `code` has become another one.
  public private(set) var version = 0
  /// Whether the program has changed since the code was generated.
  public private(set) var isBehind = true

  /// Generates nothing yet; the first update does.
  public init(_ workspace: Workspace, in language: GeneratorLanguage, options: GenerationOptions) {
    self.language = language
    generator = CodeGenerator(workspace, in: language, options: options, isLenient: true)
  }

  /// Notes that the program has changed.
  public func noteChange() {
    isBehind = true
    generator.startOver()
  }

  /// Generates the code again if the program has changed.
  /// - Parameter mayGoOn: asked after each stack; the next call goes on.
  /// - Returns: whether the code is up to date.
  @discardableResult
  public func update(while mayGoOn: () -> Bool = { true }) -> Bool {
    // A lenient generator doesn't throw.
    guard isBehind, let code = try? generator.generate(while: mayGoOn) else { return !isBehind }
    self.code = code
    version += 1
    isBehind = false
    return true
  }
}
