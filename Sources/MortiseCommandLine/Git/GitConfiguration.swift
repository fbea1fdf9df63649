import Glibc

/// Git's configuration for Mortise, or for an app that is built on it.
struct GitConfiguration {
  /// The name of the drivers, and of the command that they call.
  let name: String
  /// The version of the command. It is a part of the textconv command, as git may cache the output of an older
  /// version.
  let version: String

  /// The lines of a configuration file.
  var lines: [String] {
    [
      "[diff \"\(name)\"]",
      // A file's name may begin with a dash.
      "\ttextconv = \(Self.versionVariable)=\(version) \(name) show --",
      // Git caches the output in refs/notes/textconv.
      "\tcachetextconv = true",
      "[merge \"\(name)\"]",
      "\tname = Blockly programs as blocks",
      "\tdriver = \(name) merge %O %A %B -o %A --path %P --marker-size %L",
      // Without this, difftool would call mergetool.
      "[difftool \"\(name)\"]",
      "\tcmd = \(name) diff -- \\\"$LOCAL\\\" \\\"$REMOTE\\\"",
      "[mergetool \"\(name)\"]",
      "\tcmd = \(name) mergetool -o \\\"$MERGED\\\" -- \\\"$BASE\\\" \\\"$LOCAL\\\" \\\"$REMOTE\\\"",
      "\ttrustExitCode = true",
    ]
  }

  private static let versionVariable = "MORTISE_VERSION"

  var textconvKey: String { "diff.\(name).textconv" }
  var driverKey: String { "merge.\(name).driver" }

  /// Returns the version in a command for `textconv`; nil if there is none.
  static func version(in textconv: String) -> String? {
    let variable = textconv.split(separator: " ").first { $0.hasPrefix(versionVariable + "=") }
    return variable.map { String($0.dropFirst(versionVariable.count + 1)) }
  }

  /// Our lines in a configuration file that git reads.
  func configuration(_ locations: GitLocations) -> MarkedFile {
    MarkedFile(path: locations.configuration, marked: MarkedLines(name: "\(name) git"), hasLock: true)
  }

  /// Our patterns in an attributes file that git reads.
  func attributes(_ locations: GitLocations) -> MarkedFile {
    MarkedFile(path: locations.attributes, marked: MarkedLines(name: "\(name) git"))
  }
}

/// The environment variable that turns off merging by Mortise for one command: `MORTISE_GIT=off git merge …`. The
/// textconv output is not turned off, as git would cache it; git has `--no-textconv` for that.
enum GitSwitch {
  static let variable = "MORTISE_GIT"

  /// Whether git merges by itself: `merge` then uses `GitMergeFile`.
  static var isOff: Bool { getenv(variable).map { strcmp($0, "off") == 0 } ?? false }
}
