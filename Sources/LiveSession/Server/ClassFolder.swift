import Glibc
import MortiseFiles

/// The folder of a class: the copies of a program that learners get, and the copies of what they have made. Nothing in it
/// is overwritten, and no link is followed.
nonisolated struct ClassFolder {
  /// The folder's path.
  let path: String

  // MARK: - Handing out

  /// The name of a learner's copy of a program, such as `story-anna.xml`.
  /// - Returns: nil if the learner's name has nothing that can be in the name of a file.
  static func copyName(of program: String, for learner: String) -> String? {
    let words = learner.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    let part = words.joined(separator: "-").unicodeScalars.prefix(longestPart)
    if part.isEmpty { return nil }
    let dot = program.lastIndex(of: ".") ?? program.endIndex
    return program[..<dot] + "-" + String(part) + program[dot...]
  }

  /// The most characters of a learner's name that get into the name of a file.
  private static let longestPart = 40

  /// Whether there is anything with a name.
  func has(_ name: String) -> Bool { (try? FileSystem.statusOfLink(path + "/" + name)) != nil }

  /// Reads a program's file.
  /// - Throws: `FileError` if it can't be read, or is a link.
  func read(_ name: String) throws(FileError) -> [UInt8] {
    do throws(SystemError) { return try Self.read(name, in: try FileSystem.open(path, O_RDONLY | O_DIRECTORY)) } catch {
      throw FileError(.read, path + "/" + name, code: error.code)
    }
  }

  /// Creates a file.
  /// - Throws: `FileError`, also if there is anything with the name.
  func create(_ bytes: [UInt8], named name: String) throws(FileError) {
    let file = path + "/" + name
    do throws(SystemError) { try Self.create(file, bytes) } catch {
      throw error.code == EEXIST ? FileError(.save, file, .alreadyExists) : FileError(.save, file, code: error.code)
    }
  }

  /// Nobody waits for the disk: a class may be large, and the learners' editors wait meanwhile.
  private static func create(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
    let file = try FileSystem.open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o666)
    do throws(SystemError) { try file.writeAll(bytes) } catch {
      try? FileSystem.remove(path)
      throw error
    }
  }

  // MARK: - Collecting

  /// The folder, in the class's, that has one folder for each time that programs were collected.
  static let collected = "collected"

  /// Creates files in a new folder of `collected`, named after the time.
  /// - Parameters:
  ///   - seconds: the time since 1970.
  ///   - contents: the bytes of a program, by its name; nil for what is in its file.
  /// - Returns: the new folder's path within the class's, and the names of what could not be copied, such as links.
  /// - Throws: `FileError` if no folder can be made.
  func collect(
    _ names: [String], at seconds: Int, contents: (_ name: String) -> [UInt8]?
  ) throws(FileError) -> (folder: String, failed: [String]) {
    let folder = path + "/" + Self.collected
    do throws(SystemError) {
      let source = try FileSystem.open(path, O_RDONLY | O_DIRECTORY)
      do throws(SystemError) { try FileSystem.makeFolder(folder, mode: 0o777) } catch {
        if error.code != EEXIST { throw error }
      }
      let parent = try FileSystem.open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      let name = try Self.makeFolder(in: parent, at: seconds)
      let target = try FileSystem.open(Self.path(of: name, in: parent), O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
      var failed: [String] = []
      for program in names {
        do throws(SystemError) {
          let bytes: [UInt8]
          if let known = contents(program) { bytes = known } else { bytes = try Self.read(program, in: source) }
          try Self.create(Self.path(of: program, in: target), bytes)
        } catch {
          failed.append(program)
        }
      }
      return ("\(Self.collected)/\(name)", failed)
    } catch {
      // Without its path, the system's text for a link would be about too many of them.
      throw error.code == ELOOP || error.code == ENOTDIR
        ? FileError(.save, folder, .isNo(kind: "a folder of its own")) : FileError(.save, folder, code: error.code)
    }
  }

  /// A path through an open folder, which nobody can exchange for another one meanwhile.
  private static func path(of name: String, in folder: borrowing FileDescriptor) -> String {
    "/proc/self/fd/\(folder.number)/\(name)"
  }

  /// - Returns: the new folder's name.
  private static func makeFolder(in parent: borrowing FileDescriptor, at seconds: Int) throws(SystemError) -> String {
    let time = name(of: seconds)
    var (name, count) = (time, 1)
    while true {
      do throws(SystemError) {
        try FileSystem.makeFolder(path(of: name, in: parent), mode: 0o777)
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

  private static func read(_ name: String, in folder: borrowing FileDescriptor) throws(SystemError) -> [UInt8] {
    // Without O_NONBLOCK, opening a pipe would wait for a writer.
    let file = try FileSystem.open(path(of: name, in: folder), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
    let status = try file.status()
    guard status.isRegular, let bytes = try file.readAll(expected: Int(status.st_size), limit: FileReader.sizeLimit)
    else { throw SystemError(code: EFBIG) }
    return bytes
  }
}
