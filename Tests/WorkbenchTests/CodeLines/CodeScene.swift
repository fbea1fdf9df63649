import BlockEvents
import BlockFormats
import BlockLayout
import BlockLibrary
import BlockModel
import CodeGeneration
import CorpusFiles

@testable import Workbench

/// A program whose code is edited, in a language.
@MainActor final class CodeScene {
  let controller: WorkbenchController
  let live: LiveCode

  /// - Parameter program: the bytes of a file.
  init(_ program: [UInt8], in language: String) throws {
    let factory = try StockBlocks.factory()
    controller = WorkbenchController(
      document: try Document(bytes: program, path: "program", factory: factory),
      toolbox: Toolbox(categories: []),
      style: LayoutStyle(usesBrackets: false, repertoire: .unicode, canvasWidth: 80), eventManager: EventManager())
    live = LiveCode(
      controller.workspace, in: try CodeLanguages.standard.generators(of: language, factory: factory),
      options: GenerationOptions())
    live.update()
  }

  /// The program's lines, without their indentation.
  var lines: [String] {
    live.noteChange()
    live.update()
    return (0..<live.code.lineCount).map { index in
      String(decoding: live.code.bytes(ofLine: index).drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
    }
  }

  var bytes: [UInt8] { ProgramWriter.write(controller.workspace, style: .pretty(.json)).bytes }

  /// Edits a line, counted from 0.
  /// - Returns: why it was refused; nil if it was changed.
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
}
