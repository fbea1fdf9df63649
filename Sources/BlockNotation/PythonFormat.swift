import BlockFormats
import BlockModel
import Markup
import ProgramContainers

/// Python files, which are read as blocks and never written: `mortise generate` makes Python. Their statements are typed
/// when a controller opens the program, as typing follows the blocks above.
package struct PythonFormat: FileFormat {
  package let name = "python"
  package let fileExtension = "py"
  package let fileExtensions = ["py", "pyw"]
  package let readOnlyReason: String? = "it is Python, not blocks"

  /// The maximum length of a file in bytes.
  static let longestFile = 200_000

  /// Returns Python's own mistake in a file; nil if there is none, or no Python.
  private let mistake: @Sendable ([UInt8]) -> (place: SourcePosition, message: String)?

  /// - Parameter mistake: returns Python's own mistake in a file; nil if there is none.
  package init(mistake: @escaping @Sendable ([UInt8]) -> (place: SourcePosition, message: String)? = { _ in nil }) {
    self.mistake = mistake
  }

  /// - Throws: `NotationError` with the first mistake in the lines; `MarkupError` for an unknown encoding.
  package func read(_ file: [UInt8], _ context: ReadingContext) throws -> ReadFile {
    let start = SourcePosition(line: 1, column: 1)
    guard file.count <= Self.longestFile else {
      throw NotationError(mistakes: [(start, "it is too long: at most \(Self.longestFile) bytes can become blocks")])
    }
    guard let text = String(validating: try TextEncoding.of(file).utf8(file), as: UTF8.self) else {
      throw NotationError(mistakes: [(start, "the text isn't UTF-8")])
    }
    let lines = try PythonLines(text.first == "\u{FEFF}" ? String(text.dropFirst()) : text)
    guard lines.lines.count <= TextProgram.mostInFile else {
      throw NotationError(
        mistakes: [(start, "it is too long: at most \(TextProgram.mostInFile) statements can become blocks")])
    }
    if let mistake = mistake(Array(text.utf8)) {
      throw NotationError(mistakes: [(mistake.place, mistake.message)])
    }
    var style = FileStyle(self, layout: .pretty(.json))
    style.details = lines
    return ReadFile(workspace: Workspace(factory: context.factory, randomness: context.randomness), style: style)
  }

  package func canBegin(after previous: FileStyle?) -> Bool { false }

  /// Writes the blocks as JSON, as Python isn't written: see `readOnlyReason`.
  package func write(_ workspace: Workspace, style: FileStyle, cache: ProgramCache) -> ProgramWriter.Result {
    BlocklyFormat.json.write(workspace, style: BlocklyFormat.json.style(after: style), cache: cache)
  }
}

extension PythonLines: Hashable {
  package static func == (left: PythonLines, right: PythonLines) -> Bool { left.source == right.source }

  package func hash(into hasher: inout Hasher) { hasher.combine(source) }
}
