import Glibc

/// The reason why git gave no answer: one line for the user.
nonisolated enum GitError: Error, Hashable, CustomStringConvertible {
  case notInstalled
  /// Git could not be started. Holds the system error number.
  case notStarted(Int32)
  case tooSlow
  case tooMuch
  /// The folder belongs to another user and isn't listed in `safe.directory`.
  case dubiousOwner(folder: String)
  case noRepository(folder: String)
  /// The folder is inside git's own folder.
  case insideGitFolder(String)
  /// An object that the history refers to is missing.
  case missing(String, isPartial: Bool)
  /// The request can't be fulfilled. Holds the reason.
  case unsuitable(String)
  /// Git's own message.
  case failed(String)

  var description: String {
    switch self {
    case .notInstalled: "git is not installed, or not on the PATH"
    case .notStarted(let code): "can't start git: \(String(cString: strerror(code)))"
    case .tooSlow: "git took longer than \(Git.timeLimit.components.seconds) s"
    case .tooMuch: "git's answer is too long"
    case .dubiousOwner(let folder):
      "git calls the owner of \(folder) dubious, so it isn't read; if you trust it: git config --global --add safe.directory \(folder)"
    case .noRepository(let folder): "\(folder) isn't in a git repository"
    case .insideGitFolder(let folder): "\(folder) is git's own folder; go to the files beside it"
    case .missing(let name, true):
      "\(name) is not here: the clone is partial, and nothing is fetched; git show fetches it"
    case .missing(let name, false): "\(name) is missing from the repository; git fsck shows more"
    case .unsuitable(let reason): reason
    case .failed(let words): "git: \(words)"
    }
  }
}
