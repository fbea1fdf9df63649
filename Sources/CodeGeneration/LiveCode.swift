import BlockModel
import EventQueues

/// The code of a program that is being edited. After a change it is generated again, stack by stack, while the editor
/// is idle.
public final class LiveCode {
  /// The language of the code; another one needs another `LiveCode`.
  public let language: GeneratorLanguage
  let workspace: Workspace
  let options: GenerationOptions
  private let generator: CodeGenerator

  /// The code when it was last up to date. Blocks without a generator are comments.
  public private(set) var code = GeneratedCode()
  /// The number of times that `code` was replaced.
  public private(set) var version = 0
  /// Whether the program has changed since the code was generated.
  public private(set) var isBehind = true

  /// Whether the user gave up generating the program as it is now.
  package private(set) var isGivenUp = false

  /// Generates nothing yet; the first update does.
  public init(_ workspace: Workspace, in language: GeneratorLanguage, options: GenerationOptions) {
    (self.workspace, self.language, self.options) = (workspace, language, options)
    generator = CodeGenerator(workspace, in: language, options: options, isLenient: true)
  }

  /// Notes that the program has changed.
  public func noteChange() {
    isBehind = true
    isGivenUp = false
    generator.startOver()
  }

  /// Generates the code again if the program has changed.
  /// - Parameter mayGoOn: called after each stack; false interrupts, and the next call resumes.
  /// - Returns: whether the code is up to date.
  @discardableResult
  public func update(while mayGoOn: () -> Bool = { true }) -> Bool {
    if !isBehind || isGivenUp { return !isBehind }
    do throws(GenerationProblem) {
      let code = try Progress.within(0...1, .generating) { () throws(GenerationProblem) in
        try generator.generate(while: mayGoOn)
      }
      guard let code else { return false }
      self.code = code
      version += 1
      isBehind = false
      return true
    } catch {
      // A lenient generator throws nothing else.
      isGivenUp = true
      return false
    }
  }
}

extension Progress.Activity {
  /// Generating code.
  package static let generating = Progress.Activity("generating code", canStop: true)
}
