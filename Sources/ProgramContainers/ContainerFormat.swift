import BlockFormats
import BlockModel
import CodeGeneration
import Markup

/// An app's file as a file format: its program is read and written in its place.
public struct ContainerFormat: FileFormat {
  /// The container that finds the programs.
  public let container: any Container
  /// Returns the generators for the code beside the blocks; nil if there are none. Those of Mortise by default.
  /// - Parameter language: the language's id.
  public var generators: @Sendable (_ language: String, BlockFactory) -> GeneratorLanguage? = { language, factory in
    try? CodeLanguages.standard.generators(of: language, factory: factory)
  }

  /// - Parameter container: the container that finds the programs.
  public init(_ container: any Container) { self.container = container }

  public var name: String { container.name }
  public var fileExtension: String { container.fileExtensions.first ?? container.name }
  public var fileExtensions: [String] { container.fileExtensions }
  public var isKnownByName: Bool { false }
  public var app: String? { container.app }
  public var readOnlyReason: String? { container.readOnlyReason }

  public func programs(in file: [UInt8]) -> (any FilePrograms)? {
    do {
      return try container.content(of: file).map { ContainerPrograms(format: self, file: file, content: $0) }
    } catch {
      return DamagedPrograms(error: error)
    }
  }

  /// - Throws: `ContainerError` if the file is damaged, or has several programs and the context names none of them;
  ///   `MarkupError` if the program is.
  public func read(_ file: [UInt8], _ context: ReadingContext) throws -> ReadFile {
    guard let programs = programs(in: file) else { throw ContainerError("this isn't a file of \(container.app)") }
    return try programs.read(context)
  }

  public func write(_ workspace: Workspace, style: FileStyle, cache: ProgramCache) -> ProgramWriter.Result {
    var result = ProgramWriter.write(workspace, style: style.layout)
    guard let old = style.found else { return result }
    let code = old.program.code == nil ? nil : code(of: workspace, cache: cache)
    result.hasNewCode = code != nil
    let source = ProgramSource(
      old.program.text, layout: style.layout, isOfOlderApp: Self.withOlderBlockly.contains(name))
    result.bytes = source.text(
      with: result, in: style.layout, copying: style.otherText, factory: workspace.factory, cache: cache)
    result.bytes = old.content.file(replacing: old.index, with: result.bytes, code: code)
    return result
  }

  /// Compares the code beside a program with the code that Mortise generates from the blocks.
  /// - Parameter style: the program's style.
  /// - Returns: nil if there is no code.
  public func codeState(of workspace: Workspace, style: FileStyle, cache: ProgramCache) -> EmbeddedCodeState? {
    switch container.code {
    case .absent: return nil
    case .remade: return .remade
    case .run:
      guard let code = style.embedded?.code else { return nil }
      guard let own = self.code(of: workspace, cache: cache) else { return .unknown }
      return own == code.trimmedEnd ? .matches : .differs
    }
  }

  /// Returns the state of the code beside a program's blocks after they are written.
  /// - Parameter hasNewCode: whether the code was generated from them.
  /// - Returns: nil if there is no code.
  package func codeState(in style: FileStyle, hasNewCode: Bool) -> EmbeddedCodeState? {
    switch container.code {
    case .absent: nil
    case .remade: .remade
    case .run: style.embedded?.code == nil ? nil : hasNewCode ? .matches : .unknown
    }
  }

  /// The code that Mortise generates from a program for the place beside the blocks, without white space at its end;
  /// nil if it has no generators for all its blocks.
  public func code(of workspace: Workspace, cache: ProgramCache) -> [UInt8]? {
    guard container.code == .run, let language = container.language,
      let generators = cache.existing(GeneratorLanguage.self) ?? generators(language, workspace.factory)
    else { return nil }
    cache.set(generators)
    return (try? CodeGenerator(workspace, in: generators, options: GenerationOptions()).generate())?.bytes.trimmedEnd
  }

  /// Whether two texts of code are the same except for white space at their ends.
  package func isSameCode(_ one: [UInt8], _ other: [UInt8]) -> Bool { one.trimmedEnd == other.trimmedEnd }

  /// Puts code beside a program in a file.
  /// - Parameters:
  ///   - file: the whole file.
  ///   - style: the program's style.
  /// - Returns: the same file if it has no such program.
  package func file(_ file: [UInt8], in style: FileStyle, withCode code: [UInt8]) -> [UInt8] {
    guard let found = container.program(named: style.programName, in: file) else { return file }
    return found.content.file(replacing: found.index, with: found.program.text, code: code.trimmedEnd)
  }

  public func canBegin(after previous: FileStyle?) -> Bool { begun(after: previous) != nil }

  public func style(after previous: FileStyle?) -> FileStyle {
    FileStyle(
      self, layout: previous?.layout ?? .pretty(.xml),
      details: begun(after: previous).map { ContainerStyle(finding: $0, by: container) },
      programName: previous?.programName)
  }

  /// A new file with the rest of another kind's file; nil if this kind can't be made from that.
  private func begun(after previous: FileStyle?) -> [UInt8]? {
    guard let other = previous?.container, other.name != name, let file = previous?.containerFile else { return nil }
    return container.file(from: other, file)
  }
}

extension [UInt8] {
  /// The bytes without white space at the end.
  var trimmedEnd: [UInt8] {
    Array(self[..<(lastIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }.map { $0 + 1 } ?? 0)])
  }
}
