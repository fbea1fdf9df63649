import Glibc
import MortiseFiles
import ProgramRunning

/// The app's persistent state for the user.
enum UserState {
  /// The files in the user's state folder; nil if there is no place for them.
  static var files: NamedFiles? { UserFolders.state.flatMap { NamedFiles(in: $0, suffix: "") } }
  /// Copies of definition files whose generators may be used; nil if there is no place for them.
  static var trusted: NamedFiles? {
    UserFolders.state.flatMap {
      NamedFiles(in: $0 + "/trusted", suffix: ".json", sizeLimit: DefinitionLocations.mostTrusted)
    }
  }
  /// The statements of Python that may run.
  static var consent: CodeConsent {
    CodeConsent(UserFolders.state.flatMap { NamedFiles(in: $0 + "/allowed", suffix: ".py", isPrivate: true) })
  }
  /// Changes of shared programs that no host has received; nil if there is no place for them.
  static var unsent: NamedFiles? {
    UserFolders.state.flatMap { NamedFiles(in: $0 + "/unsent", suffix: ".jsonl", sizeLimit: 1 << 28, isPrivate: true) }
  }
  /// The states of served programs' files at their last save, for hosts with Redis; nil if there is no place for
  /// them.
  static var states: NamedFiles? {
    UserFolders.state.flatMap { NamedFiles(in: $0 + "/served", suffix: "", sizeLimit: 1 << 29, isPrivate: true) }
  }
  /// Shared programs that couldn't be saved anywhere else; nil if there is no place for them.
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

/// Whether Mortise starts for the first time, recorded by a file in the user's state folder.
enum FirstUse {
  /// - Returns: whether this is the first use; false if the file can't be written, as the first use would never end.
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

  /// Whether the background is light; nil if the user wasn't asked.
  static var isLight: Bool? {
    guard let files = UserState.files else { return nil }
    return files.has(light) ? true : files.has(dark) ? false : nil
  }

  /// The function that stores the answer; nil if the user isn't to be asked: the answer is known, can't be stored, or
  /// a test waits for the editor.
  static var remember: (@Sendable (_ isLight: Bool) throws(FileError) -> Void)? {
    guard isLight == nil, getenv("MORTISE_IDLE_FD") == nil, let files = UserState.files else { return nil }
    return { isLight throws(FileError) in
      try files.write([], named: isLight ? light : dark)
      try files.remove(isLight ? dark : light)
    }
  }
}
