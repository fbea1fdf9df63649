import BlockFormats
import BlockLibrary
import BlockModel
import Testing

@testable import CodeGeneration

/// What a program says never becomes code.
@Suite struct HostileTextTests {
  private static let lineEnds = [
    "\n", "\r\n", "\r", "\u{2028}", "\u{2029}", "\u{85}", "\u{0B}", "\u{0C}", "\r\n \u{301}",
  ]
  private static let marks = ["python": "#", "lua": "--"]

  /// A text as JSON.
  private static func json(_ text: String) -> String {
    let units = text.utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    return "\"" + units.joined() + "\""
  }

  private static func block(_ type: String, _ members: String = "", id: String = "b") -> String {
    "{\"type\": \(json(type)), \"id\": \(json(id))\(members.isEmpty ? "" : ", ")\(members)}"
  }

  private static func program(_ block: String, variables: String = "") -> String {
    "{\"blocks\": {\"languageVersion\": 0, \"blocks\": [\(block)]}, \"variables\": [\(variables)]}"
  }

  /// The code of a program in which blocks without code are comments.
  private static func lenientCode(_ program: String, _ id: String) throws -> String {
    let code = try CodeGenerator(
      GeneratedProgram.workspace(program), in: GeneratedProgram.language(id), options: GenerationOptions(),
      isLenient: true
    ).generate()
    return String(decoding: code.bytes, as: UTF8.self)
  }

  /// The lines of code by anybody's line ends, without the blanks around them.
  private static func lines(_ code: String) -> [String] {
    CommentWrapper.unwrappedLines(of: code).map { line in
      String(line.unicodeScalars.drop { $0 == " " })
    }
  }

  // MARK: - Comments

  @Test(arguments: GeneratedProgram.languages) func commentsStayComments(_ language: String) throws {
    let mark = Self.marks[language] ?? "//"
    for lineEnd in Self.lineEnds {
      for comment in ["nice\(lineEnd)HERE()\(lineEnd)", String(repeating: "word ", count: 20) + lineEnd + "HERE()"] {
        let block = Self.block("text_print", "\"icons\": {\"comment\": {\"text\": \(Self.json(comment))}}")
        let value = Self.block("math_number", "\"icons\": {\"comment\": {\"text\": \(Self.json(comment))}}", id: "c")
        for program in [block, Self.block("text_print", "\"inputs\": {\"TEXT\": {\"block\": \(value)}}")] {
          let lines = Self.lines(try GeneratedProgram.code(Self.program(program), language))
          let hostile = lines.filter { $0.contains("HERE()") }
          #expect(hostile.count == 1 && hostile[0].hasPrefix(mark), "\(Self.json(comment)): \(lines)")
        }
      }
    }
  }

  /// What a comment may not contain, for other reasons.
  @Test func commentsMeanNothing() throws {
    func comment(_ text: String, _ language: String) throws -> String? {
      let block = Self.block("text_print", "\"icons\": {\"comment\": {\"text\": \(Self.json(text))}}")
      return Self.lines(try GeneratedProgram.code(Self.program(block), language)).first { !$0.contains("print") }
    }
    #expect(try comment("a ?>b??>\u{301}", "php") == "// a ? >b?? >\u{301}")
    #expect(try comment("a\0b\u{1B}", "lua") == "-- a\u{FFFD}b\u{FFFD}")
    let python = try GeneratedProgram.code(
      Self.program(Self.block("text_print", "\"icons\": {\"comment\": {\"text\": \"coding: unicode_escape\"}}")))
    #expect(python.hasPrefix("# coding : unicode_escape\n"))
  }

  /// With time that grows with the cube of the number of words, this would take an hour.
  @Test(.timeLimit(.minutes(2))) func longCommentsTakeNoTime() throws {
    let comment = String(repeating: "a word, another word. ", count: 800)
    let block = Self.block("text_print", "\"icons\": {\"comment\": {\"text\": \(Self.json(comment))}}")
    let lines = Self.lines(try GeneratedProgram.code(Self.program(block)))
    #expect(lines.dropLast(2).allSatisfy { $0.hasPrefix("# ") && $0.count <= 70 })
    #expect(lines.dropLast(2).map { $0.dropFirst(2) }.joined(separator: " ") + " " == comment)
  }

  @Test(arguments: GeneratedProgram.languages) func unknownTypesStayComments(_ language: String) throws {
    let mark = Self.marks[language] ?? "//"
    for lineEnd in Self.lineEnds {
      let type = "a\(lineEnd)HERE()\(lineEnd)"
      let inner = Self.block("text_print", "\"inputs\": {\"TEXT\": {\"block\": \(Self.block(type))}}", id: "p")
      for program in [Self.block(type), inner] {
        let lines = Self.lines(try Self.lenientCode(Self.program(program), language))
        let hostile = lines.filter { $0.contains("HERE()") }
        #expect(hostile.count == 1 && hostile[0].hasPrefix(mark), "\(Self.json(type)): \(lines)")
      }
    }
  }

  // MARK: - Fields

  @Test(arguments: [
    ("controls_repeat", "TIMES"), ("math_number", "NUM"), ("lists_sort", "DIRECTION"), ("lists_sort", "TYPE"),
    ("text_getSubstring", "WHERE1"), ("lists_getSublist", "WHERE2"), ("math_arithmetic", "OP"), ("text_trim", "MODE"),
  ])
  func invalidValuesAreRefused(_ type: String, _ field: String) throws {
    for language in GeneratedProgram.languages {
      let text = "1\r\nHERE()"
      let program = Self.program(Self.block(type, "\"fields\": {\"\(field)\": \(Self.json(text))}"))
      let error = #expect(throws: GenerationProblem.self) { try GeneratedProgram.code(program, language) }
      #expect(error?.blockID == "b" && error?.fieldName == field)
      #expect(error?.message.hasPrefix("field \(field): “1\r\nHERE()” isn't ") == true)
      let mark = Self.marks[language] ?? "//"
      let hostile = Self.lines(try Self.lenientCode(program, language)).filter { $0.contains("HERE()") }
      #expect(hostile.count == 1 && hostile[0].hasPrefix(mark), "\(language): \(hostile)")
    }
  }

  @Test func countsAreIntegersInPython() throws {
    func count(_ number: String) throws -> Substring? {
      let block = Self.block("controls_repeat", "\"fields\": {\"TIMES\": \(number)}")
      return try GeneratedProgram.code(Self.program(block)).split(separator: "\n").first
    }
    #expect(try count("1e21") == "for count in range(1000000000000000000000):")
    #expect(try count("1.25e22") == "for count in range(12500000000000000000000):")
    #expect(try count("10") == "for count in range(10):")
  }

  // MARK: - Texts

  @Test(arguments: [
    ("python", "'a\\rb\\\n\\x00\\x1b\\u2028\"\\''"), ("javascript", "'a\\rb\\\n\\x00\\x1b\\u2028\"\\''"),
    ("lua", "'a\\rb\\\n\\x00\\x1b\u{2028}\"\\''"), ("php", "'a\rb\\\n\0\u{1B}\u{2028}\"\\''"),
    ("dart", "'a\\rb\\\n\\x00\\x1b\\u2028\"\\''"),
  ])
  func controlsAreEscaped(_ language: String, _ expected: String) throws {
    let field = "\"fields\": {\"TEXT\": \(Self.json("a\rb\n\0\u{1B}\u{2028}\"'"))}"
    let code = try GeneratedProgram.code(Self.program(Self.block("text", field)), language)
    #expect(code.utf8.firstRange(of: expected.utf8) != nil, "\(code)")
  }

  /// A carriage return and a line feed are two characters.
  @Test func linesOfTextsEndWithALineFeed() throws {
    let field = "\"fields\": {\"TEXT\": \(Self.json("a\r\nb"))}"
    #expect(try GeneratedProgram.code(Self.program(Self.block("text_multiline", field))) == "'a\\r' + '\\n' + 'b'\n")
  }

  @Test(arguments: GeneratedProgram.languages) func textsThatAreReturnedKeepTheirLines(_ language: String) throws {
    let text = Self.block("text", "\"fields\": {\"TEXT\": \"two\\n  lines\"}", id: "t")
    let function = Self.block(
      "procedures_defreturn", "\"fields\": {\"NAME\": \"f\"}, \"inputs\": {\"RETURN\": {\"block\": \(text)}}")
    let lines = try GeneratedProgram.code(Self.program(function), language).split(separator: "\n")
    #expect(
      lines.contains { $0.hasPrefix("  return 'two\\") } && lines.contains { $0.hasPrefix("  lines'") }, "\(lines)")
  }

  /// The same in bodies. Blockly indents such lines.
  @Test(arguments: GeneratedProgram.languages) func textsInBodiesKeepTheirLines(_ language: String) throws {
    let text = Self.block("text", "\"fields\": {\"TEXT\": \"two\\n  lines\"}", id: "t")
    let comment = "\"icons\": {\"comment\": {\"text\": \"no text\\\\\"}}"
    let print = Self.block("text_print", "\"inputs\": {\"TEXT\": {\"block\": \(text)}}, \(comment)", id: "p")
    let loop = Self.block("controls_repeat", "\"inputs\": {\"DO\": {\"block\": \(print)}}")
    let lines = try GeneratedProgram.code(Self.program(loop), language).split(separator: "\n")
    let index = try #require(lines.firstIndex { $0.hasPrefix("  lines'") }, "\(lines)")
    #expect(lines[index - 1].hasPrefix("  ") && lines[index - 1].hasSuffix("'two\\"), "\(lines)")
    #expect(lines[index - 2].hasSuffix(" no text\\"), "\(lines)")
  }

  // MARK: - Names and ids

  @Test(arguments: [
    ("python", "trace(\"'+HERE()+'\")"), ("javascript", "trace('\\'+HERE()+\\'')"), ("dart", "trace('\\'+HERE()+\\'')"),
  ])
  func idsAreLiterals(_ language: String, _ expected: String) throws {
    var options = GenerationOptions()
    options.statementPrefix = "trace(%1)\n"
    let program = Self.program(Self.block("text_print", id: "'+HERE()+'"))
    #expect(try GeneratedProgram.code(program, language, options: options).contains(expected + "\n"))
  }

  /// Blockly doesn't escape the ids that it makes, and needn't, except that Dart takes “${…}” for code.
  @Test func blocklysIDsAreLeft() throws {
    var options = GenerationOptions()
    options.statementPrefix = "trace(%1);\n"
    func code(_ id: String) throws -> String {
      try GeneratedProgram.code(Self.program(Self.block("text_print", id: id)), "dart", options: options)
    }
    #expect(try code("R|^q$%.A$f)qMInL:wP-").contains("trace('R|^q$%.A$f)qMInL:wP-');"))
    #expect(try code("${HERE()}abcdefghijk").contains("trace('\\${HERE()}abcdefghijk');"))
    #expect(try code("$HERE()").contains("trace('\\$HERE()');"))
  }

  @Test(arguments: [
    ("python", ["math", "random", "Number", "async", "await"]),
    ("javascript", ["Buffer", "async", "await", "process"]),
    ("lua", ["goto", "math"]), ("dart", ["Math", "Html", "await"]),
  ])
  func namesThatCodeNeedsAreReserved(_ language: String, _ names: [String]) throws {
    for name in names {
      let block = Self.block("variables_set", "\"fields\": {\"VAR\": {\"id\": \"v\"}}")
      let program = Self.program(block, variables: "{\"name\": \"\(name)\", \"id\": \"v\"}")
      #expect(try GeneratedProgram.code(program, language).contains(name + "2 = "), "\(name)")
    }
  }
}
