import MortiseFiles

/// What the app remembers for the user.
enum UserState {
  /// The files in the user's state folder; nil if there is no place for them.
  static var files: NamedFiles? { UserFolders.state.flatMap { NamedFiles(in: $0, suffix: "") } }
}

/// Whether somebody has used Mortise before, which a file in the user's state folder says.
enum FirstUse {
  /// - Returns: whether this is the first use. It is no longer when the file can't be written, as it would be for ever.
  static func begin() -> Bool {
    guard let files = UserState.files, !files.has(name) else { return false }
    do throws(FileError) { try files.write([], named: name) } catch { return false }
    return true
  }

  private static let name = "greeted"
}
