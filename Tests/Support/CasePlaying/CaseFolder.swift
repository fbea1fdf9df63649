import Glibc
import MortiseFiles
import Workbench

/// A test case: a folder with a program, keys and the expected results. `Tests/Cases/README.md` describes the files.
public nonisolated struct CaseFolder: Sendable, CustomStringConvertible {
  public let path: String

  public init(path: String) { self.path = path }

  /// The programs that many cases open: copies of examples, so that the examples may change.
  static let programs = CaseFolder(
    path: #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/Programs")

  /// The area and the case's name.
  public var description: String { path.split(separator: "/").suffix(2).joined(separator: "/") }

  public func file(_ name: String) -> String { path + "/" + name }

  /// The bytes of a file; nil if there is none.
  public func bytes(of name: String) -> [UInt8]? { (try? FileReader.read(file(name)))?.bytes }

  /// The text of a file; nil if there is none.
  public func text(of name: String) -> String? { bytes(of: name).map { String(decoding: $0, as: UTF8.self) } }

  /// Every case folder `AREA/NAME` below a root, sorted.
  public static func all(in root: String) -> [CaseFolder] {
    names(in: root).flatMap { area in
      names(in: "\(root)/\(area)").map { CaseFolder(path: "\(root)/\(area)/\($0)") }
    }.filter { access($0.file("keys"), R_OK) == 0 }
  }

  private static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
  }
}

/// An error in a case's own files.
public nonisolated struct CaseError: Error, CustomStringConvertible {
  public var description: String
  public init(_ description: String) { self.description = description }
}
