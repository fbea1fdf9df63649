import Glibc

/// A folder for a test with git: a home, and room for repositories. It is removed with all that is in it.
public final class GitFolder {
  private let folder: TemporaryFolder
  private let environment: String

  /// - Parameter binary: what the shell finds as `mortise`; nil for nothing.
  /// - Throws: `TemporaryFolder.Failure` if no folder can be created.
  public init(binary: String? = nil) throws(TemporaryFolder.Failure) {
    folder = try TemporaryFolder()
    let path = folder.path
    environment = """
      export HOME=\(path)/home XDG_CONFIG_HOME=\(path)/home/config PATH=\(path)/bin:$PATH GIT_CONFIG_NOSYSTEM=1
      export GIT_AUTHOR_NAME=Ada GIT_AUTHOR_EMAIL=a@b GIT_COMMITTER_NAME=Ada GIT_COMMITTER_EMAIL=a@b LC_ALL=C.UTF-8
      export GIT_AUTHOR_DATE='2026-11-25T12:00:00+0100' GIT_COMMITTER_DATE='2026-11-25T12:00:00+0100'
      unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE

      """
    sh("mkdir home bin", in: "")
    guard let binary, let target = realpath(binary, nil) else { return }
    sh("ln -s '\(String(cString: target))' bin/mortise", in: "")
    free(target)
  }

  deinit { _ = system("rm -rf \(folder.path)/* \(folder.path)/.[!.]*") }

  public var path: String { folder.path }

  /// Runs commands of the shell in a folder.
  /// - Returns: the exit status, and what the commands wrote, errors included.
  @discardableResult
  public func sh(_ script: String, in name: String = "work") -> (code: Int32, output: String) {
    let command = "\(environment)mkdir -p \(path)/\(name) && cd \(path)/\(name) && {\n\(script)\n} 2>&1 </dev/null"
    guard let stream = popen(command, "re") else { return (-1, "no shell") }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, stream)
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    let status = pclose(stream)
    return (status >> 8 & 0xFF, String(decoding: bytes, as: UTF8.self))
  }
}
