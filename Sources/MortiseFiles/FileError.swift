import Glibc

/// An error in reading or saving a file: what happened, where, and what to do, on one line.
public nonisolated struct FileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The failed operation.
  public enum Operation: Hashable, Sendable { case read, save }

  /// The obstacle. Each case has its own sentence for the user, with a remedy if there is one.
  public enum Cause: Hashable, Sendable {
    /// There is no such file.
    case missing
    /// The folder that the file should be in doesn't exist.
    case missingFolder
    /// A folder has the name.
    case isFolder
    /// The file's permissions forbid it.
    case notAllowed
    /// The folder is not writable, so the file can't be replaced.
    case folderNotAllowed(String)
    /// The user may not write the file that would be replaced.
    case readOnlyFile
    /// The file system is read-only.
    case readOnlyFileSystem
    /// The disk is full, or a quota or size limit is reached.
    case noSpace
    /// The file's size and the limit, in bytes.
    case tooLarge(size: Int, limit: Int)
    /// A pipe, a device or a socket.
    case notRegular
    /// Symbolic links lead in a circle, or through too many others.
    case tooManyLinks
    /// A symbolic link, where links are not followed.
    case isLink
    /// The name or path is too long for the system.
    case nameTooLong
    /// Programs can't be written in the file's format. Holds the reason, as a clause.
    case readOnlyFormat(String)
    /// The code that an app runs beside the program can't be made. Holds the reason, as a clause.
    case noCode(String)
    /// Another program changed the file after it was read.
    case changedOnDisk
    /// The file that was read no longer exists.
    case gone
    /// Another program created a file with this name.
    case alreadyExists
    /// The existing file is of another kind than expected, such as “a log”.
    case isNo(kind: String)
    /// The output would replace the program itself.
    case isProgram
    /// It belongs to another user, is a link, or others may write it.
    case notPrivate
    /// All possible names of the program's journals are taken.
    case tooManyJournals
    /// Any other error, by its system error number.
    case system(Int32)
  }

  /// Whether the file was being read or saved.
  public var operation: Operation
  /// The path as the user gave it; may be empty.
  public var path: String
  /// The obstacle.
  public var cause: Cause

  /// An error of a known cause. In `description`, the operation comes first, then the path, then the cause.
  public init(_ operation: Operation, _ path: String, _ cause: Cause) {
    self.operation = operation
    self.path = path
    self.cause = cause
  }

  package init(_ operation: Operation, _ path: String, code: Int32) {
    self.init(operation, path, code == ELOOP && OpenFolder.contains(path) ? .isLink : Cause(code: code))
  }

  public var description: String {
    let shown = path.isEmpty ? "“”" : OpenFolder.shown(path)
    return "\(operation == .read ? "can't read" : "can't save") \(shown): \(cause.description)"
  }

  /// The description for the editor, where the program may be saved elsewhere.
  package var savingDescription: String { description + (cause.otherPlace ?? "") }
}

extension FileError.Cause {
  package nonisolated init(code: Int32) {
    self =
      switch code {
      case ENOENT, ENOTDIR: .missing
      case EISDIR: .isFolder
      case EACCES, EPERM: .notAllowed
      case EROFS: .readOnlyFileSystem
      case ENOSPC, EDQUOT, EFBIG: .noSpace
      case ELOOP: .tooManyLinks
      case ENAMETOOLONG: .nameTooLong
      case ENXIO, ENODEV: .notRegular
      default: .system(code)
      }
  }

  /// The cause, with a remedy if there is one.
  package nonisolated var description: String {
    switch self {
    case .missing: "there is no such file"
    case .missingFolder: "its folder doesn't exist; create the folder first"
    case .isFolder: "it is a folder; choose a file in it"
    case .notAllowed: "permission denied; check who owns it and its mode"
    case .folderNotAllowed(let folder): "no file can be created in the folder \(folder)"
    case .readOnlyFile: "the file is read-only; make it writable"
    case .readOnlyFileSystem: "the file system is read-only"
    case .noSpace: "no space is left, or a size limit is reached; make room and try again"
    case .tooLarge(let size, let limit): "it has \(size) bytes; the limit is \(limit)"
    case .notRegular: "it is a pipe, device or socket, not a file"
    case .tooManyLinks: "too many levels of symbolic links"
    case .isLink: "it is a link, which is not followed here; put a copy of the file in its place"
    case .nameTooLong: "the name is too long"
    case .readOnlyFormat(let reason): reason
    case .noCode(let reason): "no new code was made: \(reason)"
    case .changedOnDisk: "another program has changed the file since it was read"
    case .gone: "the file no longer exists"
    case .alreadyExists: "another program has created a file with this name"
    case .isNo(let kind): "it exists and isn't \(kind); choose another name"
    case .isProgram: "it is the program's own file; choose another name"
    case .notPrivate: "it isn't owned by this user, or others may write to it; check its owner and mode"
    case .tooManyJournals: "too many journals; remove those you don't need"
    case .system(let code): String(cString: strerror(code))
    }
  }

  /// The advice to save elsewhere, as the end of the description; nil if that doesn't help.
  fileprivate nonisolated var otherPlace: String? {
    switch self {
    case .folderNotAllowed, .readOnlyFormat: "; save under another name"
    case .readOnlyFile: " or save under another name"
    case .readOnlyFileSystem: "; save somewhere else"
    default: nil
    }
  }
}
