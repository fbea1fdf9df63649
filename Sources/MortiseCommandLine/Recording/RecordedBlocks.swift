import BlockFormats
import BlockModel
import Markup

/// The definitions from an app's code, checked, and a list of those left out.
struct RecordedBlocks {
  /// The definitions in JSON, in the order in which the app defines them.
  private(set) var definitions: [[UInt8]] = []
  /// The types of the definitions.
  private(set) var types: Set<String> = []
  /// The definitions that were left out, with reasons, a line each.
  var problemLines: [String] { problems.map(\.line) }
  /// The number of files that define blocks.
  private(set) var fileCount = 0
  /// The number of them that were left out, wholly or from a mistake on.
  private(set) var failedFileCount = 0

  private struct Problem {
    var file: String
    var type: String?
    var cause: String
    var line: String { "\(file): " + (type.map { "block “\($0)”: " } ?? "") + cause }
  }

  private var problems: [Problem] = []
  private var files: Set<String> = []

  /// The maximum length of a definition, in bytes, and its maximum depth.
  private static let (longest, deepest) = (400_000, 10)
  private static let mostProblems = 1000

  /// The permitted members of a definition. All others, such as generators, don't describe a shape.
  private static let members: Set<String> = [
    "type", "message0", "args0", "inputsInline", "output", "previousStatement", "nextStatement", "colour", "style",
    "tooltip", "helpUrl", "mutations",
  ]

  /// Mortise's own blocks.
  private let stock: BlockFactory?

  init(stock: BlockFactory?) { self.stock = stock }

  /// Takes a line of the recorder's output.
  mutating func take(_ json: JSONValue) {
    let file = json["file"]?.string ?? "?"
    if let definition = json["definition"] {
      take(definition, of: file)
    } else if let cause = json["problem"]?.string {
      note(Problem(file: file, type: json["type"]?.string, cause: cause))
    }
  }

  private mutating func note(_ problem: Problem) {
    if problems.count < Self.mostProblems { problems.append(problem) }
  }

  private mutating func take(_ json: JSONValue, of file: String) {
    guard let type = json["type"]?.string, !type.isEmpty, types.insert(type).inserted else { return }
    // Mortise has mutators for these, which can change their shape.
    if stock?.blockBuilders[type]?.mutator != nil { return }
    var writer = JSONWriter()
    writer.object(nil) { writer in
      for (key, value) in json.members where Self.members.contains(key) {
        writer.key(key)
        writer.value(value)
      }
    }
    let bytes = writer.bytes
    if bytes.count > Self.longest || writer.deepest > Self.deepest {
      return note(Problem(file: file, type: type, cause: "the definition is too large"))
    }
    do throws(MarkupError) {
      try BlockFactory().load(json: bytes)
      definitions.append(bytes)
      files.insert(file)
    } catch {
      note(Problem(file: file, type: type, cause: error.cause))
    }
  }

  /// Counts the files, and drops mistakes in those that define no blocks.
  mutating func takeDefiningFiles(_ defining: Set<String>) {
    problems.removeAll { $0.type == nil && !defining.contains($0.file) && !files.contains($0.file) }
    let failed = Set(problems.filter { $0.type == nil }.map(\.file))
    fileCount = files.union(failed).count
    failedFileCount = failed.count
  }

  /// A summary of the recording, in one sentence.
  var summary: String {
    let types = definitions.count == 1 ? "1 type" : "\(definitions.count) types"
    let whole = files.subtracting(problems.filter { $0.type == nil }.map(\.file)).count
    if failedFileCount == 0 { return "\(types) from \(fileCount) \(fileCount == 1 ? "file" : "files")" }
    return
      "\(types) from \(whole) of \(fileCount) files; \(failedFileCount) \(failedFileCount == 1 ? "was" : "were") left out"
  }

  /// The definition file: an array with one definition per line.
  var file: [UInt8] {
    Array("[\n".utf8) + definitions.joined(separator: Array(",\n".utf8)) + Array("\n]\n".utf8)
  }
}
