import Archives

/// Why an app's file can't be read.
public struct ContainerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A sentence in lower case, without the file's name.
  public var description: String

  /// - Parameter description: a sentence in lower case, without the file's name.
  public init(_ description: String) { self.description = description }
}

extension ContainerError {
  /// Reads an archive, and turns its errors into those of a container.
  /// - Throws: `ContainerError` for an archive that is damaged, and what the body throws.
  static func reading<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as ArchiveError { throw ContainerError(error.message) }
  }
}
