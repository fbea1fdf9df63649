/// The programs that a format found in a file, among other things.
public protocol FilePrograms: Sendable {
  /// The names of the programs, in file order; the name of the only one is empty.
  var names: [String] { get }

  /// Reads the program that the context names.
  /// - Throws: as `FileFormat.read(_:_:)`.
  func read(_ context: ReadingContext) throws -> ReadFile
}

/// A file whose format is known.
public struct RecognisedFile: Sendable {
  /// The format.
  public let format: any FileFormat
  /// The content.
  public let bytes: [UInt8]
  private let programs: (any FilePrograms)?

  /// - Parameter programs: the programs that the format found in the file; nil if it contains only a program.
  public init(_ format: any FileFormat, _ bytes: [UInt8], programs: (any FilePrograms)? = nil) {
    self.format = format
    self.bytes = bytes
    self.programs = programs
  }

  /// The names of the programs, if there are several; otherwise empty.
  public var programNames: [String] { programs.map { $0.names.count > 1 ? $0.names : [] } ?? [] }

  /// Reads the program, or the one that the context names.
  /// - Throws: as `FileFormat.read(_:_:)`; `MarkupError` if git left a conflict in the file.
  public func read(_ context: ReadingContext) throws -> ReadFile {
    do { return try programs?.read(context) ?? format.read(bytes, context) } catch {
      throw ConflictMarkers.problem(in: bytes) ?? error
    }
  }
}
