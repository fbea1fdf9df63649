import Files
import Glibc

/// Whether somebody has used Mortise before, which a file in the user's state folder says.
enum FirstUse {
  /// - Returns: whether this is the first use. It is no longer when the file can't be written, as it would be for ever.
  static func begin() -> Bool {
    // XDG Base Directory Specification: state that lasts, but isn't worth copying to another machine.
    let folder = EditCommand.variable("XDG_STATE_HOME") ?? EditCommand.variable("HOME").map { $0 + "/.local/state" }
    guard let folder, let files = NamedFiles(in: folder + "/mortise", suffix: "") else { return false }
    if access("\(folder)/mortise/\(name)", F_OK) == 0 { return false }
    do throws(FileError) { try files.write([], named: name) } catch { return false }
    return true
  }

  private static let name = "greeted"
}
