import BlockFormats
import Markup

/// Findings as JUnit's XML, for continuous integration: a test suite for each file, with a failed test case for each
/// rule that a program violates, or a passed one.
struct JUnitReport: CheckReport {
  private struct Failure {
    var rule: String
    var findings: [CheckFinding]
  }

  /// The programs of each file.
  private var suites: [[CheckedProgram]] = []

  mutating func add(_ programs: [CheckedProgram]) -> Bool {
    if !programs.isEmpty { suites.append(programs) }
    return true
  }

  func finish() -> Bool {
    var xml = XMLWriter(style: XMLStyle(indent: "  ", closesEmptyElements: true))
    xml.begin("testsuites")
    xml.attribute("name", "\(MortiseApp.current.name) \(CheckCommand.name)")
    Self.writeCounts(of: suites.flatMap(\.self), to: &xml)
    for programs in suites { Self.write(programs, to: &xml) }
    xml.end()
    return Console.show("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(String(decoding: xml.bytes, as: UTF8.self))\n")
  }

  private static func writeCounts(of programs: [CheckedProgram], to xml: inout XMLWriter) {
    let counts = programs.map { failures(of: $0).count }
    xml.attribute("tests", "\(counts.reduce(0) { $0 + max(1, $1) })")
    xml.attribute("failures", "\(counts.reduce(0, +))")
    xml.attribute("errors", "0")
  }

  private static func write(_ programs: [CheckedProgram], to xml: inout XMLWriter) {
    xml.begin("testsuite")
    let path = programs[0].path
    let name = path == "-" ? ProgramFile.displayName(path) : ProgramPath(path).file
    xml.attribute("name", text(name))
    writeCounts(of: programs, to: &xml)
    for program in programs {
      let failures = failures(of: program)
      for failure in failures { write(failure, of: program, to: &xml) }
      if failures.isEmpty {
        beginTestCase(CheckCommand.name, of: program, in: &xml)
        xml.end()
      }
    }
    let notes = programs.flatMap { program in program.notes.map { line(of: $0, in: program) } }
    if !notes.isEmpty {
      xml.begin("system-out")
      xml.text(notes.joined(separator: "\n"))
      xml.end()
    }
    xml.end()
  }

  private static func beginTestCase(_ name: String, of program: CheckedProgram, in xml: inout XMLWriter) {
    xml.begin("testcase")
    xml.attribute("name", text(name))
    xml.attribute("classname", text(ProgramFile.displayName(program.path)))
  }

  private static func write(_ failure: Failure, of program: CheckedProgram, to xml: inout XMLWriter) {
    beginTestCase(failure.rule, of: program, in: &xml)
    xml.begin("failure")
    let (findings, first) = (failure.findings, failure.findings[0])
    xml.attribute("message", findings.count == 1 ? text(first.message) : "\(findings.count) problems")
    xml.attribute("type", first.level.rawValue)
    xml.text(findings.map { line(of: $0, in: program) }.joined(separator: "\n"))
    xml.end()
    xml.end()
  }

  /// The problems of a program by rule, in the order of their first problems.
  private static func failures(of program: CheckedProgram) -> [Failure] {
    var failures: [Failure] = []
    var indices: [String: Int] = [:]
    for finding in program.all where finding.level.isProblem {
      if let index = indices[finding.rule] {
        failures[index].findings.append(finding)
      } else {
        indices[finding.rule] = failures.count
        failures.append(Failure(rule: finding.rule, findings: [finding]))
      }
    }
    return failures
  }

  private static func line(of finding: CheckFinding, in program: CheckedProgram) -> String {
    text(TextReport.line(of: finding, in: program))
  }

  /// Returns a text without characters that XML forbids: `XMLWriter` would write them as references.
  private static func text(_ text: String) -> String {
    let visible = Console.sanitized(text).unicodeScalars.map { $0 == "\u{FFFE}" || $0 == "\u{FFFF}" ? "\u{FFFD}" : $0 }
    return String(String.UnicodeScalarView(visible))
  }
}
