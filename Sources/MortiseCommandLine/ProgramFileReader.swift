import BlockFormats
import BlockModel

/// Reads programs one after the other, on one thread.
nonisolated final class ProgramFileReader {
  /// The reader of the main thread, which is never freed: see `last`.
  @MainActor static var main: ProgramFileReader?

  let factory: BlockFactory
  private let formats: FileFormats
  /// The program that was read last. Freeing it, right before the process ends, would take a sixth of the time.
  private var last: Workspace?

  init(_ factory: BlockFactory, _ formats: FileFormats) { (self.factory, self.formats) = (factory, formats) }

  /// Reads a program in any format.
  /// - Parameter inspect: inspects the program; its remarks are added to the findings.
  /// - Throws: `FileError` if the file can't be read, `MarkupError` or `NotationError` if it is broken.
  func read(_ path: String, inspect: @escaping (Workspace) -> [BlockRemark] = { _ in [] }) throws -> ReadFile {
    last = nil
    let bytes = try ProgramFile.bytes(of: path)
    var context = ReadingContext(factory: factory, randomness: SeededNumbers(seed: .random(in: .min ... .max)))
    context.inspect = inspect
    context.programName = path == "-" ? nil : ProgramPath(path).program
    let program = try ProgramFile.format(path, bytes, factory, among: formats).read(bytes, context)
    last = program.workspace
    return program
  }
}
