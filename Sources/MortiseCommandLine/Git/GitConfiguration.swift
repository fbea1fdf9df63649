import Glibc

/// What git's configuration says of Mortise, or of an app that is built on it.
struct GitConfiguration {
  /// The name of the drivers, and of the command that they call.
  let name: String
  /// The version of the command. It is a part of git's command, as git may keep what an older one showed.
  let version: String

  /// The lines of a configuration file.
  var lines: [String] {
    [
      "[diff \"\(name)\"]",
      // What follows may begin with a dash.
      "\ttextconv = \(Self.versionVariable)=\(version) \(name) show --",
      // Git keeps what was shown, in refs/notes/textconv.
      "\tcachetextconv = true",
      "[merge \"\(name)\"]",
      "\tname = Blockly programs as blocks",
      "\tdriver = \(name) merge %O %A %B -o %A --path %P --marker-size %L",
      // Without it, difftool would call mergetool.
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

  /// The lines of ours in a file that git reads.
  func configuration(_ locations: GitLocations) -> MarkedFile {
    MarkedFile(path: locations.configuration, marked: MarkedLines(name: "\(name) git"), hasLock: true)
  }

  /// The patterns of ours in a file that git reads.
  func attributes(_ locations: GitLocations) -> MarkedFile {
    MarkedFile(path: locations.attributes, marked: MarkedLines(name: "\(name) git"))
  }
}

/// The environment variable that switches off merging by Mortise for one command: `MORTISE_GIT=off git merge …`. What git
/// shows is not switched off, as git would keep it; git has `--no-textconv` for that.
enum GitSwitch {
  static let variable = "MORTISE_GIT"

  /// Whether git shall merge all by itself: `merge` uses `GitMergeFile`.
  static var isOff: Bool { getenv(variable).map { strcmp($0, "off") == 0 } ?? false }
}
