import BlockFormats
import BlockModel
import Markup

/// The programs in an app's file.
struct ContainerPrograms: FilePrograms {
  let format: ContainerFormat
  let file: [UInt8]
  let content: ContainerContent
  /// The positions at which the programs begin, by their offsets.
  private let starts: [Int: SourcePosition]
  private let outline = KeptOutline()

  init(format: ContainerFormat, file: [UInt8], content: ContainerContent) {
    (self.format, self.file, self.content) = (format, file, content)
    starts = SourcePosition.positions(ofOffsets: content.programs.map(\.start), in: file)
  }

  var names: [String] { content.programs.map(\.name) }

  /// - Throws: `ContainerError` if there are several programs and the context names none of them; `MarkupError` if the
  ///   program is damaged.
  func read(_ context: ReadingContext) throws -> ReadFile {
    let program = try program(named: context.programName)
    let read: ReadProgram
    do throws(MarkupError) {
      read = try ProgramReader.read(
        program.text.isEmpty ? Self.emptyProgram : program.text, factory: context.factory,
        randomness: context.randomness, inspect: context.inspect)
    } catch {
      throw MarkupError(position: position(of: error.position, in: program), cause: error.cause)
    }
    let findings = read.findings.map { finding in
      var finding = finding
      finding.position = position(of: finding.position, in: program)
      return finding
    }
    let style = FileStyle(
      format, layout: read.style, details: ContainerStyle(file: file, content: content, outline: outline),
      programName: program.name.isEmpty ? nil : program.name)
    return ReadFile(workspace: read.workspace, style: style, findings: findings)
  }

  private static let emptyProgram = Array("<xml xmlns=\"\(ProgramStyle.blocklyNamespace)\"></xml>".utf8)

  private func program(named name: String?) throws(ContainerError) -> EmbeddedProgram {
    if let index = content.index(of: name ?? "") { return content.programs[index] }
    let names = content.programs.map(\.name)
    if names == [""] { throw ContainerError("it has only one program: leave out #program=") }
    let shown = names.prefix(Self.mostNamesShown).map { "“\($0)”" }
    let list = names.count > shown.count ? shown.joined(separator: ", ") + " …" : shown.alternatives
    guard let name else {
      throw ContainerError("it has \(names.count) programs: add #program= and one of \(list)")
    }
    throw ContainerError("it has no program “\(name)”, but \(list)")
  }

  private static let mostNamesShown = 10

  /// The position in the file of a position in a program; that of the whole program if it is encoded.
  private func position(of position: SourcePosition, in program: EmbeddedProgram) -> SourcePosition {
    var start = starts[program.start] ?? SourcePosition(line: 1, column: 1)
    guard program.isVerbatim else { return start }
    start.column = position.line == 1 ? start.column + position.column - 1 : position.column
    start.line += position.line - 1
    return start
  }
}

/// A file of an app in which no programs can be found.
struct DamagedPrograms: FilePrograms {
  let error: any Error
  let names: [String] = []

  /// - Throws: the file's error.
  func read(_ context: ReadingContext) throws -> ReadFile { throw error }
}
