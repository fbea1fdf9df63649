import Archives

extension ContainerError {
  /// Reads an archive, and turns its errors into those of a container.
  /// - Throws: `ContainerError` for an archive that is damaged, and what the body throws.
  static func reading<Result>(_ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as ArchiveError { throw ContainerError(error.message) }
  }
}
