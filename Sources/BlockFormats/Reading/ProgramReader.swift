import BlockModel
import EventQueues
import Markup

/// A program that was read, with its file's layout and the findings.
public struct ReadProgram {
  /// The program, complete but not shown yet.
  public var workspace: Workspace
  /// The layout of its file.
  public var style: ProgramStyle
  /// The messages for the user about the file; empty for most files.
  public var findings: [ProgramFinding]

  /// - Parameter findings: the messages for the user about the file; empty for most files.
  public init(workspace: Workspace, style: ProgramStyle, findings: [ProgramFinding]) {
    self.workspace = workspace
    self.style = style
    self.findings = findings
  }
}

/// Reads programs in either of Blockly's formats.
public enum ProgramReader {
  /// Detects the format of a text by its first character; nil when it is neither.
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
  ///   - file: the bytes of the file, in UTF-8 or another encoding of `TextEncoding`.
  ///   - factory: the factory that creates the blocks.
  ///   - randomness: the source of ids for blocks without one.
  ///   - inspect: a function that inspects the program. Its remarks are added to the findings, at the positions of the
  ///     affected blocks.
  /// - Throws: `MarkupError` with line, column and cause.
  public static func read(
    _ file: [UInt8], factory: BlockFactory, randomness: any RandomNumberGenerator = SystemNumbers(),
    inspect: (Workspace) -> [BlockRemark] = { _ in [] }
  ) throws(MarkupError) -> ReadProgram {
    let encoding = TextEncoding.of(file)
    let bytes = try encoding.utf8(file)
    guard let format = format(of: bytes) else { throw unknownFormat(of: bytes) }
    var builder = WorkspaceBuilder(Workspace(factory: factory, randomness: randomness), factory: factory)
    let resolve: ([Int]) -> [Int: SourcePosition] =
      switch format {
      case .xml: { SourcePosition.positions(ofOffsets: $0, in: bytes) }
      case .json: { JSONParser.positions(of: $0, in: bytes) }
      }
    var (program, style): (ProgramContents, ProgramStyle)
    do {
      switch format {
      case .xml:
        (program, style) = try readXML(bytes, isUTF8: encoding == .utf8, into: builder.workspace, factory) { tree in
          Progress.within(nil) { builder.add(tree) }
        }
      case .json:
        (program, style) = try readJSON(bytes, into: builder.workspace, factory) { tree in
          Progress.within(nil) { builder.add(tree) }
        }
      }
    } catch let error as MarkupError {
      throw error
    } catch let fault as ProgramFault {
      throw MarkupError(
        position: resolve([fault.sourceIndex])[fault.sourceIndex] ?? SourcePosition(line: 1, column: 1),
        cause: fault.isForeign ? ForeignFile.reason(of: bytes) ?? fault.cause : fault.cause)
    } catch {
      throw MarkupError(position: SourcePosition(line: 1, column: 1), cause: "\(error)")
    }
    if encoding != .utf8 {
      program.find(.note, at: 0, "the file is in \(encoding.rawValue); it is written as UTF-8")
    }
    let workspace = builder.workspace
    Progress.within(nil) { builder.finish(program) }
    var findings = builder.findings(of: program)
    for block in workspace.topBlocks where block.hasImplicitPosition {
      // Blockly's default positions differ between the two formats.
      block.position = format == .xml ? WorkspacePoint(x: 10, y: 10) : .zero
    }
    findings += builder.placed(inspect(workspace))
    let positions = resolve(findings.map(\.sourceIndex))
    findings.sort { $0.sourceIndex < $1.sourceIndex }
    return ReadProgram(
      workspace: workspace, style: style,
      findings: findings.map { finding in
        ProgramFinding(
          kind: finding.kind, position: positions[finding.sourceIndex] ?? SourcePosition(line: 1, column: 1),
          message: finding.message, block: finding.blockID.flatMap { workspace.blocks[$0] },
          fieldName: finding.fieldName, rule: finding.rule)
      })
  }

  private static func unknownFormat(of bytes: [UInt8]) -> MarkupError {
    MarkupError(
      position: SourcePosition(line: 1, column: 1),
      cause: bytes.isEmpty
        ? "the file is empty"
        : bytes.starts(with: "version https://git-lfs.".utf8)
          ? "this is a Git LFS pointer; ‘git lfs pull’ fetches the file"
          : ForeignFile.reason(of: bytes) ?? "this is neither Blockly XML nor Blockly JSON")
  }

  private static func readXML(
    _ bytes: [UInt8], isUTF8: Bool, into workspace: Workspace, _ factory: BlockFactory,
    takeTree: @escaping (ProgramContents) -> Void
  ) throws -> (ProgramContents, ProgramStyle) {
    let root = try Progress.within(0...0.3) {
      try XMLParser.parse(bytes, encoding: isUTF8 ? nil : .utf8, allowsMore: true)
    }
    let style = StyleDetector.style(of: bytes, format: .xml, xmlRoot: root)
    workspace.expect(root.size / XMLProgramReader.nodesPerBlock)
    var program = try Progress.within(0.3...1) {
      try XMLProgramReader.read(root, known: KnownTypes(of: factory), takeTree: takeTree)
    }
    if let sourceIndex = StyleDetector.startOfOthers(in: bytes[root.sourceEnd...]) {
      program.find(.remark, at: sourceIndex, "something else follows </\(root.qualifiedName)>; it is kept as it is")
    }
    return (program, style)
  }

  private static func readJSON(
    _ bytes: [UInt8], into workspace: Workspace, _ factory: BlockFactory,
    takeTree: @escaping (ProgramContents) -> Void
  ) throws -> (ProgramContents, ProgramStyle) {
    let root = try JSONParser.parse(bytes)
    let style = StyleDetector.style(of: bytes, format: .json, jsonRoot: root)
    workspace.expect(root.size / JSONProgramReader.blockSize)
    let program = try Progress.within(0.2...1) {
      try JSONProgramReader.read(root, knows: factory.knows, takeTree: takeTree)
    }
    return (program, style)
  }
}

/// A message from an inspection of a program.
public struct BlockRemark: Hashable, Sendable {
  /// The affected block; nil for the whole program.
  public var blockID: String?
  /// The affected field of the block, if any.
  public var fieldName: String?
  /// A sentence for the user; it names the block's type if that matters.
  public var message: String
  /// The severity: a problem, or a note on a possible intention.
  public var kind: ProgramFinding.Kind
  /// The id of the rule that the program violates; nil if no rule describes the remark.
  package var rule: String?

  /// - Parameter blockID: nil for the whole program.
  public init(blockID: String?, fieldName: String? = nil, message: String, kind: ProgramFinding.Kind = .problem) {
    self.blockID = blockID
    self.kind = kind
    self.fieldName = fieldName
    self.message = message
  }
}
