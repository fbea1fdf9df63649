import BlockFormats
import BlockModel
import BlockNotation
import Glibc
import Markup

/// The content of the file through which running editors share their clipboard: a line with the time, then a program
/// as JSON.
nonisolated enum SharedClipboard {
  static let format = 1

  /// Nanoseconds since 1970.
  static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  static func header(time: Int, functionCount: Int) -> [UInt8] {
    JSONWriter.line { json in
      json.member("mortiseClipboard", format)
      json.member("time", time)
      json.member("functions", functionCount)
    }
  }

  /// Splits a file's content.
  /// - Returns: nil when it is damaged.
  static func parts(of bytes: [UInt8]) -> (time: Int, functionCount: Int, program: ArraySlice<UInt8>)? {
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")), let json = try? JSONParser.parse(Array(bytes[..<end])),
      json["mortiseClipboard"]?.integer == format, let time = json["time"]?.integer,
      let functionCount = json["functions"]?.integer, functionCount >= 0
    else { return nil }
    return (time, functionCount, bytes[(end + 1)...])
  }
}

extension WorkbenchController {
  /// Puts something on the clipboard, with the functions that it calls.
  func put(_ copied: Clipboard) {
    var copied = copied
    copied.addFunctions(of: workspace)
    clipboard = copied
    clipboardTime = SharedClipboard.now
    whenCopied?()
  }

  /// The clipboard for other running editors; nil when nothing was copied.
  public func sharedClipboard() -> [UInt8]? {
    guard let clipboard else { return nil }
    let program = Self.program(of: clipboard, with: clipboard.functions, factory: workspace.factory)
    return SharedClipboard.header(time: clipboardTime, functionCount: clipboard.functions.count)
      + ProgramWriter.write(program, style: .compact(.json)).bytes
  }

  /// Takes over the clipboard of another program of this editor, if it is newer.
  public func takeClipboard(of other: WorkbenchController) {
    guard other.clipboardTime > clipboardTime, let bytes = other.sharedClipboard() else { return }
    // Bytes that were just written can't be damaged.
    try? takeSharedClipboard(bytes)
  }

  /// The clipboard as text in the notation.
  /// - Parameter limit: the largest number of bytes.
  /// - Returns: nil when nothing was copied, or too much.
  public func clipboardText(limit: Int) -> String? {
    guard let clipboard else { return nil }
    // Every block takes some bytes: don't write what can't fit.
    let blockCount = clipboard.stacks.reduce(0) { $0 + $1.records.count }
    if blockCount > limit { return nil }
    let program = Self.program(of: clipboard, with: [], factory: workspace.factory)
    let text = NotationWriter.write(program, library: notation)
    return text.count > limit ? nil : String(decoding: text, as: UTF8.self)
  }

  /// The blocks that were copied last, in a form that can be typed.
  /// - Parameter limit: the largest number of bytes.
  /// - Returns: nil when nothing was copied, or too much.
  public func copiedText(limit: Int) -> CopiedText? {
    guard let clipboard, let text = clipboardText(limit: limit) else { return nil }
    var copied = CopiedText(notation: text, literal: nil)
    while copied.notation.last?.isNewline == true { copied.notation.removeLast() }
    let contents = ToolboxContents(workspace: workspace)
    if let only = clipboard.stacks.first, clipboard.stacks.count + clipboard.comments.count == 1,
      contents.hasOutput(only)
    {
      // A value on a line of its own is in brackets.
      if copied.notation.hasPrefix("("), copied.notation.hasSuffix(")") {
        copied.notation = String(copied.notation.dropFirst().dropLast())
      }
      copied.literal = contents.built(only) { block in
        guard let field = block?.onlyField, only.records.count == 1, case .text(let text, _, _) = field.editing else {
          return nil
        }
        return text
      }
    }
    return copied
  }

  static func program(
    of clipboard: Clipboard, with functions: [BlockSnapshot], factory: BlockFactory
  ) -> Workspace {
    let program = Workspace(factory: factory, randomness: SeededNumbers(seed: 1))
    for stack in clipboard.stacks + functions { factory.build(stack, in: program) }
    // Declare the variables, which the text need not list.
    for variable in program.variables.all { program.variables.adopt(variable) }
    for comment in clipboard.comments {
      var comment = comment
      // A comment that was read from a text may have no id.
      if comment.id.isEmpty { comment.id = program.freshID() }
      program.add(WorkspaceComment(comment), behindBlocks: program.topBlocks.count)
    }
    return program
  }

  /// Takes over the clipboard of another editor, if it is newer.
  /// - Parameter bytes: the content of the shared file.
  /// - Throws: `OpenError` when it is damaged; the clipboard stays as it is.
  public func takeSharedClipboard(_ bytes: [UInt8]) throws(OpenError) {
    let damaged = "the copy from another editor is damaged; this editor's clipboard is used"
    guard let (time, functionCount, program) = SharedClipboard.parts(of: bytes) else { throw OpenError(damaged) }
    if clipboard != nil, time <= clipboardTime { return }
    let copied = try? Clipboard(
      text: String(decoding: program, as: UTF8.self), factory: workspace.factory, functionCount: functionCount)
    guard let copied, !copied.stacks.isEmpty || !copied.comments.isEmpty else { throw OpenError(damaged) }
    (clipboard, clipboardTime) = (copied, time)
  }
}

/// Copied blocks as text.
public struct CopiedText: Sendable {
  /// The text in the notation; a value without the brackets around it.
  public internal(set) var notation: String
  /// The value of a copied text or number, without quotation marks; nil for anything else.
  public internal(set) var literal: String?
}
