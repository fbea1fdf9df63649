import BlockFormats
import BlockModel
import Markup
import ProgramContainers

/// Programs as text in the notation (docs/use/notation.md).
public struct TextFormat: FileFormat {
  public let name = "text"
  public let fileExtension = "blocktext"
  public let conversionOptions: ConversionOptions = [.ids, .places]

  /// Creates the format. It has no settings: a text names its language itself.
  public init() {}

  public func recognises(_ text: [UInt8], factory: BlockFactory) -> Bool {
    NotationReader.recognises(text, library: NotationLibrary.of(factory))
  }

  /// - Throws: `NotationError` with every mistake; `MarkupError` for an unknown encoding.
  public func read(_ file: [UInt8], _ context: ReadingContext) throws -> ReadFile {
    let old = context.old()
    let read = try NotationReader.readText(
      try TextEncoding.of(file).utf8(file), library: context.cache.object { NotationLibrary.of(context.factory) },
      randomness: context.randomness, format: context.targetFormat ?? old?.style.format ?? .xml, onto: old?.workspace,
      inspect: context.inspect)
    var style = FileStyle(self, layout: read.program.style, details: read.style)
    style.source = read.source
    return ReadFile(workspace: read.program.workspace, style: style, findings: read.program.findings)
  }

  public func write(_ workspace: Workspace, style: FileStyle, cache: ProgramCache) -> ProgramWriter.Result {
    // A text in another language is written in that language.
    let notation = style.details as? NotationStyle ?? NotationStyle()
    let own = cache.object { NotationLibrary.of(workspace.factory) }
    let library = notation.language.flatMap(own.inLanguage) ?? own
    var bytes = NotationWriter.write(workspace, library: library, style: notation, layout: style.layout)
    if let source = style.source { bytes += SourceLines.lines(of: source.bytes, lineBreak: notation.lineBreak) }
    return ProgramWriter.Result(bytes: bytes)
  }

  public func loss(of style: FileStyle) -> String? { "the text has no ids and positions" }

  public func convert(
    _ program: ReadFile, options: ConversionOptions, cache: ProgramCache
  ) -> ProgramWriter.Result? {
    var notation: NotationOptions = []
    if options.contains(.ids) { notation.insert(.ids) }
    if options.contains(.places) { notation.insert(.places) }
    var bytes = NotationWriter.write(
      program.workspace, library: NotationLibrary.of(program.workspace.factory), options: notation,
      style: program.style.layout)
    if options.isSuperset(of: conversionOptions), let source = program.style.source,
      !gives(source.bytes, bytes, program.workspace.factory)
    {
      bytes += SourceLines.lines(of: source.bytes, lineBreak: "\n")
    }
    return ProgramWriter.Result(bytes: bytes)
  }

  /// Whether a text alone reproduces the file that it was made from. Only files in UTF-8 are compared.
  private func gives(_ file: [UInt8], _ text: [UInt8], _ factory: BlockFactory) -> Bool {
    guard TextEncoding.of(file) == .utf8,
      let read = try? NotationReader.read(text, library: NotationLibrary.of(factory))
    else { return true }
    return ProgramWriter.write(read.workspace, style: read.style).bytes == file
  }
}

extension FileFormats {
  /// Blockly's XML and JSON, text, and the apps' files.
  public static let standard = FileFormats(
    [BlocklyFormat.xml, BlocklyFormat.json, TextFormat()] + ContainerFormat.all + [PythonFormat()])
}
