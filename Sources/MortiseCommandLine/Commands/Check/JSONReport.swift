import Markup

/// Findings as an array of JSON objects, without the notes that belong to no rule.
struct JSONReport: CheckReport {
  private var json = JSONWriter(style: .pretty)

  init() { json.beginArray() }

  mutating func add(_ programs: [CheckedProgram]) -> Bool {
    for program in programs {
      for finding in program.all where finding.rule != CheckRule.note { write(finding, of: program.path) }
    }
    return true
  }

  mutating func finish() -> Bool {
    json.endArray()
    return Console.show(json: json.takeBytes() + [UInt8(ascii: "\n")])
  }

  private mutating func write(_ finding: CheckFinding, of path: String) {
    json.beginObject()
    json.member("file", path)
    json.member("line", finding.position.line)
    json.member("column", finding.position.column)
    json.member("message", finding.message)
    json.member("rule", finding.rule)
    json.member("level", finding.level.rawValue)
    if let id = finding.blockID { json.member("block", id) }
    if let name = finding.fieldName { json.member("field", name) }
    if let place = finding.place(in: path) { json.member("place", place) }
    json.endObject()
  }
}
