import Glibc
import MortiseFiles

/// The repository that a folder is in.
nonisolated struct GitRepository {
  let git: Git
  /// The folder in which git runs: an existing folder of the repository.
  let folder: String
  /// Whether it has no working tree.
  let isBare: Bool
  /// Whether its history is cut off: it is a shallow clone.
  let isShallow: Bool
  /// The size of an object's name, in bytes.
  let nameLength: Int
  /// The path of `folder` in the repository, which ends with a slash unless it is empty.
  let prefix: String

  /// - Throws: `GitError` if the folder is in no repository, or in one that git doesn't trust.
  init(containing folder: String, _ git: Git) throws(GitError) {
    let answer = try git.run(
      [
        "rev-parse", "--is-inside-work-tree", "--is-bare-repository", "--is-shallow-repository", "--show-object-format",
        "--show-prefix",
      ], in: folder)
    // The folder's name may contain line breaks.
    let lines = answer.line.split(separator: "\n", maxSplits: 4, omittingEmptySubsequences: false)
    guard answer.code == 0, lines.count == 5 else { throw GitError(answer.errors, in: folder) }
    (self.git, self.folder) = (git, folder)
    isBare = lines[1] == "true"
    if lines[0] != "true", !isBare { throw .insideGitFolder(folder) }
    isShallow = lines[2] == "true"
    nameLength = lines[3] == "sha256" ? 32 : 20
    prefix = isBare ? "" : String(lines[4])
  }

  /// Runs git in the repository.
  /// - Throws: `GitError` if it gives no answer or fails.
  func answer(_ arguments: [String], input: [UInt8] = []) throws(GitError) -> Git.Answer {
    let answer = try git.run(arguments, in: folder, input: input)
    if answer.code != 0 { throw GitError(answer.errors, in: folder) }
    return answer
  }

  /// The path of the top of the working tree.
  /// - Throws: `GitError` if git gives no answer, as in a bare repository.
  func top() throws(GitError) -> String { try answer(["rev-parse", "--show-toplevel"]).line }

  /// The path of one of git's own files, such as `config`. Worktrees share some of them.
  /// - Throws: `GitError` if git gives no answer.
  func path(ofGitFile name: String) throws(GitError) -> String {
    let path = try answer(["rev-parse", "--git-path", name]).line
    return path.hasPrefix("/") ? path : "\(FileSystem.absolute(folder))/\(path)"
  }

  /// Whether objects of the history may be missing, as git fetches them on demand.
  var isPartial: Bool {
    guard let folder = try? path(ofGitFile: "objects/pack") else { return false }
    let names = (try? FileSystem.names(in: folder, beginningWith: Array("pack-".utf8))) ?? []
    return names.contains { $0.hasSuffix(".promisor") }
  }

  /// The name of an object, from its bytes.
  static func name(of bytes: ArraySlice<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The name of the object that a revision stands for; nil if there is none.
  /// - Throws: `GitError` if git gives no answer.
  func object(_ revision: String) throws(GitError) -> String? {
    let answer = try git.run(["rev-parse", "--verify", "--quiet", "--end-of-options", revision], in: folder)
    return answer.code == 0 ? answer.line : nil
  }
}
