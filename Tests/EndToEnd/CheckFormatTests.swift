import FileTesting
import Markup
import Testing

/// `mortise check --format`: the same findings for other programs.
@Suite struct CheckFormatTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let number = "<block type='math_number' id='n'><field name='NUM'>x</field></block>"
  /// A name with what URIs, XML and JSON escape.
  private static let oddName = "a b'ü\"&%#.xml"

  /// Writes a program; returns its path.
  private func program(_ content: String, _ name: String = "a.xml") throws -> String {
    try Tool.write("<xml>\n\(content)\n</xml>\n", to: folder.file(name))
    return folder.file(name)
  }

  /// Returns the output for files.
  /// - Parameter isInFolder: whether the paths are names in the folder.
  private func output(_ format: String, _ paths: [String], code: Int32 = 1, isInFolder: Bool = false) throws -> String {
    let binary = try Tool.run(["-c", "realpath '\(Tool.binary)'"], program: "/bin/sh").output.dropLast()
    let outcome = try Tool.run(
      ["check", "--format", format] + paths, program: String(binary), shell: isInFolder ? "cd \(folder.path)" : "")
    #expect(outcome.code == code && outcome.errors.isEmpty, "\(outcome)")
    return outcome.output
  }

  // MARK: - JSON

  @Test func jsonHasRulesAndLevels() throws {
    let path = try program(Self.number)
    #expect(
      try output("json", [path]) == """
        [
          {
            "file": "\(path)",
            "line": 2,
            "column": 1,
            "message": "field NUM: “x” isn't a number",
            "rule": "problem",
            "level": "error",
            "block": "n",
            "field": "NUM",
            "place": "\(path)#block=n/field=NUM"
          }
        ]

        """)
  }

  /// Notes are not in the array, which is empty without problems.
  @Test func notesAreNotInJSON() throws {
    let path = try program("<block type='variables_get'><field name='VAR'>x</field></block>")
    #expect(try output("text", [path], code: 0).contains("note: the variable “x” is used, but never set"))
    #expect(try output("json", [path], code: 0) == "[]\n")
  }

  // MARK: - SARIF

  /// The results of the only run, and the ids of its rules. Checks the members that the schema requires.
  private func sarif(
    _ paths: [String], code: Int32 = 1, isInFolder: Bool = false
  ) throws -> (results: [JSONValue], rules: [String]) {
    let json = try JSONParser.parse(output("sarif", paths, code: code, isInFolder: isInFolder))
    #expect(json["version"]?.string == "2.1.0")
    let runs = Array(try #require(json["runs"]).elements)
    let driver = try #require(runs.first?["tool"]?["driver"])
    #expect(runs.count == 1 && driver["name"]?.string == "mortise" && driver["version"]?.string?.isEmpty == false)
    var rules: [String] = []
    for rule in try #require(driver["rules"]).elements {
      rules.append(try #require(rule["id"]?.string))
      for text in ["shortDescription", "help"] { #expect(rule[text]?["text"]?.string?.isEmpty == false) }
    }
    let results = Array(try #require(runs[0]["results"]).elements)
    for result in results {
      let index = try #require(result["ruleIndex"]?.integer)
      #expect(rules[index] == result["ruleId"]?.string)
      #expect(["error", "warning", "note"].contains(result["level"]?.string))
      #expect(result["message"]?["text"]?.string?.isEmpty == false)
      let region = try #require(Self.location(of: result)?["physicalLocation"]?["region"])
      #expect(try #require(region["startLine"]?.integer) > 0 && #require(region["startColumn"]?.integer) > 0)
    }
    #expect(Set(results.map(Self.fingerprint)).count == results.count)
    return (results, rules)
  }

  private static func location(of result: JSONValue) -> JSONValue? { result["locations"]?.elements.first { _ in true } }

  private static func fingerprint(of result: JSONValue) -> String? {
    result["partialFingerprints"]?["primaryLocationLineHash"]?.string
  }

  private static func uri(of result: JSONValue) -> String? {
    location(of: result)?["physicalLocation"]?["artifactLocation"]?["uri"]?.string
  }

  private static func name(of result: JSONValue) -> String? {
    location(of: result)?["logicalLocations"]?.elements.first { _ in true }?["fullyQualifiedName"]?.string
  }

  @Test func sarifHasProblemsAndNotes() throws {
    let path = try program(
      "<block type='controls_if'><statement name='DO0'>\(Self.number)</statement></block>"
        + "<block type='variables_get'><field name='VAR'>v</field></block>")
    let (results, rules) = try sarif([path])
    #expect(results.map { $0["level"]?.string } == ["error", "error", "note"] && rules == ["problem", "note"])
    #expect(
      results.map(Self.name) == [
        "controls_if[1]/DO0/math_number[1]", "controls_if[1]/DO0/math_number[1]", "variables_get[1]",
      ])
  }

  @Test func aRunWithoutFindingsIsComplete() throws {
    let (results, rules) = try sarif([try program("<block type='logic_null'/>")], code: 0)
    #expect(results.isEmpty && rules.isEmpty)
  }

  @Test func namesAreURIs() throws {
    let encoded = "a%20b%27%C3%BC%22%26%25%23.xml"
    let path = try program(Self.number, Self.oddName)
    let missing = "x:y.xml"
    let results = try sarif([Self.oddName, missing], isInFolder: true).results
    #expect(results.map(Self.uri) == [encoded, "x%3Ay.xml"])
    #expect(try sarif([path]).results.map(Self.uri) == ["file://\(folder.path)/\(encoded)"])
  }

  /// A fingerprint doesn't depend on lines and, if the block has an id, not on the blocks around it.
  @Test(arguments: [" id='n'", ""]) func fingerprintsAreStable(id: String) throws {
    let number = "<block type='math_number'\(id)><field name='NUM'>x</field></block>"
    let first = try sarif([program(number + number.replacing("'n'", with: "'m'"))]).results.map(Self.fingerprint)
    let above = "\n\n<block type='text_print'/>" + (id.isEmpty ? "" : "<block type='math_number'/>")
    let second = try sarif([program(above + number + number.replacing("'n'", with: "'m'"))]).results
    #expect(first.count == 2 && second.map(Self.fingerprint) == first)
  }

  /// Of a deep block, only the end of the path is named.
  @Test func deepProgramsAreReported() throws {
    let depth = 3000
    let path = try program(
      String(repeating: "<block type='logic_negate'><value name='BOOL'>", count: depth) + "<block type='mystery'/>"
        + String(repeating: "</value></block>", count: depth))
    let name = try #require(try sarif([path]).results.first.flatMap(Self.name))
    #expect(name.hasPrefix("…/") && name.hasSuffix("/logic_negate[1]/BOOL/mystery[1]") && name.utf8.count < 1000)
  }

  // MARK: - JUnit

  @Test func junitHasASuiteForEachFile() throws {
    let good = try program("<block type='variables_get'><field name='VAR'>v</field></block>", "good.xml")
    let bad = try program(Self.number + "<block type='mystery'/>", Self.oddName)
    let missing = folder.file("missing.xml")
    let xml = try XMLParser.parse(output("junit", [good, bad, missing]))
    #expect(xml.name == "testsuites" && xml[attribute: "tests"] == "3" && xml[attribute: "failures"] == "2")
    let suites = Array(xml.elements)
    #expect(suites.map { $0[attribute: "name"] } == [good, bad, missing])
    #expect(suites.map { $0[attribute: "failures"] } == ["0", "1", "1"])
    let passed = Array(suites[0].elements)
    #expect(passed.map(\.name) == ["testcase", "system-out"] && !passed[0].hasElements)
    #expect(passed[1].text == "\(good):2:1: note: the variable “v” is used, but never set")
    let failed = try #require(suites[1].elements.first { $0.name == "testcase" })
    #expect(failed[attribute: "name"] == "problem" && failed[attribute: "classname"] == bad)
    let failure = try #require(failed.elements.first { $0.name == "failure" })
    #expect(failure[attribute: "message"] == "2 problems" && failure[attribute: "type"] == "error")
    #expect(
      failure.text == """
        \(bad):2:1: field NUM: “x” isn't a number (\(bad)#block=n/field=NUM)
        \(bad):2:69: the block type “mystery” is unknown; it is kept as it is
        """)
    let reason = suites[2].elements.first { _ in true }?.elements.first { _ in true }
    #expect(reason?[attribute: "message"] == "can't read \(missing): there is no such file")
  }

  /// XML forbids control characters, even as references, and terminals interpret them.
  @Test(arguments: ["json", "sarif", "junit"]) func hiddenCharactersAreReplaced(format: String) throws {
    let odd = "&#27;&#1;&#xFFFE;\u{9B}\u{202E}"
    let path = try program("<block type='math_number'><field name='NUM'>\(odd)&lt;&amp;\"</field></block>")
    let text = try output(format, [path])
    #expect(
      !text.contains("&#") && !text.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
    #expect(!text.contains("\u{202E}") && (format != "junit" || !text.contains("\u{FFFE}")))
    #expect(text.contains(format == "junit" ? "&lt;&amp;" : #"<&\""#))
  }

  // MARK: - Several programs

  @Test func programsOfAFileAreApart() throws {
    let path = folder.file("flows.json")
    let program = #"{"blocks":{"blocks":[{"type":"math_number","id":"n","fields":{"NUM":"x"}}]}}"#
    try Tool.write(#"{"p":[{"w":\#(program)},{"w":\#(program)}]}"#, to: path)
    let options = ["--member", "p.*.w", path]
    let results = try sarif(options).results
    #expect(results.map(Self.uri) == ["file://\(path)", "file://\(path)"])
    #expect(results.map(Self.name) == ["1/math_number[1]", "2/math_number[1]"])
    let suites = Array(try XMLParser.parse(output("junit", options)).elements)
    #expect(suites.map { $0[attribute: "name"] } == [path] && suites[0][attribute: "tests"] == "2")
    #expect(
      suites[0].elements.map { $0[attribute: "classname"] } == ["\(path)#program=1", "\(path)#program=2"])
    let json = try JSONParser.parse(output("json", options))
    #expect(json.elements.map { $0["file"]?.string } == ["\(path)#program=1", "\(path)#program=2"])
  }

  @Test func standardInputHasAName() throws {
    let path = try program(Self.number)
    let outcome = try Tool.run(["check", "--format", "junit", "-"], input: path)
    #expect(outcome.output.contains(#"classname="standard input""#) && outcome.code == 1)
    let result = try JSONParser.parse(try Tool.run(["check", "--format", "sarif", "-"], input: path).output)
    #expect(
      result["runs"]?.elements.first { _ in true }?["results"]?.elements.first { _ in true }.flatMap(Self.uri) == "-")
  }
}
