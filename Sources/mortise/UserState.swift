import Files

/// What Mortise remembers for the user.
enum UserState {
  /// The files in the user's state folder; nil if there is no place for them.
  static var files: NamedFiles? {
    // XDG Base Directory Specification: state that lasts, but isn't worth copying to another machine.
    let folder = EditCommand.variable("XDG_STATE_HOME") ?? EditCommand.variable("HOME").map { $0 + "/.local/state" }
    return folder.flatMap { NamedFiles(in: $0 + "/mortise", suffix: "") }
  }
}
