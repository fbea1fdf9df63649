import BlockFormats
import MortiseFiles

/// The programs of a folder, to choose one to open, and the files that were opened last.
public nonisolated struct ProgramFolder: Sendable {
  /// The folder's path from the root.
  public let path: String
  /// The names of its files whose extension is that of a program, and of the folders in it, both sorted. Hidden ones
  /// are left out.
  public private(set) var programs: [String] = []
  /// See `programs`.
  public private(set) var folders: [String] = []
  /// The paths from the root of the files opened last that still exist, the last one first.
  public private(set) var recentPaths: [String]

  /// Lists a folder. May be called on any thread.
  /// - Parameters:
  ///   - recentFiles: the list of the files opened last; nil for none.
  ///   - formats: the formats of the programs.
  /// - Throws: `FileError` if the folder can't be read.
  public init(at folder: String, recentFiles: RecentFiles?, formats: FileFormats) throws(FileError) {
    path = Self.normal(FileSystem.absolute(folder))
    recentPaths = ((try? recentFiles?.read()) ?? []).filter { FileSystem.exists(ProgramPath($0).file) }
    let names: [String]
    do throws(SystemError) { names = try FileSystem.names(in: path, beginningWith: []) } catch {
      throw FileError(.read, path, code: error.code)
    }
    for name in names.sorted() where !name.hasPrefix(".") {
      guard let status = try? FileSystem.status(of: child(name)) else { continue }
      if status.isFolder { folders.append(name) } else if formats.format(ofPath: name) != nil { programs.append(name) }
    }
  }

  /// The path of something in the folder.
  public func child(_ name: String) -> String { path == "/" ? "/" + name : path + "/" + name }

  /// The folder around this one; nil for the root.
  public var parent: String? { path == "/" ? nil : Self.normal(path + "/..") }

  /// Returns a path from the root without `.` and `..`.
  private static func normal(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }
}
