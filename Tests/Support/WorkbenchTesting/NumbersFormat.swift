import BlockFormats
import BlockModel
import Markup

/// A file format of a test's own: each line is a number, a block without a parent.
public nonisolated struct NumbersFormat: FileFormat {
  public let name = "numbers"
  public let fileExtension = "numbers"

  public init() {}

  public func read(_ file: [UInt8], _ context: ReadingContext) throws -> ReadFile {
    let lines = String(decoding: file, as: UTF8.self).split(separator: "\n").map { String($0) }
    if let index = lines.firstIndex(where: { Double($0) == nil }) {
      throw MarkupError(
        position: SourcePosition(line: index + 1, column: 1), cause: "“\(lines[index])” isn't a number")
    }
    let blocks = lines.map { #"{"type":"math_number","fields":{"NUM":\#($0)}}"# }
    let program = try ProgramReader.read(
      Array(#"{"blocks":{"blocks":[\#(blocks.joined(separator: ","))]}}"#.utf8), factory: context.factory,
      randomness: context.randomness, inspect: context.inspect)
    return ReadFile(workspace: program.workspace, style: style(after: nil), findings: program.findings)
  }

  public func write(_ workspace: Workspace, style: FileStyle, cache: ProgramCache) -> ProgramWriter.Result {
    let numbers = workspace.topBlocks.compactMap { $0.firstField(withName: "NUM") as? FieldNumber }
    return ProgramWriter.Result(bytes: Array(numbers.map { $0.text + "\n" }.joined().utf8))
  }

  public func loss(of style: FileStyle) -> String? { "only numbers are kept" }
}
