import MortiseFiles

/// What Mortise remembers for the user.
enum UserState {
  /// The files in the user's state folder; nil if there is no place for them.
  static var files: NamedFiles? {
    // For what lasts, but isn't worth copying to another machine.
    let folder = EditCommand.userFolder("XDG_STATE_HOME", inHome: ".local/state")
    return folder.flatMap { NamedFiles(in: $0 + "/mortise", suffix: "") }
  }
}
