import BlockEvents
import BlockFormats
import BlockLayout
import BlockLibrary
import BlockModel
import BlockNotation
import CodeGeneration

@testable import Workbench

/// A program whose code is edited, in a language.
@MainActor final class CodeScene {
  let controller: WorkbenchController
  private let live: LiveCode

  /// - Parameters:
  ///   - program: the bytes of a file.
  ///   - name: the name of the file.
  init(_ program: [UInt8], named name: String, in language: String) throws {
    let factory = try StockBlocks.factory()
    controller = WorkbenchController(
      document: try Document(bytes: program, path: name, factory: factory, idGeneratorAfterLoading: SystemNumbers()),
      toolbox: Toolbox(categories: []),
      style: LayoutStyle(usesBrackets: false, repertoire: .unicode, canvasWidth: 80), eventManager: EventManager())
    live = LiveCode(
      controller.workspace, in: try CodeLanguages.standard.generators(of: language, factory: factory),
      options: GenerationOptions())
    live.update()
  }

  /// Opens a program in the notation.
  convenience init(_ text: String, in language: String) throws {
    try self.init(Array(text.utf8), named: "program.blocktext", in: language)
  }

  var workspace: Workspace { controller.workspace }

  /// The code's lines without their indentation.
  var lines: [String] {
    live.noteChange()
    live.update()
    return (0..<live.code.lineCount).map { index in
      String(decoding: live.code.bytes(ofLine: index).drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
    }
  }

  /// The program as a file.
  var json: String { String(decoding: ProgramWriter.write(workspace, style: .pretty(.json)).bytes, as: UTF8.self) }

  /// Returns a line, counted from 0, with its values.
  func line(_ index: Int) -> CodeLine? { live.line(index) }

  /// Edits a line, counted from 0.
  /// - Returns: why it was refused; nil if it was taken.
  func edit(_ index: Int, to text: String) -> String? {
    do throws(FieldError) {
      let session = try controller.open(live.line(index))
      session.type(text)
      let refusal = controller.take(session).refusal
      controller.cancel(session)
      return refusal
    } catch {
      return error.reason
    }
  }

  func undo() throws { _ = try controller.history.undo() }
}
