import BlockFormats
import Markup
import MortiseFiles

/// Findings in the Static Analysis Results Interchange Format, for code scanning and editors.
struct SARIFReport: CheckReport {
  private var results = JSONWriter(style: .pretty)
  /// The ids of the rules with findings.
  private var rules: [String] = []
  private var indices: [String: Int] = [:]
  /// The number of findings with the same fingerprint.
  private var counts: [UInt64: Int] = [:]

  private static let schema =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

  init() {
    results.beginObject()
    results.member("$schema", Self.schema)
    results.member("version", "2.1.0")
    results.key("runs")
    results.beginArray()
    results.beginObject()
    // Columns count Unicode scalars.
    results.member("columnKind", "unicodeCodePoints")
    results.key("results")
    results.beginArray()
  }

  mutating func add(_ programs: [CheckedProgram]) -> Bool {
    for program in programs {
      let path = program.path == "-" ? ProgramPath(file: "-", program: nil) : ProgramPath(program.path)
      for finding in program.all { write(finding, of: path) }
    }
    return true
  }

  mutating func finish() -> Bool {
    results.endArray()
    let (app, rules) = (MortiseApp.current, rules)
    results.object("tool") { json in
      json.object("driver") { json in
        json.member("name", app.name)
        json.member("version", app.version)
        json.array("rules") { json in
          for id in rules { Self.write(CheckRule.named(id), id, to: &json) }
        }
      }
    }
    results.endObject()
    results.endArray()
    results.endObject()
    return Console.show(json: results.takeBytes() + [UInt8(ascii: "\n")])
  }

  private static func write(_ rule: CheckRule, _ id: String, to json: inout JSONWriter) {
    json.object { json in
      json.member("id", id)
      json.object("shortDescription") { $0.member("text", rule.title) }
      json.object("help") { $0.member("text", rule.help) }
    }
  }

  private mutating func write(_ finding: CheckFinding, of path: ProgramPath) {
    let (index, uri) = (index(of: finding.rule), Self.uri(of: path.file))
    let fingerprint = fingerprint(of: finding, in: path, uri: uri)
    results.object { json in
      json.member("ruleId", finding.rule)
      json.member("ruleIndex", index)
      json.member("level", finding.level.wordInSARIF)
      json.object("message") { $0.member("text", Console.sanitized(finding.message)) }
      json.array("locations") { json in
        json.object { Self.writeLocation(of: finding, in: path, uri: uri, to: &$0) }
      }
      // GitHub reads this key only.
      json.object("partialFingerprints") { $0.member("primaryLocationLineHash", fingerprint) }
    }
  }

  private static func writeLocation(
    of finding: CheckFinding, in path: ProgramPath, uri: String, to json: inout JSONWriter
  ) {
    json.object("physicalLocation") { json in
      json.object("artifactLocation") { $0.member("uri", uri) }
      json.object("region") { json in
        json.member("startLine", finding.position.line)
        json.member("startColumn", finding.position.column)
      }
    }
    let name = [path.program, finding.blockPath].compactMap(\.self).joined(separator: "/")
    if name.isEmpty { return }
    json.array("logicalLocations") { json in
      json.object { $0.member("fullyQualifiedName", Console.sanitized(name)) }
    }
  }

  private mutating func index(of rule: String) -> Int {
    if let index = indices[rule] { return index }
    indices[rule] = rules.count
    rules.append(rule)
    return rules.count - 1
  }

  /// Returns a text that identifies a finding in later versions of the program, wherever its line will be.
  private mutating func fingerprint(of finding: CheckFinding, in path: ProgramPath, uri: String) -> String {
    let place = finding.blockID ?? finding.blockPath ?? finding.message
    let parts = [uri, path.program ?? "", finding.rule, place, finding.fieldName ?? ""]
    let hash = FileStamp.hash(Array(parts.joined(separator: "\u{0}").utf8))
    counts[hash, default: 0] += 1
    return "\(String(hash, radix: 16)):\(counts[hash, default: 1])"
  }

  /// Returns a path as a URI: relative to the working folder, or with the scheme `file`.
  private static func uri(of path: String) -> String {
    let bytes = PercentCoding.encode(path.pathBytes, keeping: plain)
    return (path.hasPrefix("/") ? "file://" : "") + String(decoding: bytes, as: UTF8.self)
  }

  /// The characters of paths that URIs contain unchanged.
  private static let plain = Set(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
}
