/// The files that the user opened or saved last, in a file of the user's state folder.
public nonisolated struct RecentFiles: Sendable {
  private let files: NamedFiles
  private static let name = "recent"
  private static let mostPaths = 30

  /// - Parameter files: the files of the user's state folder.
  public init(in files: NamedFiles) { self.files = files }

  /// The paths from the root, that of the file opened last first. Files may have been deleted since.
  /// - Throws: `FileError` if the list can't be read. There are no paths if it doesn't exist.
  public func read() throws(FileError) -> [String] {
    guard let bytes = try files.read(Self.name) else { return [] }
    return bytes.split(separator: UInt8(ascii: "\n")).map { String(pathBytes: Array($0)) }.filter { $0.hasPrefix("/") }
  }

  /// Puts a file at the top of the list.
  /// - Parameter path: its path from the root. One with a line break is left out.
  /// - Throws: `FileError` if the list can't be written.
  public func add(_ path: String) throws(FileError) {
    if path.contains(where: \.isNewline) { return }
    let paths = ([path] + (try read()).filter { $0 != path }).prefix(Self.mostPaths)
    try files.write(paths.flatMap { $0.pathBytes + [UInt8(ascii: "\n")] }, named: Self.name)
  }
}
