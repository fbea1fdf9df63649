import Glibc

/// Unsaved work that was put aside when the editor had to end: `.NAME.mortise-recovery` beside the program, for its owner
/// only. One line says which program it belongs to; behind it stands the program in its own format.
public nonisolated struct RecoveryFile: Sendable {
  /// Where the recovery file is.
  public var path: String
  /// The program that it belongs to, as the editor was given it.
  public var programPath: String
  /// The state of the program's file when the work began; nil when there was none.
  public var stamp: FileStamp?
  /// The unsaved program.
  public var bytes: [UInt8]

  private static let mark = "mortise-recovery 1"
  private static let suffix = ".mortise-recovery"

  /// Puts unsaved work aside, in place of what was there.
  /// - Parameters:
  ///   - bytes: the program in its format.
  ///   - programPath: the program's file, which need not exist.
  ///   - stamp: its state when it was read or saved last; nil when it is new.
  /// - Returns: the path of the recovery file.
  /// - Throws: `FileError` when it can't be written.
  @discardableResult
  public static func write(
    _ bytes: [UInt8], for programPath: String, stamp: FileStamp?
  ) throws(FileError) -> String {
    let path = try path(for: programPath)
    let header = "\(mark) [\(stamp?.text ?? "")] \(encode(programPath))\n"
    let location: FileLocation
    do throws(SystemError) { location = try FileLocation(following: path) } catch {
      throw FileError(.save, path, code: error.code)
    }
    // A link of this name is no file of ours: what it leads to is not touched.
    let own = FileLocation(plain: path)
    if location.status?.isFolder == true { throw FileError(.save, path, .isFolder) }
    _ = try AtomicFile(location: own, path: path).replace(with: Array(header.utf8) + bytes, mode: 0o600)
    return path
  }

  /// The recovery file of a program.
  /// - Returns: nil when there is none, or when what has its name is not the person's own.
  /// - Throws: `FileError` when it is there and can't be read.
  public static func find(for programPath: String) throws(FileError) -> RecoveryFile? {
    let path = try path(for: programPath)
    var status = stat()
    guard lstat(path, &status) == 0 else {
      if errno == ENOENT || errno == ENOTDIR { return nil }
      throw FileError(.read, path, code: errno)
    }
    guard status.isRegular, status.st_uid == geteuid() else { return nil }
    let content = try FileReader.read(path).bytes
    guard let end = content.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let header = String(decoding: content[..<end], as: UTF8.self)
    guard header.hasPrefix(mark + " ["), let close = header.firstIndex(of: "]") else { return nil }
    let stamp = header[..<close].dropFirst(mark.count + 2)
    return RecoveryFile(
      path: path, programPath: decode(header[close...].dropFirst(2)), stamp: FileStamp(text: stamp),
      bytes: Array(content[(end + 1)...]))
  }

  /// Removes the recovery file of a program, if there is one.
  /// - Throws: `FileError` when it is there and can't be removed.
  public static func remove(for programPath: String) throws(FileError) {
    let path = try path(for: programPath)
    if unlink(path) != 0, errno != ENOENT, errno != ENOTDIR { throw FileError(.save, path, code: errno) }
  }

  /// Where the recovery file of a program is: beside the file itself, whichever links lead there.
  static func path(for programPath: String) throws(FileError) -> String {
    let location: FileLocation
    do throws(SystemError) { location = try FileLocation(following: programPath) } catch {
      throw FileError(.save, programPath, code: error.code)
    }
    return location.hiddenSibling(suffix)
  }

  // The header is one line, so controls and the sign of the coding itself are written as %XX.
  private static func encode(_ path: String) -> String {
    var text = ""
    for scalar in path.unicodeScalars {
      if scalar.value < 0x20 || scalar.value == 0x7F || scalar == "%" {
        let digits = String(scalar.value, radix: 16, uppercase: true)
        text += "%" + (digits.count == 1 ? "0" : "") + digits
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  private static func decode(_ text: Substring) -> String {
    var path = ""
    var rest = text
    while let character = rest.popFirst() {
      if character == "%", let value = UInt8(rest.prefix(2), radix: 16) {
        path.unicodeScalars.append(Unicode.Scalar(value))
        rest = rest.dropFirst(2)
      } else {
        path.append(character)
      }
    }
    return path
  }
}

extension FileLocation {
  /// A path whose last part is not followed, and which is made anew.
  fileprivate nonisolated init(plain path: String) {
    self.path = path
    status = nil
  }
}
