import Glibc

/// Why git gave no answer: one line for the user.
nonisolated enum GitError: Error, Hashable, CustomStringConvertible {
  case notInstalled
  /// It could not be started, for a system error number.
  case notStarted(Int32)
  case tooSlow
  case tooMuch
  /// The folder belongs to another user and isn't listed in `safe.directory`.
  case dubiousOwner(folder: String)
  case noRepository(folder: String)
  /// The folder is one in which git keeps a repository.
  case insideGitFolder(String)
  /// An object that the history names is not here.
  case missing(String, isPartial: Bool)
  /// What was asked for can't be used, for a reason.
  case unsuitable(String)
  /// Git's own words.
  case failed(String)

  var description: String {
    switch self {
    case .notInstalled: "git is not installed, or not on the PATH"
    case .notStarted(let code): "can't start git: \(String(cString: strerror(code)))"
    case .tooSlow: "git took longer than \(Git.timeLimit.components.seconds) s"
    case .tooMuch: "git's answer is too long"
    case .dubiousOwner(let folder):
      "git calls the owner of \(folder) dubious, so it isn't read; if you trust it: git config --global --add safe.directory \(folder)"
    case .noRepository(let folder): "\(folder) is in no git repository"
    case .insideGitFolder(let folder): "\(folder) is git's own folder; go to the files beside it"
    case .missing(let name, true):
      "\(name) is not here: the clone is partial, and nothing is fetched; git show fetches it"
    case .missing(let name, false): "\(name) is missing from the repository; git fsck says more"
    case .unsuitable(let reason): reason
    case .failed(let words): "git: \(words)"
    }
  }
}
