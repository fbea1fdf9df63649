import MortiseFiles

/// The location of a file in its repository. The file may have been deleted.
nonisolated struct GitFilePath {
  let repository: GitRepository
  /// The path in the repository.
  let path: String

  /// - Throws: `GitError` if it is a folder, or is in no repository, or in one that git doesn't trust.
  init(_ file: String, _ git: Git) throws(GitError) {
    if (try? FileSystem.status(of: file))?.isFolder == true { throw .unsuitable("\(file) is a folder") }
    var location = FileLocation(path: FileSystem.absolute(file))
    var path = location.name
    // The files of a deleted folder have a history, too.
    while FileSystem.isMissing(location.folder), location.folder != "/" {
      location = FileLocation(path: location.folder)
      path = "\(location.name)/\(path)"
    }
    repository = try GitRepository(containing: location.folder, git)
    self.path = repository.prefix + path
  }
}
