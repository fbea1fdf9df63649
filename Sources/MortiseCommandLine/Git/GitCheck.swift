import MortiseFiles
import ProgramRunning

/// Finds the obstacles that keep git from calling Mortise.
struct GitCheck {
  private let configuration: GitConfiguration
  private let git: Git
  /// The repository; nil to check only the user's own settings.
  private let repository: GitRepository?
  /// The attributes files, and our patterns in them.
  private let sources: [(path: String, patterns: [String])]
  /// Files whose lines were changed by hand, as FILE:LINE.
  private let changed: [String]

  /// - Parameter repository: nil to check only the user's own settings.
  /// - Throws: `GitError` or `FileError` if git's files can't be read.
  init(_ configuration: GitConfiguration, _ git: Git, _ repository: GitRepository?) throws {
    (self.configuration, self.git, self.repository) = (configuration, git, repository)
    let user = try? GitLocations(ofUser: git)
    // A repository may configure another file.
    let named = try repository.map { repository throws(GitError) in
      try git.run(["config", "--type=path", "--get", "core.attributesFile"], in: repository.folder)
    }
    let usersAttributes = named?.code == 0 ? named?.line : user?.attributes
    let own = try repository.map { repository throws(GitError) in try GitLocations(of: repository) }
    let shared = try repository.flatMap { repository throws(GitError) in
      repository.isBare ? nil : "\(try repository.top())/.gitattributes"
    }
    var sources: [(path: String, patterns: [String])] = []
    for path in [usersAttributes, shared, own?.attributes].compactMap(\.self) where FileSystem.exists(path) {
      let text = try FileReader.read(path).bytes
      let patterns = GitAttributes.patterns(in: text, driver: configuration.name)
      if !patterns.isEmpty { sources.append((path, patterns)) }
    }
    self.sources = sources
    var changed: [String] = []
    for locations in [user, own].compactMap(\.self) {
      for file in [configuration.configuration(locations), configuration.attributes(locations)] {
        if case .changed(let line) = try file.find() { changed.append("\(file.path):\(line)") }
      }
    }
    self.changed = changed
  }

  /// The patterns of files that git passes to Mortise.
  var patterns: [String] { sources.flatMap(\.patterns) }

  /// The problems, a line each.
  /// - Parameter wanted: the patterns that must be enabled.
  /// - Throws: `GitError` if git gives no answer.
  func problems(wanted: [String]) throws(GitError) -> [String] {
    let enabling = "\(configuration.name) git --enable"
    let (textconv, driver) = (try value(configuration.textconvKey), try value(configuration.driverKey))
    var problems = changed.map { "\($0): these lines were changed by hand, so \(enabling) leaves them" }
    if sources.isEmpty, textconv == nil, driver == nil {
      problems.append("git doesn't call \(configuration.name) here: \(enabling)")
    } else {
      if sources.isEmpty { problems.append("no files have the attribute merge=\(configuration.name): \(enabling)") }
      for source in sources where driver == nil {
        let patterns = source.patterns.joined(separator: " ")
        problems.append(
          "\(source.path) gives \(patterns) to a driver that isn't configured, so git merges them line by line: \(enabling)"
        )
      }
      if textconv == nil { problems.append("\(configuration.textconvKey) is not set: \(enabling)") }
      for pattern in wanted where !patterns.contains(pattern) {
        problems.append("“\(pattern)” is not enabled: \(enabling) '\(pattern)'")
      }
      if let old = textconv.flatMap(GitConfiguration.version), old != configuration.version {
        problems.append("git's configuration is that of version \(old), not \(configuration.version): \(enabling)")
      }
    }
    if ProcessEnvironment.executable(configuration.name, in: ProcessEnvironment.searchPath) == nil {
      problems.append("\(configuration.name) is not on the PATH, so git can't call it")
    }
    return problems + (try unmerged())
  }

  /// The effective value of a key.
  private func value(_ key: String) throws(GitError) -> String? {
    let options = repository == nil ? ["--git-dir=/dev/null"] : []
    let answer = try git.run(options + ["config", "--get", key], in: repository?.folder ?? "/")
    return answer.code == 0 ? answer.line : nil
  }

  /// The programs in conflict.
  private func unmerged() throws(GitError) -> [String] {
    guard let repository, !repository.isBare else { return [] }
    let index: GitIndex?
    let path = try repository.path(ofGitFile: "index")
    if !FileSystem.exists(path) { return [] }
    index = (try? FileReader.read(path)).flatMap { GitIndex($0.bytes, nameLength: repository.nameLength) }
    guard let index else { throw .unsuitable("\(path) can't be understood") }
    let (top, objects) = (try repository.top(), GitObjects(of: repository))
    var lines: [String] = []
    for file in index.unmerged where patterns.contains(where: { GitAttributes.covers($0, file.path) }) {
      if file.ours == nil || !file.isTheirs {
        let side = file.ours != nil ? "only our side has" : file.isTheirs ? "only their side has" : "neither side has"
        lines.append("\(file.path) is in conflict: \(side) it; ‘git add’ keeps it as it is, ‘git rm’ deletes it")
        continue
      }
      let ours = try file.ours.map { name throws(GitError) in try objects.file(name) }
      let isOurs = ours != nil && ours == (try? FileReader.read("\(top)/\(file.path)"))?.bytes
      lines.append(
        isOurs
          ? "\(file.path) is in conflict, and holds only our side"
          : "\(file.path) is in conflict; ‘\(configuration.name) check’ says where")
    }
    return lines
  }
}
