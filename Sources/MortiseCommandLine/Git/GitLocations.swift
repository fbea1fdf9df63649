import MortiseFiles

/// The files that git reads for a repository, or for all repositories of a user.
struct GitLocations {
  let configuration: String
  let attributes: String

  /// The files of one repository, which aren't shared with others. Its worktrees have the same.
  /// - Throws: `GitError` if git gives no answer.
  init(of repository: GitRepository) throws(GitError) {
    configuration = try repository.path(ofGitFile: "config")
    attributes = try repository.path(ofGitFile: "info/attributes")
  }

  /// The files of the user.
  /// - Throws: `GitError` if git gives no answer, or there is no place for them.
  init(ofUser git: Git) throws(GitError) {
    let (home, folder) = (UserFolders.variable("HOME"), UserFolders.gitConfiguration)
    // As `git config --global` chooses it.
    let candidates = [home.map { "\($0)/.gitconfig" }, folder.map { "\($0)/config" }].compactMap(\.self)
    guard
      let configuration = UserFolders.variable("GIT_CONFIG_GLOBAL") ?? candidates.first(where: FileSystem.exists)
        ?? candidates.first
    else { throw .unsuitable("neither HOME nor XDG_CONFIG_HOME says where your configuration is") }
    self.configuration = configuration
    // Outside of any repository.
    let named = try git.run(
      ["--git-dir=/dev/null", "config", "--type=path", "--get", "core.attributesFile"], in: "/")
    if named.code == 0, !named.line.isEmpty {
      attributes = named.line
    } else if let folder {
      attributes = "\(folder)/attributes"
    } else {
      throw .unsuitable("neither HOME nor XDG_CONFIG_HOME says where your attributes are")
    }
  }
}
