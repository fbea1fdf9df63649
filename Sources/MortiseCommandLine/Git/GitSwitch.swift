import Glibc

/// The environment variable that switches off what git calls Mortise for, for one command: `MORTISE_GIT=off git merge …`.
enum GitSwitch {
  static let variable = "MORTISE_GIT"

  /// Whether git shall do it all itself: `merge` uses `GitMergeFile`, and `show` writes the file as it is.
  static var isOff: Bool { getenv(variable).map { strcmp($0, "off") == 0 } ?? false }
}
