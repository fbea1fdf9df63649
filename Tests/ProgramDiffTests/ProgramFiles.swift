import BlockFormats
import BlockLibrary
import BlockModel
import BlockNotation

/// Files that a test reads again and again: each is read once, and its program must stay as it is.
final class ProgramFiles {
  final class File {
    let program: ReadProgram
    private(set) lazy var meaning = PairOfPrograms.meaning(of: program.workspace)
    private(set) lazy var counts = BlockCounts(program.workspace, withValues: false)
    private(set) lazy var countsWithValues = BlockCounts(program.workspace, withValues: true)
    private(set) lazy var stableText = StableText.text(
      of: program.workspace, library: .of(program.workspace.factory))
    /// The file as it is written again.
    private(set) lazy var written = ProgramWriter.write(program.workspace, style: program.style).bytes

    init(_ program: ReadProgram) { self.program = program }
  }

  private let factory: BlockFactory
  private var known: [(bytes: [UInt8], file: File)] = []

  init(factory: BlockFactory) { self.factory = factory }

  func file(_ bytes: [UInt8]) throws -> File {
    if let file = known.first(where: { $0.bytes == bytes })?.file { return file }
    let file = File(try PairOfPrograms.read(bytes, factory))
    known.append((bytes, file))
    return file
  }
}
