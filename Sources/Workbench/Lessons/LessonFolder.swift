import Glibc
import MortiseFiles

/// Reads lessons that somebody wrote. What is in their files may be anything.
package nonisolated enum LessonFolder {
  private static let file = "lesson.json"
  private static let program = "program"
  /// The most lessons of a folder, and the largest file of one, in bytes.
  private static let (mostLessons, largestFile) = (100, 1 << 16)

  /// Reads a folder of lessons, in the order of their names, or the folder of one.
  /// - Throws: `OpenError` with the first mistake.
  package static func read(_ path: String) throws(OpenError) -> LessonSet {
    var folder = FileSystem.absolute(path)
    while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    let all = try names(in: folder)
    var set = LessonSet([], folder: folder)
    if all.contains("blocks.json") { set.blocks = folder + "/blocks.json" }
    if all.contains("toolbox.json") { set.toolbox = folder + "/toolbox.json" }
    if all.contains(file) {
      set.lessons = [try lesson(in: folder)]
      return set
    }
    let folders = all.filter { (try? FileSystem.status(of: "\(folder)/\($0)").isFolder) == true }
    guard !folders.isEmpty else {
      throw OpenError("\(path) has no lessons: each is a folder with \(file) and \(program).blocktext")
    }
    guard folders.count <= mostLessons else {
      throw OpenError("\(path) has \(folders.count) folders; at most \(mostLessons) can be lessons")
    }
    set.lessons = try folders.map { name throws(OpenError) in try lesson(in: "\(folder)/\(name)") }
    return set
  }

  private static func names(in folder: String) throws(OpenError) -> [String] {
    do throws(SystemError) {
      return try FileSystem.names(in: folder, beginningWith: []).filter { !$0.hasPrefix(".") }.sorted()
    } catch {
      throw OpenError("\(FileError(.read, folder, code: error.code))")
    }
  }

  private static func lesson(in folder: String) throws(OpenError) -> Lesson {
    let programs = try names(in: folder).filter { $0.hasPrefix(program + ".") }
    guard programs.count == 1 else {
      let found = programs.isEmpty ? "there is none" : "there are \(programs.count)"
      throw OpenError("\(folder): a lesson needs one \(program).blocktext, .xml or .json; \(found)")
    }
    let path = "\(folder)/\(file)"
    let programPath = "\(folder)/\(programs[0])"
    return try LessonReader.read(
      try bytes(of: path), name: folder.split(separator: "/").last.map(String.init) ?? "lesson", path: path,
      program: try bytes(of: programPath), programPath: programPath)
  }

  private static func bytes(of path: String) throws(OpenError) -> [UInt8] {
    do throws(FileError) { return try FileReader.read(path, limit: largestFile).bytes } catch {
      throw OpenError("\(error)")
    }
  }
}
