import Archives

/// The reason why an app's file can't be read.
public struct ContainerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A sentence in lower case, without the file's name.
  public var description: String

  /// - Parameter description: a sentence in lower case, without the file's name.
  public init(_ description: String) { self.description = description }
}

extension ContainerError {
  /// Reads an archive, and converts its errors to those of a container.
  /// - Throws: `ContainerError` for a damaged archive, and errors of the body.
  static func reading<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as ArchiveError { throw ContainerError(error.message) }
  }
}
