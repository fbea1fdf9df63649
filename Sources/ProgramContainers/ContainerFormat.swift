import BlockFormats
import BlockModel
import CodeGeneration
import Markup

/// An app's file as a file format: its program is read and written where it is.
public struct ContainerFormat: FileFormat {
  /// What finds the programs.
  public let container: any Container
  /// Returns the generators for the code beside the blocks; nil if there are none. Those of Mortise by default.
  /// - Parameter language: the language's id.
  public var generators: @Sendable (_ language: String, BlockFactory) -> GeneratorLanguage? = { language, factory in
    try? CodeLanguages.standard.generators(of: language, factory: factory)
  }

  /// - Parameter container: what finds the programs.
  public init(_ container: any Container) { self.container = container }

  public var name: String { container.name }
  public var fileExtension: String { container.fileExtensions.first ?? container.name }
  public var fileExtensions: [String] { container.fileExtensions }
  public var isKnownByName: Bool { false }
  public var app: String? { container.app }
  public var readOnlyReason: String? { container.readOnlyReason }

  public func recognises(file: [UInt8]) -> Bool {
    do { return try container.content(of: file) != nil } catch { return true }
  }

  public func programNames(in file: [UInt8]) -> [String] {
    (try? container.content(of: file))?.programs.map(\.name) ?? []
  }

  /// - Throws: `ContainerError` if the file is damaged, or has several programs and the context names none of them;
  ///   `MarkupError` if the program is.
  public func read(_ file: [UInt8], _ context: ReadingContext) throws -> ReadFile {
    guard let content = try container.content(of: file) else {
      throw ContainerError("this is no file of \(container.app)")
    }
    let program = try program(named: context.programName, in: content)
    let read: ReadProgram
    do throws(MarkupError) {
      read = try ProgramReader.read(
        program.text.isEmpty ? Self.emptyProgram : program.text, factory: context.factory,
        randomness: context.randomness, inspect: context.inspect)
    } catch {
      throw MarkupError(position: position(of: error.position, in: program, file), cause: error.cause)
    }
    let findings = read.findings.map { finding in
      var finding = finding
      finding.position = position(of: finding.position, in: program, file)
      return finding
    }
    let style = FileStyle(
      self, layout: read.style, details: ContainerStyle(file: file),
      programName: program.name.isEmpty ? nil : program.name)
    return ReadFile(workspace: read.workspace, style: style, findings: findings)
  }

  private static let emptyProgram = Array("<xml xmlns=\"\(ProgramStyle.blocklyNamespace)\"></xml>".utf8)

  private func program(named name: String?, in content: ContainerContent) throws(ContainerError) -> EmbeddedProgram {
    if let program = content.programs.first(where: { $0.name == name ?? "" }) { return program }
    let names = content.programs.map(\.name)
    if names == [""] { throw ContainerError("it has one program only: leave #program= out") }
    let shown = names.prefix(Self.mostNamesShown).map { "“\($0)”" }
    let list = names.count > shown.count ? shown.joined(separator: ", ") + " …" : shown.alternatives
    guard let name else {
      var error = ContainerError("it has \(names.count) programs: add #program= and one of \(list)")
      error.programNames = names
      throw error
    }
    throw ContainerError("it has no program “\(name)”, but \(list)")
  }

  private static let mostNamesShown = 10

  /// Where something in a program is in the file: where the program begins, if it is packed.
  private func position(of position: SourcePosition, in program: EmbeddedProgram, _ file: [UInt8]) -> SourcePosition {
    var start = SourcePosition(offset: program.start, in: file)
    guard program.isVerbatim else { return start }
    start.column = position.line == 1 ? start.column + position.column - 1 : position.column
    start.line += position.line - 1
    return start
  }

  public func write(_ workspace: Workspace, style: FileStyle, cache: ProgramCache) -> ProgramWriter.Result {
    var result = ProgramWriter.write(workspace, style: style.layout)
    guard let file = style.containerFile, let old = container.program(named: style.programName, in: file) else {
      return result
    }
    let code = old.program.code == nil ? nil : code(of: workspace, cache: cache)
    result.bytes = old.content.file(replacing: old.index, with: result.bytes, code: code)
    return result
  }

  /// Compares the code beside a program with what Mortise makes of the blocks.
  /// - Parameter style: the program's.
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

  /// The code that Mortise makes of a program for the place beside the blocks, without white space at its end; nil if it
  /// has no generators for all its blocks.
  public func code(of workspace: Workspace, cache: ProgramCache) -> [UInt8]? {
    guard container.code == .run, let language = container.language,
      let generators = cache.existing(GeneratorLanguage.self) ?? generators(language, workspace.factory)
    else { return nil }
    cache.set(generators)
    return (try? CodeGenerator(workspace, in: generators, options: GenerationOptions()).generate())?.bytes.trimmedEnd
  }

  public func canBegin(after previous: FileStyle?) -> Bool { begun(after: previous) != nil }

  public func style(after previous: FileStyle?) -> FileStyle {
    FileStyle(
      self, layout: previous?.layout ?? .pretty(.xml), details: begun(after: previous).map(ContainerStyle.init),
      programName: previous?.programName)
  }

  /// A new file with what another kind's file has besides the program; nil if this kind can't begin with it.
  private func begun(after previous: FileStyle?) -> [UInt8]? {
    guard let other = previous?.container, other.name != name, let file = previous?.containerFile else { return nil }
    return container.file(from: other, file)
  }

  public func style(_ style: FileStyle, savedAs file: [UInt8]) -> FileStyle {
    var style = style
    style.details = ContainerStyle(file: file)
    return style
  }

  public func rebased(_ written: [UInt8], in style: FileStyle, onto file: [UInt8], isOwn: Bool) -> [UInt8]? {
    guard let new = container.program(named: style.programName, in: written)?.program, let old = style.embedded,
      let now = container.program(named: style.programName, in: file),
      isOwn || now.program.text == old.text && now.program.code == old.code
    else { return nil }
    return now.content.file(replacing: now.index, with: new.text, code: new.code == old.code ? nil : new.code)
  }
}

extension [UInt8] {
  /// The bytes without white space at the end.
  var trimmedEnd: [UInt8] {
    Array(self[..<(lastIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }.map { $0 + 1 } ?? 0)])
  }
}
