/// The rule that keeps the editor's modules apart.
extension Rules {
  /// A module doesn't name other modules, nor the types that assemble them.
  static func modules(_ files: [SourceFile]) -> [Violation] {
    var declared: [String: String] = [:]
    for file in files {
      if let module = module(of: file) {
        for name in declarations(in: file) { declared[name] = module }
      } else if Layers.assemblyFolders.contains(where: { file.path.hasPrefix($0) }) {
        for name in declarations(in: file) { declared[name] = "" }
      }
    }
    for name in Layers.assembly { declared[name] = "" }
    var violations: [Violation] = []
    for file in files {
      guard let module = module(of: file) else { continue }
      for (index, line) in file.code.enumerated() {
        for name in words(of: line) {
          guard let owner = declared[name], owner != module else { continue }
          let what = owner.isEmpty ? "\(name), which puts modules together" : "\(name) of the module \(owner)"
          violations.append(
            Violation(path: file.path, line: index + 1, what: "the module \(module) may not name \(what)"))
        }
      }
    }
    return violations
  }

  /// The folder of the module that a file belongs to.
  private static func module(of file: SourceFile) -> String? {
    guard file.path.hasPrefix(Layers.modules) else { return nil }
    return file.path.dropFirst(Layers.modules.count).split(separator: "/").first.map(String.init)
  }

  private static func declarations(in file: SourceFile) -> [String] {
    let declaration = /^(?<before>[\w ]*)\b(?:class|struct|enum|protocol|actor|typealias)\s+(?<name>\w+)/
    // Nested types are reached through the outer one.
    return file.code.compactMap { line in
      guard let match = line.firstMatch(of: declaration), !match.output.before.contains("extension") else { return nil }
      return line.first == " " ? nil : String(match.output.name)
    }
  }

  private static func words(of line: String) -> [String] { line.matches(of: /\w+/).map { String($0.output) } }
}
