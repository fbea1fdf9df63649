import BlockFormats
import BlockLibrary
import BlockModel
import CodeGeneration
import Testing

/// Languages that an app brings beside Mortise's own.
@Suite struct CodeLanguagesTests {
  private static let generators = """
    {
      "orders": {"ATOMIC": 0, "SUM": 1.5}, "overrides": [["SUM", "SUM"]], "reserved": ["let"], "variablePrefix": "@",
      "terminator": ";\\n", "emptyBody": "skip", "looseValue": ["drop ", ";\\n"], "importsFirst": true,
      "main": ["begin\\n", "end\\n"], "textOf": ["text(", ")"], "continueLabel": "next:",
      "variables": {"before": "let ", "each": "", "separator": ", ", "after": ";\\n", "always": false},
      "text": {"escapes": [["'", "''"], ["\\n", "\\\\n", "'"]], "controls": "\\\\x", "quote": "'", "otherQuote": "'",
        "order": "ATOMIC", "lineSeparator": " & ", "lineOperator": "&", "lineOrder": "SUM"},
      "comments": {"prefix": "-- ", "definitionPrefix": "--- ", "replacements": [["!", "?"]], "endsOutside": true},
      "numbers": {"order": "ATOMIC", "negative": "SUM", "infinity": ["inf", "ATOMIC"], "negativeInfinity": ["-inf", "SUM"]},
      "index": {"plain": "SUM", "add": "SUM", "subtract": "SUM", "negate": "SUM", "integer": ["int(", ")"]},
      "if": {"order": "SUM", "empty": "no", "first": "if {{TEST}}\\n", "other": "elif {{TEST}}\\n", "else": "else\\n",
        "end": "fi\\n"},
      "function": {"open": "fn {{NAME}} {{ARGUMENTS}}\\n", "globals": "use {{VARIABLES}}\\n", "result": "give {{VALUE}}\\n",
        "close": "nf\\n", "types": ["", "value "]},
      "run": {"names": "_b", "statement": "_b %1\\n", "condition": "_q {{BLOCK}} {{CONDITION}}\\n", "arguments": "",
        "function": "", "value": "{{VALUE}}", "call": "", "order": "ATOMIC"},
      "caches": {"list": {"unless": ["word"], "name": "list", "code": "{{NAME}} = {{VALUE}}", "grouped": "{{NAME}}"}},
      "helpers": {"shout": ["fn {{shout()}}", "nf"]},
      "blocks": {
        "controls_if": {"strategy": "if"},
        "math_number": {"strategy": "number"},
        "text": {"code": "{{\\"TEXT\\"}}", "order": "ATOMIC"},
        "text_print": {"inputs": {"TEXT": ["SUM", "''"]}, "code": "{{shout()}} {{TEXT}}"}
      }
    }
    """

  private static func languages(_ generators: String) -> CodeLanguages {
    var languages = CodeLanguages.standard
    languages.add(
      CodeLanguage(id: "tiny", name: "Tiny", fileExtension: "tiny", generators: Array(generators.utf8)))
    return languages
  }

  /// The code of a program in the language that is made of some JSON.
  private static func code(_ generators: String, files: [BlockFile] = []) throws -> String {
    let factory = try StockBlocks.factory()
    let language = try languages(generators).generators(of: "tiny", files: files, factory: factory)
    let program = """
      <xml><block type="controls_if"><value name="IF0"><block type="math_number"><field name="NUM">7</field></block></value>
      <statement name="DO0"><block type="text_print"><comment>hey!</comment><value name="TEXT"><block type="text">
      <field name="TEXT">it's</field></block></value></block></statement></block></xml>
      """
    let workspace = try ProgramReader.read(Array(program.utf8), factory: factory).workspace
    let code = try CodeGenerator(workspace, in: language, options: GenerationOptions()).generate()
    return String(decoding: code.bytes, as: UTF8.self)
  }

  @Test func aFurtherLanguageIsGenerated() throws {
    #expect(
      try Self.code(Self.generators)
        == "fn shout\nnf\n\n\nbegin\n  if 7\n    -- hey?\n    shout 'it''s';\n  fi\nend\n")
  }

  @Test func aLanguageTakesThePlaceOfOneWithItsID() {
    var languages = CodeLanguages.standard
    languages.add(CodeLanguage(id: "lua", name: "Other", fileExtension: "o", generators: []))
    #expect(languages.all.map(\.name) == ["Python", "JavaScript", "Other", "PHP", "Dart"])
    #expect(languages["lua"]?.name == "Other" && languages["cobol"] == nil)
    #expect(languages.runnable.map(\.id) == ["python", "javascript"])
  }

  @Test func generatorsOfOwnBlocksMayBeForIt() throws {
    let file = BlockFile(
      path: "own.json", bytes: Array("{\"tiny\": {\"blocks\": {\"text_print\": \"print\"}}}".utf8), kind: .generators)
    #expect(try Self.code(Self.generators, files: [file]).contains("    print;\n"))
    let error = #expect(throws: GeneratorFileError.self) {
      try CodeLanguages.standard.generators(of: "lua", files: [file], factory: StockBlocks.factory())
    }
    #expect(error?.description == "own.json:1:10: unknown language “tiny”")
  }

  @Test(arguments: [
    ("", "1:1: "), ("[]", "1:1: a language must be an object"),
    ("{\n\"name\": \"Tiny\"}", "2:9: unknown member “name”"),
    ("{\"text\": {}}", "1:1: “comments” is missing"), ("{\"comments\": {\"prefix\": \"#\"}}", "1:1: “text” is missing"),
    ("{\"text\": {}, \"comments\":\n{}}", "2:1: “prefix” is missing"),
    ("{\"orders\": {\"BIG\":\n1e9}}", "2:1: must be a number from 0 to 1000"),
    ("{\"overrides\": [\n\"FAST\"]}", "2:1: must be two strings"),
    ("{\"overrides\": [\n[\"FAST\", \"SLOW\"]]}", "2:1: unknown order “FAST” of Tiny"),
    ("{\"looseValue\":\n7}", "2:1: must be a string or an array of strings"),
    (
      "{\"text\": {}, \"comments\": {\"prefix\": \"#\"}, \"blocks\": {\"controls_if\": {\"strategy\":\n\"if\"}}}",
      "2:1: the language has no “if”"
    ),
    (
      "{\"text\": {}, \"comments\": {\"prefix\": \"#\"}, \"blocks\": {\"text_print\":\n\"{{TEST}}\"}}",
      "2:1: the block has no input or field “TEST”"
    ),
    ("{\"text\": {}, \"comments\": {\"prefix\": \"#\"}, \"blocks\": {\"go\":\n\"\"}}", "2:1: unknown block type “go”"),
    (
      "{\"text\": {}, \"comments\": {\"prefix\": \"#\"}, \"helpers\": {\"a\":\n\"{{b()}}\", \"b\": \"{{a()}}\"}}",
      "2:1: the helper function “a” refers to itself through “b”"
    ),
  ]) func aMistakeIsOneLine(_ generators: String, _ mistake: String) {
    let error = #expect(throws: GeneratorFileError.self) { try Self.code(generators) }
    let text = error.map { "\($0)" } ?? ""
    #expect(text.hasPrefix("the generators of Tiny: \(mistake)") && !text.contains("\n"), "\(text)")
  }

  /// Whatever else stands in the place of a value, the language is read or refused, and what is read can be used.
  @Test func noValueIsTrusted() {
    let value = #/(?:"[^"]*"(?!\s*:)|\[[^\[\]]*\]|true|[0-9.]+)/#
    var refused = 0
    for match in Self.generators.matches(of: value) {
      for other in ["7", "-1e300", "null", "true", "\"\"", "\"{{\"", "\"=\"", "[]", "[\"a\"]", "[[], []]", "{}"] {
        let changed = Self.generators.replacingCharacters(in: match.range, with: other)
        do { _ = try Self.code(changed) } catch { refused += 1 }
      }
    }
    #expect(refused > 700)
  }
}

extension String {
  fileprivate func replacingCharacters(in range: Range<String.Index>, with other: String) -> String {
    String(self[..<range.lowerBound]) + other + self[range.upperBound...]
  }
}
