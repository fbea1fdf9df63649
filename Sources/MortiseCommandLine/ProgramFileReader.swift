import BlockFormats
import BlockModel
import BlockNotation
import MortiseFiles
import Workbench

/// Reads programs one after the other, on one thread.
nonisolated final class ProgramFileReader {
  /// The reader of the main thread, which is never freed: see `last`.
  @MainActor static var main: ProgramFileReader?

  private let factory: BlockFactory
  private let files: DefinitionFiles
  /// The definition files that the factory finds.
  private lazy var found = files.foundFiles(for: files.program)
  /// Factories for programs with other definitions, by their definition files.
  private var others: [[String]: BlockFactory] = [:]
  /// The program that was read last. Freeing it right before the process ends would take a sixth of the time.
  private var last: Workspace?

  /// - Parameter factory: a factory made from the files.
  init(_ factory: BlockFactory, _ files: DefinitionFiles) { (self.factory, self.files) = (factory, files) }

  /// Whether one of some files is in Python, which becomes blocks on the main thread.
  @MainActor static func readsPython(_ paths: [String]) -> Bool {
    paths.contains { MortiseApp.current.formats.format(ofPath: ProgramPath($0).file) is PythonFormat }
  }

  /// Reads a file, which may have several programs.
  /// - Throws: `FileError` if it can't be read.
  func open(_ path: String) throws(FileError) -> RecognisedFile {
    ProgramFile.recognise(path, try ProgramFile.bytes(of: path), factory, among: files.formats)
  }

  /// Reads a program in any format.
  /// - Parameter inspect: inspects the program; its remarks are added to the findings.
  /// - Throws: `FileError` if the file can't be read, `MarkupError` or `NotationError` if it is broken, `OpenError`
  ///   if its definitions are.
  func read(_ path: String, inspect: @escaping (Workspace) -> [BlockRemark] = { _ in [] }) throws -> ReadFile {
    try read(open(path), at: path, inspect: inspect)
  }

  /// Reads a program of a file.
  /// - Parameters:
  ///   - path: the path of the file, with the name of the program.
  ///   - inspect: inspects the program; its remarks are added to the findings.
  /// - Throws: `MarkupError` or `NotationError` if it is broken; `OpenError` if its definitions are.
  func read(
    _ file: RecognisedFile, at path: String, inspect: @escaping (Workspace) -> [BlockRemark]
  ) throws -> ReadFile {
    last = nil
    let factory = try factory(for: path, in: file.format.name)
    factory.formatName = file.format.name
    var context = ReadingContext(factory: factory, randomness: SeededNumbers(seed: .random(in: .min ... .max)))
    context.inspect = inspect
    context.programName = path == "-" ? nil : ProgramPath(path).program
    nonisolated(unsafe) var program = try file.read(context)
    // Python is read on the main thread; see `readsPython`.
    if file.format is PythonFormat {
      nonisolated(unsafe) let inspect = inspect
      MainActor.assumeIsolated { program.typePython(inspect: inspect) }
    }
    last = program.workspace
    return program
  }

  /// - Parameter format: the name of the program's format.
  private func factory(for path: String, in format: String) throws(OpenError) -> BlockFactory {
    let found = files.foundFiles(for: path == "-" ? nil : path, in: format)
    if found == self.found { return factory }
    if let known = others[found] { return known }
    let factory = try files.factory(for: path)
    others[found] = factory
    return factory
  }
}
