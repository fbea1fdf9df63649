import Glibc
import MortiseFiles

/// Reads lessons of any author. The content of their files isn't trusted.
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

/// The state of lessons in the user's state folder: the programs that are worked on, and which lessons are done. Each
/// has a file of its own, so that several editors don't overwrite each other's state, and damage to a file affects no
/// other.
package nonisolated struct LessonState: Sendable {
  private let folder: String
  private let done: NamedFiles

  /// - Parameters:
  ///   - folder: the folder of all lessons' states, from the root.
  ///   - set: the folder of the lessons; nil for Mortise's own.
  /// - Returns: nil if the path is relative.
  package init?(in folder: String, ofLessonsIn set: String?) {
    self.folder = "\(folder)/\(set.map(Self.name) ?? "mortise")"
    guard let done = NamedFiles(in: self.folder, suffix: ".done") else { return nil }
    self.done = done
  }

  /// A name for a path, which may be longer than names can be (FNV-1a).
  private static func name(of path: String) -> String {
    let hash = path.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    return String(hash, radix: 16)
  }

  /// The path of the program that is worked on, which is worded in a language.
  package func path(of lesson: Lesson, in language: String) -> String {
    "\(folder)/\(language)/\(lesson.name).\(lesson.fileExtension)"
  }

  /// Writes the program to begin with, unless the user has one already.
  /// - Throws: `FileError` if it can't be written.
  package func begin(_ lesson: Lesson, in language: String, with program: [UInt8]) throws(FileError) {
    if !FileSystem.exists(path(of: lesson, in: language)) { try write(lesson, in: language, program) }
  }

  /// Writes the program to begin with. The user's program is kept beside it.
  /// - Throws: `FileError` if it can't be written.
  package func restart(_ lesson: Lesson, in language: String, with program: [UInt8]) throws(FileError) {
    let path = path(of: lesson, in: language)
    try? FileSystem.rename(path, to: path + ".old")
    try write(lesson, in: language, program)
  }

  private func write(_ lesson: Lesson, in language: String, _ program: [UInt8]) throws(FileError) {
    try steps(in: language)?.remove(lesson.name)
    let files = NamedFiles(in: "\(folder)/\(language)", suffix: ".\(lesson.fileExtension)")
    try files?.write(program, named: lesson.name)
  }

  /// The files with the numbers of the steps that the programs of a language have reached.
  private func steps(in language: String) -> NamedFiles? {
    NamedFiles(in: "\(folder)/\(language)", suffix: ".step", sizeLimit: 10)
  }

  /// Returns the number of steps of a lesson that are done; 0 if it can't be read.
  package func stepsDone(of lesson: Lesson, in language: String) -> Int {
    let bytes = try? steps(in: language)?.read(lesson.name)
    let count = bytes.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
    return min(max(0, count), lesson.steps.count)
  }

  /// Records the number of steps of a lesson that are done.
  /// - Throws: `FileError` if it can't be written.
  package func note(stepsDone count: Int, of lesson: Lesson, in language: String) throws(FileError) {
    try steps(in: language)?.write(Array(String(count).utf8), named: lesson.name)
    if count == lesson.steps.count { try done.write([], named: lesson.name) }
  }

  /// Whether a lesson was done.
  package func isDone(_ lesson: Lesson) -> Bool { done.has(lesson.name) }
}
