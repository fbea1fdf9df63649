import Markup

/// Reads the file of a lesson, `lesson.json`. The first mistake is reported with its line and column.
package nonisolated struct LessonReader {
  private let path: String
  private let bytes: [UInt8]

  /// More than a lesson of a few minutes needs.
  static let (mostSteps, mostHints, mostChecks) = (20, 3, 20)
  /// The most letters of a text, which has to fit below the blocks.
  static let longestText = 400
  /// The most letters of a pattern, an input or an output.
  private static let longestPattern = 1000

  /// Reads a lesson.
  /// - Parameters:
  ///   - name: the name of its folder.
  ///   - path: the file's path, for messages.
  ///   - program: the program's file, as it is.
  /// - Throws: `OpenError` with the first mistake.
  package static func read(
    _ bytes: [UInt8], name: String, path: String, program: [UInt8], programPath: String
  ) throws(OpenError) -> Lesson {
    let reader = LessonReader(path: path, bytes: bytes)
    let root: JSONValue
    do throws(MarkupError) { root = try JSONParser.parse(bytes) } catch { throw OpenError("\(path):\(error)") }
    try reader.check(root, is: .object, "a lesson must be an object: { \"title\": …, \"steps\": [ … ] }")
    try reader.checkMembers(of: root, are: ["title", "words", "steps"])
    var words: [String: LessonText] = [:]
    for (word, value) in root["words"]?.members.map({ $0 }) ?? [] { words[word] = try reader.text(value, word) }
    let steps = try reader.list("steps", of: root, 1...mostSteps)
    return Lesson(
      name: name, title: try reader.text(root["title"], "title", of: root),
      steps: try steps.map { step throws(OpenError) in try reader.step(step) }, words: words, program: program,
      programPath: programPath)
  }

  private func step(_ value: JSONValue) throws(OpenError) -> Lesson.Step {
    try check(value, is: .object, "a step must be an object: { \"task\": …, \"hints\": [ … ], \"checks\": [ … ] }")
    try checkMembers(of: value, are: ["task", "hints", "checks"])
    let hints = value["hints"] == nil ? [] : try list("hints", of: value, 0...Self.mostHints)
    let checks = try list("checks", of: value, 1...Self.mostChecks)
    return Lesson.Step(
      task: try text(value["task"], "task", of: value),
      hints: try hints.map { hint throws(OpenError) in try text(hint, "a hint") },
      checks: try checks.map { check throws(OpenError) in
        guard check["any"] != nil else { return [try self.check(check)] }
        try checkMembers(of: check, are: ["any"])
        return try list("any", of: check, 1...Self.mostChecks).map { check throws(OpenError) in try self.check(check) }
      })
  }

  private func check(_ value: JSONValue) throws(OpenError) -> Lesson.Check {
    let kinds = Lesson.Check.Kind.allCases
    try checkMembers(of: value, are: kinds.map(\.rawValue) + ["input"])
    guard let kind = kinds.first(where: { value[$0.rawValue] != nil }), let pattern = value[kind.rawValue] else {
      let names = (kinds.map(\.rawValue) + ["any"]).map { "“\($0)”" }
      throw mistake(value, "a check must have one of \(names.joined(separator: ", "))")
    }
    let others = value.members.filter { $0.key != kind.rawValue && $0.key != "input" }
    if let other = others.first { throw mistake(other.value, "a check can't also have “\(other.key)”") }
    var check = Lesson.Check(kind: kind, text: try lines(pattern), location: location(of: pattern))
    if let input = value["input"] {
      if kind != .prints { throw mistake(input, "only a check with “prints” can have “input”") }
      check.input = try lines(input) + "\n"
    }
    return check
  }

  /// A text, or the lines of one.
  private func lines(_ value: JSONValue) throws(OpenError) -> String {
    let lines = value.kind == .array ? value.elements.map(\.string) : [value.string]
    let text = lines.compactMap(\.self).joined(separator: "\n")
    guard !lines.contains(nil) else { throw mistake(value, "expected a text, or a list of lines") }
    guard text.count <= Self.longestPattern else { throw mistake(value, "this text is too long") }
    return text
  }

  // MARK: - Parts

  /// - Parameter owner: the value that lacks the text if there is none.
  private func text(_ value: JSONValue?, _ name: String, of owner: JSONValue) throws(OpenError) -> LessonText {
    guard let value else { throw mistake(owner, "“\(name)” is missing here") }
    return try text(value, name)
  }

  private func text(_ value: JSONValue, _ name: String) throws(OpenError) -> LessonText {
    var texts: [String: String] = [:]
    if let text = value.string { texts[""] = text }
    for (language, text) in value.members {
      guard let text = text.string else { throw mistake(text, "expected a text in the language “\(language)”") }
      texts[language] = text
    }
    guard !texts.isEmpty, texts.values.allSatisfy({ !$0.isEmpty }) else {
      throw mistake(value, "“\(name)” must be a text, or an object of texts by language: { \"en\": … }")
    }
    guard texts.values.allSatisfy({ $0.count <= Self.longestText }) else {
      throw mistake(value, "“\(name)” has more than \(Self.longestText) letters")
    }
    return LessonText(texts, location: location(of: value))
  }

  private func list(_ name: String, of owner: JSONValue, _ count: ClosedRange<Int>) throws(OpenError) -> [JSONValue] {
    guard let value = owner[name] else { throw mistake(owner, "“\(name)” is missing here") }
    let elements = value.elements.map(\.self)
    guard value.kind == .array, count.contains(elements.count) else {
      throw mistake(value, "“\(name)” must be a list of \(count.lowerBound) to \(count.upperBound)")
    }
    return elements
  }

  private func check(_ value: JSONValue, is kind: JSONValue.Kind, _ message: String) throws(OpenError) {
    if value.kind != kind { throw mistake(value, message) }
  }

  private func checkMembers(of value: JSONValue, are names: [String]) throws(OpenError) {
    if let other = value.members.first(where: { !names.contains($0.key) }) {
      throw mistake(other.value, "“\(other.key)” is unknown here; known are \(names.joined(separator: ", "))")
    }
  }

  private func location(of value: JSONValue) -> String {
    let positions = JSONParser.positions(of: [value.tapeIndex], in: bytes)
    return positions[value.tapeIndex].map { "\(path):\($0)" } ?? path
  }

  private func mistake(_ value: JSONValue, _ message: String) -> OpenError {
    OpenError("\(location(of: value)): \(message)")
  }
}
