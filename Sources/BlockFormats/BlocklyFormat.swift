import BlockModel
import Markup

/// Blockly's XML or JSON as a file format. The content determines which one, as file names are often wrong.
public struct BlocklyFormat: FileFormat {
  let format: ProgramFormat

  /// Blockly's XML, its older format.
  public static let xml = BlocklyFormat(format: .xml)
  /// Blockly's JSON, as `Blockly.serialization` writes it.
  public static let json = BlocklyFormat(format: .json)

  public var name: String { format.rawValue }
  public var fileExtension: String { format.rawValue }
  public var isKnownByName: Bool { false }
  public var conversionOptions: ConversionOptions { [.compact, .pretty] }

  public func recognises(_ text: [UInt8], factory: BlockFactory) -> Bool { ProgramReader.format(of: text) == format }

  public func read(_ file: [UInt8], _ context: ReadingContext) throws -> ReadFile {
    let program = try ProgramReader.read(
      file, factory: context.factory, randomness: context.randomness, inspect: context.inspect)
    var style = FileStyle(BlocklyFormat(format: program.style.format), layout: program.style)
    style.source = ProgramSource(file: file, layout: program.style)
    return ReadFile(workspace: program.workspace, style: style, findings: program.findings)
  }

  public func write(_ workspace: Workspace, style: FileStyle, cache: ProgramCache) -> ProgramWriter.Result {
    var result = ProgramWriter.write(workspace, style: style.layout)
    if let source = style.source {
      result.bytes = source.text(
        with: result, in: style.layout, copying: style.otherText, factory: workspace.factory, cache: cache)
    }
    return result
  }

  public func style(after previous: FileStyle?) -> FileStyle {
    // The style of another format may contain the layout of the file that the program comes from.
    if let previous, !previous.isBlockly, previous.layout.format == format {
      var style = FileStyle(self, layout: previous.layout)
      style.source = previous.source
      return style
    }
    var layout = ProgramStyle.pretty(format)
    layout.epilogue = previous?.layout.epilogue ?? ""
    return FileStyle(self, layout: layout)
  }

  public func loss(of style: FileStyle) -> String? {
    if let app = style.format.app { return "only the program is written, without the rest of \(app)’s file" }
    return style.isBlockly ? style.layout.lossInOtherFormat : nil
  }

  /// Converts a program, changing its layout only as the options require.
  public func convert(
    _ program: ReadFile, options: ConversionOptions, cache: ProgramCache
  ) -> ProgramWriter.Result? {
    let input = program.style.layout
    let isSame = input.format == format
    if isSame, program.style.isBlockly, options.isDisjoint(with: conversionOptions) { return nil }
    var layout = isSame ? input : input.inOtherFormat
    if options.contains(.compact) {
      layout.xml.indent = nil
      layout.json = JSONStyle(indent: nil, lineBreak: layout.json.lineBreak)
    } else if options.contains(.pretty) {
      layout.xml.indent = XMLStyle.pretty.indent
      layout.json = JSONStyle(indent: JSONStyle.pretty.indent, lineBreak: layout.json.lineBreak)
      layout.ending = "\n"
      layout.limitIndentation()
    }
    if !isSame { ProgramWriter.prepareForOtherFormat(program.workspace) }
    var result = ProgramWriter.write(program.workspace, style: layout)
    if options.isDisjoint(with: conversionOptions), let source = program.style.source {
      result.bytes = source.text(with: result, in: layout, factory: program.workspace.factory, cache: cache)
    }
    if !isSame || !program.style.isBlockly, let loss = loss(of: program.style) { result.remarks.insert(loss, at: 0) }
    return result
  }
}

extension FileStyle {
  fileprivate var isBlockly: Bool { format is BlocklyFormat }
}
