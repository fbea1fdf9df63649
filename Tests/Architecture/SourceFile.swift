import Glibc

/// A source file of the package.
struct SourceFile {
  /// Its path, relative to the package's root.
  let path: String
  /// Its target.
  let target: String
  /// Its lines, unchanged.
  let lines: [String]
  /// Its lines without comments and the contents of string literals.
  let code: [String]
  /// The imports, in every form that Swift allows.
  let imports: [Import]

  init(path: String, text: String) {
    self.path = path
    let parts = path.split(separator: "/").map(String.init)
    target = parts.count > 2 ? parts[1] : parts.last ?? ""
    lines = SourceFile.lines(of: text)
    code = SourceFile.lines(of: CodeOnly.text(of: text, isSwift: path.hasSuffix(".swift")))
    imports = path.hasSuffix(".swift") ? SourceFile.imports(in: code) : []
  }

  var isSwift: Bool { path.hasSuffix(".swift") }

  /// An import of a module.
  struct Import {
    var line: Int
    var module: String
    var attributes: [String]
  }

  private static func imports(in code: [String]) -> [Import] {
    let statement =
      /^\s*(?<before>(?:(?:@\w+(?:\([^)]*\))?|public|package|internal|fileprivate|private)\s+)*)import\s+(?:(?:struct|class|enum|protocol|typealias|func|let|var|actor)\s+)?(?<module>\w+)/
    var found: [Import] = []
    for (index, line) in code.enumerated() where line.mentions("import") {
      for part in line.split(separator: ";") {
        guard let match = part.firstMatch(of: statement) else { continue }
        let attributes = match.output.before.split(separator: " ").map(String.init)
        found.append(Import(line: index + 1, module: String(match.output.module), attributes: attributes))
      }
    }
    return found
  }

  private static func lines(of text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}

extension String {
  /// Whether a text is part of this one. Much faster than an expression, which it makes unnecessary for most lines.
  func mentions(_ text: String) -> Bool { strstr(self, text) != nil }
}

/// The package's files on disk.
enum PackageFiles {
  /// The package's root: two folders above this file's folder.
  static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

  /// Every source file of the product.
  static let sources = files(below: "Sources").filter { path in endings.contains { path.hasSuffix($0) } }
    .map { SourceFile(path: $0, text: text(of: $0)) }

  private static let endings = [".swift", ".c", ".cpp", ".h", ".modulemap"]

  /// All files below a folder, as sorted paths relative to the root.
  static func files(below folder: String) -> [String] {
    var found: [String] = []
    var waiting = [folder]
    while let next = waiting.popLast() {
      guard let directory = opendir(root + "/" + next) else { continue }
      defer { closedir(directory) }
      while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
          pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name.hasPrefix(".") { continue }
        let path = next + "/" + name
        if Int32(entry.pointee.d_type) == Int32(DT_DIR) {
          waiting.append(path)
        } else {
          found.append(path)
        }
      }
    }
    return found.sorted()
  }

  /// The text of a file; empty if there is none.
  static func text(of path: String) -> String {
    guard let file = fopen(root + "/" + path, "r") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&part, 1, part.count, file), count > 0 { bytes += part[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
