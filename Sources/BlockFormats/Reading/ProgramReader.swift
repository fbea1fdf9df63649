import BlockModel
import Markup

/// A program that was read, and how its file was laid out.
public struct ReadProgram {
  public var workspace: Workspace
  public var style: ProgramStyle
  public var findings: [ProgramFinding]
}

/// Reads programs in either of Blockly's formats.
public enum ProgramReader {
  /// The format that a text is in, by its first character; nil when it is neither.
  public static func format(of bytes: [UInt8]) -> ProgramFormat? {
    let body = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    switch body.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
    case UInt8(ascii: "<"): return .xml
    case UInt8(ascii: "{"): return .json
    // A byte order mark of UTF-16, which expat reads.
    case 0xFE, 0xFF: return .xml
    default: return nil
    }
  }

  /// Reads a program.
  /// - Throws: `MarkupError` with line, column and cause; nothing has been made then.
  public static func read(
    _ bytes: [UInt8], factory: BlockFactory, randomness: any RandomNumberGenerator = SystemRandomNumberGenerator()
  ) throws(MarkupError) -> ReadProgram {
    guard let format = format(of: bytes) else {
      throw MarkupError(
        position: SourcePosition(line: 1, column: 1),
        cause: bytes.isEmpty ? "the file is empty" : "this is neither Blockly XML nor Blockly JSON")
    }
    let program: ProgramSnapshot
    let resolve: ([Int]) -> [Int: SourcePosition]
    switch format {
    case .xml: resolve = { xmlPositions($0, in: bytes) }
    case .json: resolve = { JSONParser.positions(of: $0, in: bytes) }
    }
    do {
      switch format {
      case .xml: program = try XMLProgramReader.read(try XMLParser.parse(bytes))
      case .json: program = try JSONProgramReader.read(try JSONParser.parse(bytes))
      }
    } catch let error as MarkupError {
      throw error
    } catch let fault as ProgramFault {
      throw MarkupError(
        position: resolve([fault.place])[fault.place] ?? SourcePosition(line: 1, column: 1), cause: fault.cause)
    } catch {
      throw MarkupError(position: SourcePosition(line: 1, column: 1), cause: "\(error)")
    }
    let workspace = Workspace(factory: factory, randomness: randomness)
    let findings = fill(workspace, from: program)
    for block in workspace.topBlocks where block.hasImplicitPosition {
      // Where a file gives no place, Blockly's readers of the two formats differ.
      block.position = format == .xml ? WorkspacePoint(x: 10, y: 10) : .zero
    }
    let positions = resolve(findings.map(\.place))
    return ReadProgram(
      workspace: workspace, style: StyleDetector.style(of: bytes, format: format),
      findings: findings.map {
        ProgramFinding(
          position: positions[$0.place] ?? SourcePosition(line: 1, column: 1), message: $0.message,
          blockID: $0.blockID, fieldName: $0.fieldName)
      })
  }

  private static func fill(_ workspace: Workspace, from program: ProgramSnapshot) -> [BuildFinding] {
    var findings = program.findings.map { BuildFinding(place: $0.place, message: $0.message) }
    workspace.variables.isDeclared = program.declaresVariables
    for reference in program.variables where workspace.variables.declare(reference) == nil {
      findings.append(
        BuildFinding(place: 0, message: "the variable id “\(reference.id ?? "")” is used twice; the first one counts"))
    }
    if !program.unknownParts.isEmpty { workspace.unknownParts = program.unknownParts }
    workspace.factory.build(program.blocks, in: workspace, findings: &findings)
    // Blocks have even orders, so that a comment finds its place between two of them.
    for (comment, blocksBefore) in program.comments {
      let before = workspace.topBlocks.prefix(max(0, blocksBefore))
      workspace.add(comment, order: before.last.map { $0.topOrder + 1 } ?? -1)
    }
    return findings
  }

  private static func xmlPositions(_ offsets: [Int], in bytes: [UInt8]) -> [Int: SourcePosition] {
    var positions: [Int: SourcePosition] = [:]
    var scanner = (offset: 0, position: SourcePosition(line: 1, column: 1))
    for offset in Set(offsets).sorted() {
      // One pass over the text serves all offsets.
      let part = SourcePosition(
        offset: offset - scanner.offset, in: Array(bytes[scanner.offset..<min(offset, bytes.count)]))
      let isSameLine = part.line == 1
      scanner.position = SourcePosition(
        line: scanner.position.line + part.line - 1,
        column: isSameLine ? scanner.position.column + part.column - 1 : part.column)
      scanner.offset = min(offset, bytes.count)
      positions[offset] = scanner.position
    }
    return positions
  }
}
