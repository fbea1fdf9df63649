/// A place where a rule is broken.
struct Violation: Equatable, CustomStringConvertible {
  var path: String
  var line: Int
  var what: String

  var description: String { "\(path):\(line): \(what)" }
}

/// The rules for the source files. Each one returns its violations.
enum Rules {
  /// A target imports only targets on lower floors or on its own.
  static func floors(_ files: [SourceFile]) -> [Violation] {
    var violations: [Violation] = []
    for file in files {
      guard let floor = Layers.floors[file.target] else {
        violations.append(
          Violation(path: file.path, line: 1, what: "the target \(file.target) has no floor in Layers.swift"))
        continue
      }
      for entry in file.imports
      where !Layers.toolchain.contains(entry.module) && !Layers.foundation.contains(entry.module) {
        let what: String? =
          switch Layers.floors[entry.module] {
          case nil: "\(entry.module) is neither a target of the house nor an allowed module of the toolchain"
          case let other? where other > floor:
            "\(file.target) (\(floor)) may not import \(entry.module) (\(other)): it is on a higher floor"
          default: entry.module == file.target ? "\(file.target) imports itself" : nil
          }
        if let what { violations.append(Violation(path: file.path, line: entry.line, what: what)) }
      }
    }
    return violations
  }

  /// Imports have no cycles.
  static func cycles(_ files: [SourceFile]) -> [Violation] {
    var imported: [String: Set<String>] = [:]
    for file in files { imported[file.target, default: []].formUnion(file.imports.map(\.module)) }
    func leads(from start: String, to end: String) -> Bool {
      var seen: Set<String> = []
      var waiting = [start]
      while let next = waiting.popLast() {
        if next == end { return true }
        if seen.insert(next).inserted { waiting += imported[next] ?? [] }
      }
      return false
    }
    return at(files) { file, entry in
      guard entry.module != file.target, leads(from: entry.module, to: file.target) else { return nil }
      return "\(file.target) imports \(entry.module), which imports \(file.target) in turn"
    }
  }

  /// Each C library has one importer.
  static func faces(_ files: [SourceFile]) -> [Violation] {
    at(files) { file, entry in
      guard let user = Layers.faces[entry.module], user != file.target else { return nil }
      return "only \(user) may import \(entry.module)"
    }
  }

  /// The model doesn't know events.
  static func modelWithoutEvents(_ files: [SourceFile]) -> [Violation] {
    at(files) { file, entry in
      guard Layers.model.contains(file.target), entry.module == "BlockEvents" else { return nil }
      return "\(file.target) is of the model and may not import BlockEvents"
    }
  }

  /// The layout measures in cells and doesn't know the terminal.
  static func layoutWithoutTerminal(_ files: [SourceFile]) -> [Violation] {
    at(files) { file, entry in
      guard file.target == "BlockLayout", entry.module == "MortiseTerminal" else { return nil }
      return "BlockLayout may not import MortiseTerminal"
    }
  }

  /// No Foundation, because of its start-up time and its parsers' depth limits. An import of FoundationEssentials needs
  /// a comment on the line above that gives the reason.
  static func foundation(_ files: [SourceFile]) -> [Violation] {
    at(files) { file, entry in
      guard Layers.foundation.contains(entry.module) else { return nil }
      if entry.module != "FoundationEssentials" { return "\(entry.module) may not be imported" }
      let above = entry.line > 1 ? file.lines[entry.line - 2].trimmingPrefix { $0 == " " } : ""
      return above.hasPrefix("//") ? nil : "FoundationEssentials needs a comment on the line above that says what for"
    }
  }

  /// No re-exported imports (`@_exported`), which would be invisible to these rules, and no `@testable` ones.
  static func plainImports(_ files: [SourceFile]) -> [Violation] {
    at(files) { _, entry in
      guard let attribute = entry.attributes.first(where: { $0 == "@_exported" || $0 == "@testable" }) else {
        return nil
      }
      return "\(attribute) import is not allowed here"
    }
  }

  /// Only the controllers and views group and fire events, once per user action.
  static func grouping(_ files: [SourceFile]) -> [Violation] {
    let others = files.filter { file in
      !Layers.grouping.contains(file.target)
        && !(file.target == "BlockEditing" && file.path.split(separator: "/").last == Layers.chainFile[...])
    }
    return names(Layers.groupingCalls, in: others) { file, name in "\(name) may not be used in \(file.target)" }
  }

  /// Only the view layer adds events of the view, and it adds no others.
  static func viewEvents(_ files: [SourceFile]) -> [Violation] {
    let below = files.filter { !Layers.viewLayer.contains($0.target) }
    let view = files.filter { file in
      Layers.viewLayer.contains(file.target) && file.target != "BlockEvents"
        && !Layers.viewEventFiles.contains(file.path.split(separator: "/").last.map(String.init) ?? "")
    }
    return names(Layers.viewEvents, in: below) { file, name in "\(name)…) may not be made in \(file.target)" }
      + names(["addPendingEvent"], in: view) { _, name in
        "\(name) may not be used here; see WorkbenchController.announce"
      }
  }

  /// No type has its module's name: Swift could no longer qualify names with the module.
  static func targetNames(_ files: [SourceFile]) -> [Violation] {
    let declaration = /\b(?:class|struct|enum|protocol|actor|typealias)\s+(?<name>\w+)/
    var violations: [Violation] = []
    for file in files where file.isSwift {
      for (index, line) in file.code.enumerated() where line.mentions(file.target) {
        for match in line.matches(of: declaration) where match.output.name == file.target[...] {
          violations.append(
            Violation(path: file.path, line: index + 1, what: "the type \(file.target) bears its target's name"))
        }
      }
    }
    return violations
  }

  /// No two types of files' top levels share a name, whatever their targets: an app that imports both, or a reader, could not
  /// tell them apart.
  static func sharedNames(_ files: [SourceFile]) -> [Violation] {
    let declaration =
      /^(?:@\w+ |public |package |open |nonisolated |final |indirect )*(?:class|struct|enum|protocol|actor|typealias) (?<name>\w+)/
    var first: [Substring: String] = [:]
    var violations: [Violation] = []
    for file in files where file.isSwift {
      for (index, line) in file.code.enumerated() where line.first?.isWhitespace == false && !line.hasPrefix("}") {
        guard let match = line.firstMatch(of: declaration) else { continue }
        if let other = first.updateValue(file.path, forKey: match.output.name) {
          violations.append(
            Violation(path: file.path, line: index + 1, what: "\(other) has a type \(match.output.name), too"))
        }
      }
    }
    return violations
  }

  static func length(_ files: [SourceFile]) -> [Violation] {
    files.filter { $0.lines.count > Layers.longestFile }.map {
      Violation(
        path: $0.path, line: Layers.longestFile + 1,
        what: "the file has \($0.lines.count) lines; \(Layers.longestFile) are the most: one concept a file")
    }
  }

  static func forbiddenCalls(_ files: [SourceFile]) -> [Violation] {
    names(Layers.forbiddenCalls, in: files) { _, name in "`\(name)` may not be used" }
  }

  /// A path's string may carry bytes that are not UTF-8, so it is never passed to the system as it is.
  static func pathCalls(_ files: [SourceFile]) -> [Violation] {
    names(Layers.pathCalls, in: files.filter { $0.path != Layers.pathCallFile }) { _, name in
      "`\(name)` takes a path; use FileSystem"
    }
  }

  /// Text from files reaches a terminal only through `Console.show`, `Console.printError` or `Screen`.
  static func rawOutput(_ files: [SourceFile]) -> [Violation] {
    let others = files.filter { !Layers.rawOutputFiles.contains($0.path) }
    return names(Layers.rawOutput, in: others) { _, name in "`\(name)` shows text that nothing has made safe" }
  }

  // MARK: - Helpers

  private static func at(
    _ files: [SourceFile], _ message: (SourceFile, SourceFile.Import) -> String?
  ) -> [Violation] {
    files.flatMap { file in
      file.imports.compactMap { entry in
        message(file, entry).map { Violation(path: file.path, line: entry.line, what: $0) }
      }
    }
  }

  private static func names(
    _ names: [String], in files: [SourceFile], _ message: (SourceFile, String) -> String
  ) -> [Violation] {
    var violations: [Violation] = []
    for file in files {
      for (index, line) in file.code.enumerated() {
        for name in names where line.mentions(name) && contains(line, name) {
          violations.append(Violation(path: file.path, line: index + 1, what: message(file, name)))
        }
      }
    }
    return violations
  }

  /// Whether a line contains a name that isn't the end of a longer one.
  private static func contains(_ line: String, _ name: String) -> Bool {
    line.ranges(of: name).contains { range in
      guard range.lowerBound > line.startIndex else { return true }
      let before = line[line.index(before: range.lowerBound)]
      return !(before.isLetter || before.isNumber || before == "_")
    }
  }
}
