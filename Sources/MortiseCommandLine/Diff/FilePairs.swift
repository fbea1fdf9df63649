import BlockFormats
import Glibc
import MortiseFiles

/// The files to compare: two files, or those of the same name in two folders.
struct FilePairs {
  struct Pair {
    var old: String
    var new: String
  }

  private(set) var pairs: [Pair] = []
  /// The files that are only in one of the folders.
  private(set) var onlyOld: [String] = []
  private(set) var onlyNew: [String] = []
  /// Whether folders are compared.
  let areFolders: Bool

  /// - Parameter isProgram: whether the name of a file in a folder is a program's.
  /// - Throws: `FileError` for a folder that can't be read, and when a folder is compared with a file.
  init(_ old: String, _ new: String, isProgram: (String) -> Bool) throws(FileError) {
    areFolders = Self.isFolder(old) && Self.isFolder(new)
    guard areFolders else {
      pairs = [Pair(old: old, new: new)]
      return
    }
    var pending = [""]
    while let folder = pending.popLast() {
      let (own, others) = (try Self.names(in: old + folder), try Self.names(in: new + folder))
      var folders: [String] = []
      for name in own.union(others).sorted() {
        let path = "\(folder)/\(name)"
        let (isOwn, isOther) = (own.contains(name), others.contains(name))
        if isOwn && Self.isFolder(old + path) || isOther && Self.isFolder(new + path) {
          if isOwn != isOther || !Self.isFolder(old + path) || !Self.isFolder(new + path) {
            if isOwn { onlyOld.append(old + path) }
            if isOther { onlyNew.append(new + path) }
          } else {
            folders.append(path)
          }
        } else if isProgram(name) {
          if isOwn, isOther {
            pairs.append(Pair(old: old + path, new: new + path))
          } else if isOwn {
            onlyOld.append(old + path)
          } else {
            onlyNew.append(new + path)
          }
        }
      }
      pending += folders.reversed()
    }
    pairs.sort { $0.old < $1.old }
    onlyOld.sort()
    onlyNew.sort()
  }

  /// Pairs the programs by name in files that have several.
  /// - Parameter programs: returns the programs of a file, each as `ProgramPath` parses it.
  mutating func expand(_ programs: (String) -> [String]) {
    // A pipe can be read only once.
    if !areFolders, pairs.contains(where: { !Self.isFile($0.old) || !Self.isFile($0.new) }) { return }
    pairs = pairs.flatMap { pair in
      let (old, new) = (programs(pair.old), programs(pair.new))
      if old == [pair.old], new == [pair.new] { return [pair] }
      let others = Dictionary(uniqueKeysWithValues: new.map { (ProgramPath($0).program, $0) })
      let names = Set(old.map { ProgramPath($0).program })
      onlyOld += old.filter { others[ProgramPath($0).program] == nil }
      onlyNew += new.filter { !names.contains(ProgramPath($0).program) }
      return old.compactMap { path in others[ProgramPath(path).program].map { Pair(old: path, new: $0) } }
    }
  }

  private static func isFile(_ path: String) -> Bool {
    (try? FileSystem.status(of: ProgramPath(path).file))?.isRegular ?? false
  }

  /// Links to folders are not followed: they may form a cycle.
  private static func names(in folder: String) throws(FileError) -> Set<String> {
    do throws(SystemError) {
      let names = try FileSystem.names(in: folder, beginningWith: [])
      return Set(names.filter { !$0.hasPrefix(".") && !isLinkToFolder("\(folder)/\($0)") })
    } catch {
      throw FileError(.read, folder, code: error.code)
    }
  }

  private static func isFolder(_ path: String) -> Bool { (try? FileSystem.status(of: path))?.isFolder ?? false }

  private static func isLinkToFolder(_ path: String) -> Bool {
    isFolder(path) && (try? FileSystem.statusOfLink(path))?.isFolder == false
  }
}
