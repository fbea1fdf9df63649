import Glibc
import MortiseFiles

/// The folder of a class: the copies of a program for its learners, and the collected copies of their programs. Nothing
/// in it is overwritten, and no link is followed.
nonisolated struct ClassFolder {
  let folder: OpenFolder

  // MARK: - Handing out

  /// The name of a learner's copy of a program, such as `story-anna.xml`.
  /// - Returns: nil if no character of the learner's name can be in the name of a file.
  static func copyName(of program: String, for learner: String) -> String? {
    let words = learner.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    let part = words.joined(separator: "-").unicodeScalars.prefix(longestPart)
    if part.isEmpty { return nil }
    let dot = program.lastIndex(of: ".") ?? program.endIndex
    return program[..<dot] + "-" + String(part) + program[dot...]
  }

  /// The maximum number of characters of a learner's name that the name of a file contains.
  private static let longestPart = 40

  /// Whether a file, folder or link with a name exists.
  func has(_ name: String) -> Bool { (try? FileSystem.statusOfLink(folder.path(of: name))) != nil }

  /// Reads a program's file.
  /// - Throws: `FileError` if it can't be read, or is a link.
  func read(_ name: String) throws(FileError) -> [UInt8] { try FileReader.read(folder.path(of: name)).bytes }

  /// Creates a file.
  /// - Throws: `FileError`, also if the name exists.
  func create(_ bytes: [UInt8], named name: String) throws(FileError) {
    let file = folder.path(of: name)
    do throws(SystemError) { try Self.create(file, bytes) } catch {
      throw error.code == EEXIST ? FileError(.save, file, .alreadyExists) : FileError(.save, file, code: error.code)
    }
  }

  /// Doesn't wait for the disk: a class may be large, and the learners' editors wait meanwhile.
  private static func create(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
    let file = try FileSystem.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o666)
    do throws(SystemError) { try file.writeAll(bytes) } catch {
      try? FileSystem.remove(path)
      throw error
    }
  }

  // MARK: - Collecting

  /// The subfolder that has one folder for each time that programs were collected.
  static let collected = "collected"

  /// Creates files in a new folder of `collected`, named after the time.
  /// - Parameters:
  ///   - seconds: the time since 1970.
  ///   - contents: returns the bytes of a program, given its name; nil for the contents of its file.
  /// - Returns: the new folder's path within the class's, and the names of programs that could not be copied, such as
  ///   links.
  /// - Throws: `FileError` if no folder can be made.
  func collect(
    _ names: [String], at seconds: Int, contents: (_ name: String) -> [UInt8]?
  ) throws(FileError) -> (folder: String, failed: [String]) {
    let path = folder.path(of: Self.collected)
    do throws(SystemError) {
      do throws(SystemError) { try FileSystem.makeFolder(path, mode: 0o777) } catch {
        if error.code != EEXIST { throw error }
      }
      let parent = try OpenFolder(Self.collected, in: folder)
      let name = try Self.makeFolder(in: parent, at: seconds)
      let target = try OpenFolder(name, in: parent)
      var failed: [String] = []
      for program in names {
        do {
          try Self.create(target.path(of: program), try contents(program) ?? read(program))
        } catch {
          failed.append(program)
        }
      }
      return ("\(Self.collected)/\(name)", failed)
    } catch {
      throw error.code == ELOOP || error.code == ENOTDIR
        ? FileError(.save, path, .isNo(kind: "a folder of its own")) : FileError(.save, path, code: error.code)
    }
  }

  /// - Returns: the new folder's name.
  private static func makeFolder(in parent: OpenFolder, at seconds: Int) throws(SystemError) -> String {
    let time = name(of: seconds)
    var (name, count) = (time, 1)
    while true {
      do throws(SystemError) {
        try FileSystem.makeFolder(parent.path(of: name), mode: 0o777)
        return name
      } catch {
        if error.code != EEXIST { throw error }
        count += 1
        name = "\(time)-\(count)"
      }
    }
  }

  /// The local time as a name, such as `2026-11-21-1805`.
  private static func name(of seconds: Int) -> String {
    LocalTime(seconds).map { "\($0.date)-\($0.hour)\($0.minute)" } ?? "\(seconds)"
  }
}
