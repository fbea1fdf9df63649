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
    default: return nil
    }
  }

  /// Reads a program.
  /// - Parameters:
  ///   - bytes: a file in UTF-8, or in one of the other encodings of `TextEncoding`.
  ///   - inspect: looks at the program that was read; its remarks come among the findings, each at its block's place.
  /// - Throws: `MarkupError` with line, column and cause; nothing has been made then.
  public static func read(
    _ file: [UInt8], factory: BlockFactory, randomness: any RandomNumberGenerator = SystemRandomNumberGenerator(),
    inspect: (Workspace) -> [BlockRemark] = { _ in [] }
  ) throws(MarkupError) -> ReadProgram {
    let encoding = TextEncoding.of(file)
    let bytes = try encoding.utf8(file)
    guard let format = format(of: bytes) else {
      throw MarkupError(
        position: SourcePosition(line: 1, column: 1),
        cause: bytes.isEmpty ? "the file is empty" : "this is neither Blockly XML nor Blockly JSON")
    }
    var program: ProgramSnapshot
    var xmlRoot: XMLElement?
    let resolve: ([Int]) -> [Int: SourcePosition]
    switch format {
    case .xml: resolve = { SourcePosition.positions(ofOffsets: $0, in: bytes) }
    case .json: resolve = { JSONParser.positions(of: $0, in: bytes) }
    }
    do {
      switch format {
      case .xml:
        let root = try XMLParser.parse(bytes, encoding: encoding == .utf8 ? nil : .utf8)
        xmlRoot = root
        program = try XMLProgramReader.read(root)
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
    if encoding != .utf8 {
      program.find(.note, at: 0, "the file is in \(encoding.rawValue); it is written as UTF-8")
    }
    let workspace = Workspace(factory: factory, randomness: randomness)
    var blocks: [Block?] = []
    var findings = fill(workspace, from: program, blocks: &blocks)
    for block in workspace.topBlocks where block.hasImplicitPosition {
      // Where a file gives no place, Blockly's readers of the two formats differ.
      block.position = format == .xml ? WorkspacePoint(x: 10, y: 10) : .zero
    }
    findings += placed(inspect(workspace), blocks: blocks, of: program)
    let positions = resolve(findings.map(\.place))
    findings.sort { $0.place < $1.place }
    return ReadProgram(
      workspace: workspace, style: StyleDetector.style(of: bytes, format: format, xmlRoot: xmlRoot),
      findings: findings.map { finding in
        ProgramFinding(
          kind: finding.kind, position: positions[finding.place] ?? SourcePosition(line: 1, column: 1),
          message: finding.message, blockID: finding.blockID, fieldName: finding.fieldName)
      })
  }

  /// A finding whose place is not yet a line and column.
  private struct Finding {
    var place: Int
    var kind: ProgramFinding.Kind
    var message: String
    var blockID: String?
    var fieldName: String?
  }

  private static func placed(
    _ remarks: [BlockRemark], blocks: [Block?], of program: ProgramSnapshot
  ) -> [Finding] {
    if remarks.isEmpty { return [] }
    var places: [String: Int] = [:]
    for (block, record) in zip(blocks, program.blocks.records) { if let block { places[block.id] = record.place } }
    return remarks.map { remark in
      Finding(
        place: remark.blockID.flatMap { places[$0] } ?? 0, kind: .problem, message: remark.message,
        blockID: remark.blockID, fieldName: remark.fieldName)
    }
  }

  private static func fill(
    _ workspace: Workspace, from program: ProgramSnapshot, blocks: inout [Block?]
  ) -> [Finding] {
    var findings = program.findings.map { Finding(place: $0.place, kind: $0.kind, message: $0.message) }
    workspace.variables.isDeclared = program.declaresVariables
    for (reference, place) in program.variables where workspace.variables.declare(reference) == nil {
      findings.append(
        Finding(
          place: place, kind: .repair,
          message: "the variable id “\(reference.id ?? "")” is used twice; the first one counts"))
    }
    if !program.unknownParts.isEmpty { workspace.unknownParts = program.unknownParts }
    var made: [BuildFinding] = []
    workspace.factory.build(program.blocks, in: workspace, findings: &made, blocks: &blocks)
    for finding in made {
      findings.append(
        Finding(
          place: finding.place, kind: finding.isRepair ? .repair : .problem, message: finding.message,
          blockID: finding.blockID, fieldName: finding.fieldName))
    }
    // Blocks have even orders, so that a comment finds its place between two of them.
    for (comment, blocksBefore) in program.comments {
      let before = workspace.topBlocks.prefix(max(0, blocksBefore))
      workspace.add(comment, order: before.last.map { $0.topOrder + 1 } ?? -1)
    }
    return findings
  }
}

/// What somebody who inspects a program says of one of its blocks.
public struct BlockRemark: Hashable, Sendable {
  /// The block it is about; nil for the whole program.
  public var blockID: String?
  public var fieldName: String?
  public var message: String

  public init(blockID: String?, fieldName: String? = nil, message: String) {
    self.blockID = blockID
    self.fieldName = fieldName
    self.message = message
  }
}
