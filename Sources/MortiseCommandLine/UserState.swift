import Glibc
import MortiseFiles

/// What the app remembers for the user.
enum UserState {
  /// The files in the user's state folder; nil if there is no place for them.
  static var files: NamedFiles? { UserFolders.state.flatMap { NamedFiles(in: $0, suffix: "") } }
  /// Copies of files of definitions whose generators may be used; nil if there is no place for them.
  static var trusted: NamedFiles? {
    UserFolders.state.flatMap {
      NamedFiles(in: $0 + "/trusted", suffix: ".json", sizeLimit: DefinitionLocations.mostTrusted)
    }
  }
  /// Changes of shared programs that no host has got; nil if there is no place for them.
  static var unsent: NamedFiles? {
    UserFolders.state.flatMap { NamedFiles(in: $0 + "/unsent", suffix: ".jsonl", sizeLimit: 1 << 28, isPrivate: true) }
  }
  /// What served programs' files were when hosts with Redis saved them; nil if there is no place for them.
  static var states: NamedFiles? {
    UserFolders.state.flatMap { NamedFiles(in: $0 + "/served", suffix: "", sizeLimit: 1 << 29, isPrivate: true) }
  }
  /// Shared programs that could be written nowhere else; nil if there is no place for them.
  static var rescued: NamedFiles? {
    UserFolders.state.flatMap { NamedFiles(in: $0 + "/rescued", suffix: "", isPrivate: true) }
  }
  /// The tokens of hosts, for their next start; nil if there is no place for them.
  static var hostSecrets: NamedFiles? {
    UserFolders.state.flatMap { NamedFiles(in: $0 + "/hosts", suffix: ".json", isPrivate: true) }
  }
  /// The roles that owners of shared programs have given; nil if there is no place for them.
  static var roles: NamedFiles? {
    UserFolders.state.flatMap { NamedFiles(in: $0 + "/roles", suffix: ".jsonl", isPrivate: true) }
  }
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

/// The user's answer about the background, for terminals that don't report it.
enum KnownBackground {
  private nonisolated static let (light, dark) = ("light-background", "dark-background")

  /// nil if nobody was asked.
  static var isLight: Bool? {
    guard let files = UserState.files else { return nil }
    return files.has(light) ? true : files.has(dark) ? false : nil
  }

  /// What keeps an answer; nil where nobody is to be asked: where it is known, can't be kept, or a test waits for the
  /// editor.
  static var remember: (@Sendable (_ isLight: Bool) throws(FileError) -> Void)? {
    guard isLight == nil, getenv("MORTISE_IDLE_FD") == nil, let files = UserState.files else { return nil }
    return { isLight throws(FileError) in
      try files.write([], named: isLight ? light : dark)
      try files.remove(isLight ? dark : light)
    }
  }
}
