import BlockFormats
import BlockModel
import CodeGeneration
import Glibc
import Markup
import MortiseFiles

/// The places where definitions of a program's blocks are found without `--blocks`: beside the program, in a folder
/// above it, and in the user's configuration, by the format of the program's file. Nothing is searched until a
/// block's type is unknown.
nonisolated struct DefinitionLocations: Sendable {
  /// The user's definition files, by the names of formats; nil if there is no place for them.
  let formatFiles: NamedFiles?
  /// The user's home; nil if it isn't known.
  let home: String?
  /// Copies of the files whose generators the user has allowed; nil if there is no place for them.
  let trusted: NamedFiles?

  /// The locations for the current user.
  @MainActor static var current: DefinitionLocations {
    DefinitionLocations(
      formatFiles: UserFolders.configuration.flatMap { NamedFiles(in: $0 + "/blocks", suffix: ".json") },
      home: UserFolders.variable("HOME"), trusted: UserState.trusted)
  }

  /// Returns the files with definitions for a program, the nearest one first.
  /// - Parameter format: returns the name of the program's format; called only if it matters.
  func files(for program: String, format: () -> String?) -> [String] {
    let nearby = nearbyFiles(of: program)
    guard let formatFiles, FileSystem.exists(formatFiles.folder), let name = format(),
      formatFiles.has(name)
    else { return nearby }
    return nearby + [formatFiles.path(of: name)]
  }

  /// The files beside a program and in the folders above it. Only the user's own files are used: in a folder that all
  /// users may write to, such as `/tmp`, another user may have created one.
  ///
  /// To show a difference, git writes versions to temporary files, and starts us in the repository's root: a
  /// temporary file with no definitions near it is treated as if it were in the current folder.
  func nearbyFiles(of program: String) -> [String] {
    let path = FileSystem.normalized(program)
    let found = files(near: path)
    let temporary = [getenv("TMPDIR").map { FileSystem.normalized(String(cString: $0)) } ?? "/tmp", "/tmp"]
    guard found.isEmpty, let slash = path.lastIndex(of: "/"), temporary.contains(where: { path.hasPrefix($0 + "/") })
    else { return found }
    return files(near: FileSystem.normalized(".") + String(path[slash...]))
  }

  private func files(near path: String) -> [String] {
    let folders = folders(above: path)
    guard let first = folders.first else { return [] }
    let name = path.dropFirst(first == "/" ? 1 : first.count + 1)
    let stem = name.lastIndex(of: ".").map { $0 == name.startIndex ? name : name[..<$0] } ?? name
    var found: [String] = []
    let beside = "\(first)/\(stem).blocks.json"
    if !stem.isEmpty, Self.isOwn(folder: first), Self.isOwn(file: beside) { found.append(beside) }
    for folder in folders {
      let shared = "\(folder)/.mortise"
      if Self.isOwn(file: "\(shared)/blocks.json"), Self.isOwn(folder: shared), Self.isOwn(folder: folder) {
        found.append("\(shared)/blocks.json")
        break
      }
    }
    return found
  }

  /// The folder of a file, and those above it up to the repository's root or the user's home; only the first one if
  /// neither is found.
  private func folders(above path: String) -> [String] {
    var folders: [String] = []
    var folder = path
    while let slash = folder.lastIndex(of: "/"), folder != "/" {
      folder = slash == folder.startIndex ? "/" : String(folder[..<slash])
      folders.append(folder)
      if folder == home || FileSystem.exists("\(folder)/.git") { return folders }
    }
    return Array(folders.prefix(1))
  }

  private static func isOwn(file path: String) -> Bool {
    guard let status = try? FileSystem.status(of: path) else { return false }
    return status.isRegular && isOwn(status)
  }

  private static func isOwn(folder path: String) -> Bool {
    guard let status = try? FileSystem.status(of: path) else { return false }
    return status.isFolder && isOwn(status)
  }

  /// Whether only the user or root can have written it. Each user on Debian has a group of their own.
  private static func isOwn(_ status: stat) -> Bool {
    guard status.st_uid == geteuid() || status.st_uid == 0 else { return false }
    return status.st_mode & S_IWOTH == 0 && (status.st_mode & S_IWGRP == 0 || status.st_gid == getegid())
  }
}

// MARK: - Generators

nonisolated extension DefinitionLocations {
  /// Returns the files near a program that contain generators, which are code.
  func generatorFiles(near program: String) -> [BlockFile] {
    nearbyFiles(of: program).compactMap { path in
      guard let bytes = try? FileReader.read(path, limit: Self.mostTrusted).bytes,
        let json = try? JSONParser.parse(bytes), json.elements.contains(where: { $0["generators"] != nil })
      else { return nil }
      return BlockFile(path: path, bytes: bytes, kind: .definitions)
    }
  }

  /// Whether the user has allowed the generators of a file with exactly this content.
  func isTrusted(_ file: BlockFile) -> Bool {
    guard let copy = try? trusted?.read(Self.name(of: file)) else { return false }
    return copy == file.bytes
  }

  /// Remembers that the user has allowed the generators of a file in its present version.
  /// - Throws: `FileError` if that can't be saved.
  func trust(_ file: BlockFile) throws(FileError) {
    guard let trusted else { throw FileError(.save, "trusted", code: ENOENT) }
    try trusted.write(file.bytes, named: Self.name(of: file))
  }

  private static func name(of file: BlockFile) -> String {
    String(FileStamp.hash(FileSystem.normalized(file.path).pathBytes), radix: 16)
  }

  /// The maximum size of a file whose generators are used, in bytes.
  static let mostTrusted = 1 << 24
}

extension BlockFactory {
  /// Adds the unknown types from files that were found. Their mistakes are kept for the user.
  nonisolated func addFound(_ paths: [String], messages: MessageTable) {
    for path in paths {
      do throws(FileError) {
        let bytes = try FileReader.read(path, limit: 1 << 26).bytes
        do throws(MarkupError) { try loadMissing(json: bytes, messages: messages) } catch {
          foundProblems.append("\(path):\(error)")
        }
      } catch {
        foundProblems.append("\(error)")
      }
    }
  }
}
