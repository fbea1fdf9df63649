import MortiseFiles

/// Where a file is in its repository. The file need not exist any more.
nonisolated struct GitFilePath {
  let repository: GitRepository
  /// The path in the repository.
  let path: String

  /// - Throws: `GitError` if it is a folder, or is in no repository, or in one that git doesn't trust.
  init(_ file: String, _ git: Git) throws(GitError) {
    if (try? FileSystem.status(of: file))?.isFolder == true { throw .unsuitable("\(file) is a folder") }
    var location = FileLocation(path: FileSystem.absolute(file))
    var path = location.name
    // A folder that was deleted has a history, too.
    while FileSystem.isMissing(location.folder), location.folder != "/" {
      location = FileLocation(path: location.folder)
      path = "\(location.name)/\(path)"
    }
    repository = try GitRepository(containing: location.folder, git)
    self.path = repository.prefix + path
  }
}
