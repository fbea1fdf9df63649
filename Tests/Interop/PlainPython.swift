import BlockEvents
import BlockFormats
import BlockLayout
import BlockLibrary
import BlockModel
import BlockNotation
import CodeGeneration
import Glibc
import Workbench

/// A program's Python: Blockly's and the plain one, and what plain Python reads back as.
@MainActor
struct PlainPython {
  let workspace: Workspace

  init(_ bytes: [UInt8]) throws {
    workspace = try ProgramReader.read(bytes, factory: try StockBlocks.factory()).workspace
  }

  init(_ workspace: Workspace) { self.workspace = workspace }

  private static let languages = Result {
    let factory = try StockBlocks.factory()
    return try [false, true].map {
      try CodeLanguages.standard.generators(of: "python", isPlain: $0, files: [], factory: factory)
    }
  }

  func code(isPlain: Bool) throws -> String {
    let language = try Self.languages.get()[isPlain ? 1 : 0]
    let code = try CodeGenerator(workspace, in: language, options: GenerationOptions()).generate()
    return String(decoding: code.bytes, as: UTF8.self)
  }

  /// Returns the program that a text reads as when it is pasted into an empty one.
  /// - Returns: the program, and the reason why a line was refused; nil for none.
  static func read(_ code: String) throws -> (program: Workspace, refusal: String?) {
    let document = try Document(
      bytes: Array("{}".utf8), path: nil, format: BlocklyFormat.json, factory: try StockBlocks.factory())
    let controller = WorkbenchController(
      document: document, toolbox: try ToolboxReader.readKnown(StockBlocks.toolbox, messages: StockBlocks.messages),
      style: LayoutStyle(usesBrackets: false, repertoire: .unicode, canvasWidth: 80), eventManager: EventManager())
    let line = try controller.openLine(.below)
    let program = TextProgram(code)
    if program.statements.isEmpty { return (controller.workspace, nil) }
    switch controller.type(program, on: line) {
    case .typed(_, let next):
      controller.cancel(next)
      return (controller.workspace, nil)
    case .refused(let line): return (controller.workspace, "\(line.text): \(line.rejection ?? "")")
    case .closed(let rest): return (controller.workspace, rest)
    }
  }

  /// Returns a program's blocks, a line each: types, fields, inputs and comments, without ids and positions, and with the
  /// names of Python. Functions come first, in the order of their names. A shadow counts as a block.
  /// - Parameter asWritten: whether it is as Python can say it: without disabled blocks, and with the comments of values
  ///   on their statement.
  static func lines(of workspace: Workspace, asWritten: Bool = false) -> [String] {
    // As they run: from top to bottom, along a line that falls by 3 degrees.
    let places = workspace.topBlocks.map { $0.position.y + sin(3 * Double.pi / 180) * $0.position.x }
    let tops = workspace.topBlocks.indices.sorted { (places[$0], $0) < (places[$1], $1) }.map {
      workspace.topBlocks[$0]
    }
    let functions = tops.filter { ProcedureBlocks.name(definedBy: $0) != nil }.map { lines(of: $0, asWritten) }
    let others = tops.filter { ProcedureBlocks.name(definedBy: $0) == nil }.map { lines(of: $0, asWritten) }
    return (functions.sorted { $0.joined() < $1.joined() } + others).flatMap(\.self)
  }

  /// Returns a name as Python can have it: with underscores for other signs, and without the number after a word of
  /// Python. Case doesn't matter in blocks.
  private static func spelled(_ name: String) -> String {
    var result = name.isEmpty ? "unnamed" : ""
    for byte in name.utf8 {
      let sign = Character(Unicode.Scalar(byte))
      if byte < 0x80, sign.isLetter || sign.isNumber {
        result.append(sign)
      } else {
        result += "_"
        if byte > 0x7E || "\"%<>[\\]^`{|}".utf8.contains(byte) { result += String(byte, radix: 16) }
      }
    }
    if result.first?.isNumber == true { result = "my_" + result }
    while result.last?.isNumber == true { result.removeLast() }
    return result.lowercased()
  }

  private static func lines(of top: Block, _ asWritten: Bool) -> [String] {
    var lines: [String] = []
    var pending = [(block: top, depth: 1, place: "")]
    func isLeftOut(_ block: Block?) -> Bool { block.map { asWritten && !$0.isEnabled } ?? true }
    // The statement in an input, and whether there is one.
    func first(_ input: Input) -> Block? {
      var block = input.connectedBlock
      while input.kind == .statement, let next = block, isLeftOut(next) { block = next.nextBlock }
      return isLeftOut(block) ? nil : block
    }
    while let (block, depth, place) = pending.popLast() {
      if isLeftOut(block) {
        if let next = block.nextBlock { pending.append((next, depth, place)) }
        continue
      }
      var text = String(repeating: " ", count: depth) + place + block.type
      for field in block.inputs.flatMap(\.fields) where field.name != nil && field.isSaved {
        let name = field.variable.map { spelled($0.name) }
        let isFunction = block.mutator is MutatorProcedureDefinition || block.mutator is MutatorProcedureCaller
        let value = field.state?.plainText ?? field.text
        text += " \(field.name ?? "")=\(name ?? (isFunction ? spelled(value) : value))"
      }
      if let function = block.mutator as? MutatorProcedureDefinition {
        text += " (\(function.parameters.map { spelled($0.name) }.joined(separator: ", ")))"
      }
      if let call = block.mutator as? MutatorProcedureCaller {
        text += " \(spelled(call.name))(\(call.parameters.map(spelled).joined(separator: ", ")))"
      }
      for input in block.inputs where input.connection != nil {
        text += " \(input.name)\(first(input) == nil ? "-" : "")"
      }
      var comment = block.outputConnection?.target != nil && asWritten ? nil : block.comment?.text
      if asWritten, block.outputConnection?.target == nil {
        let values = block.inputs.filter { $0.kind == .value }.compactMap(\.connectedBlock)
        let texts = ([comment] + values.flatMap { $0.descendants().map { $0.comment?.text } }).compactMap(\.self)
        comment = texts.isEmpty ? nil : texts.joined(separator: "\n")
      }
      if let comment { text += " # \(comment.debugDescription)" }
      if !block.isEnabled { text += " (disabled)" }
      lines.append(text)
      if let next = block.nextBlock { pending.append((next, depth, "")) }
      for input in block.inputs.reversed() {
        if let child = first(input) { pending.append((child, depth + 1, input.name + ": ")) }
      }
    }
    return lines.isEmpty ? [] : ["stack"] + lines
  }
}
