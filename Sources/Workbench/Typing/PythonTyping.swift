import BlockEditing
import BlockEvents
import BlockFormats
import BlockLayout
import BlockLibrary
import BlockModel
import BlockNotation
import Markup

/// Typing a Python file: its statements become blocks, in the same way as a pasted program. Statements that no block
/// says stay as code.
struct PythonTyping {
  private let lines: PythonLines
  private let factory: BlockFactory
  private let toolbox: Toolbox
  /// The indices of the logical lines that stay as code.
  private var code: Set<Int> = []
  /// Why each of them does, by its number in the file.
  private var reasons: [Int: String] = [:]
  /// The kinds of the program's variables, once it was typed; nil before.
  private var kinds: ValueKinds?

  /// Types a file into an empty program.
  /// - Returns: the places of the statements that stay as code, and the differences between the blocks and the file.
  /// - Parameter inspect: inspects the program; its remarks are added to the findings.
  static func type(
    _ lines: PythonLines, into workspace: Workspace, inspect: (Workspace) -> [BlockRemark] = { _ in [] }
  ) -> [ProgramFinding] {
    var typing = PythonTyping(lines, workspace.factory)
    typing.findCode()
    return typing.type(into: workspace, inspect)
  }

  private init(_ lines: PythonLines, _ factory: BlockFactory) {
    (self.lines, self.factory) = (lines, factory)
    toolbox =
      (try? ToolboxReader.readKnown(StockBlocks.toolbox, messages: factory.messages)) ?? Toolbox(categories: [])
  }

  /// The maximum number of times that the file is typed to find the statements without blocks.
  private static let mostTimes = 6

  /// Types the file into programs of its own until nothing more is refused: statements may depend on one that stays as
  /// code, and later ones show the kinds of values in earlier ones.
  private mutating func findCode() {
    code = lines.withDependents(of: lines.fixed)
    for number in TextProgram(lines, code: code).recursive {
      guard let index = lines.index(ofLine: number) else { continue }
      code.insert(index)
      reasons[number] = "its variables would change while it calls itself, as variables of blocks are global"
    }
    code = lines.withDependents(of: code)
    for _ in 0..<Self.mostTimes {
      let workspace = Workspace(factory: factory, randomness: SeededNumbers(seed: 0))
      let typing = typed(into: workspace)
      let before = code
      // Without the kinds, statements may be refused that aren't with them.
      for (number, reason) in typing.refusals where kinds != nil {
        guard let index = lines.index(ofLine: number) else { continue }
        code.insert(index)
        reasons[number] = reason
      }
      code = lines.withDependents(of: code)
      if code == before, kinds != nil { break }
      kinds = ValueKinds(workspace)
      kinds?.settle()
    }
  }

  private func typed(into workspace: Workspace) -> ProgramTyping {
    let controller = WorkbenchController(
      document: Document(typing: workspace), toolbox: toolbox,
      style: LayoutStyle(usesBrackets: true, repertoire: .ascii, canvasWidth: 80), eventManager: EventManager())
    controller.presumedKinds = kinds
    return controller.type(TextProgram(lines, code: code), of: lines)
  }

  private func type(into workspace: Workspace, _ inspect: (Workspace) -> [BlockRemark]) -> [ProgramFinding] {
    let typing = typed(into: workspace)
    var findings: [ProgramFinding] = []
    func add(
      _ kind: ProgramFinding.Kind, _ number: Int, _ message: String, _ block: Block?, _ field: String? = nil,
      rule: String? = nil
    ) {
      findings.append(
        ProgramFinding(
          kind: kind, position: SourcePosition(line: number, column: 1), message: message, block: block,
          fieldName: field, rule: rule))
    }
    for (number, block) in typing.code {
      let reason = reasons[number].map { ": \($0)" } ?? ", as lines that stay Python need it"
      add(.note, number, "this stays Python\(reason)", block)
    }
    for note in typing.notes { add(.note, note.number, note.text, nil) }
    for remark in inspect(workspace) {
      let block = remark.blockID.flatMap { workspace.blocks[$0] }
      var statement = block
      while let inner = statement, typing.numbers[inner.id] == nil { statement = inner.parent }
      let number = statement.flatMap { typing.numbers[$0.id] } ?? 1
      add(remark.kind, number, remark.message, block, remark.fieldName, rule: remark.rule)
    }
    return findings.sorted { $0.position.line < $1.position.line }
  }
}

extension ReadFile {
  /// Types the statements of a Python file.
  /// - Parameter inspect: inspects the program; its remarks are added to the findings.
  package mutating func typePython(inspect: (Workspace) -> [BlockRemark] = { _ in [] }) {
    guard let lines = style.details as? PythonLines else { return }
    style.details = nil
    findings += PythonTyping.type(lines, into: workspace, inspect: inspect)
  }
}
