import BlockFormats
import BlockLibrary
import BlockModel
import BlocklyCache
import CodeGeneration
import SeededTesting
import Testing

/// Mortise generates the code that Blockly's own generators do, apart from helper functions and what docs/develop/generators.md
/// names.
@MainActor
@Suite(.enabled(if: BlocklyPackage.isThere, "\(BlocklyPackage.absence)"), .serialized)
struct CodeTests {
  /// How many programs each seed leads to.
  private static let rounds = 10
  private static let actions = 25

  private static let languages = Result {
    let factory = try StockBlocks.factory()
    return try CodeLanguages.standard.all.map { ($0.id, try GeneratorLanguage($0, factory: factory)) }
  }

  @Test(arguments: Seeds.first(7)) func codeIsBlocklys(seed: UInt64) throws {
    let host = try BlocklyHost.shared()
    let factory = try StockBlocks.factory()
    try host.load(try StartProgram.text(seed: seed))
    for round in 0..<Self.rounds {
      let state = try host.act(seed: seed * 1000 + UInt64(round), count: Self.actions).state.text()
      let isZeroBased = round.isMultiple(of: 2)
      let isTraced = round.isMultiple(of: 3)
      let theirs = try host.generate(isZeroBased: isZeroBased, isTraced: isTraced)
      // Blockly's own code for a loop that repeats 1e21 times or more repeats it once in Python.
      if theirs.code.isEmpty || state.contains("\"TIMES\":1e+") { continue }
      let workspace = try ProgramReader.read(Array(state.utf8), factory: factory).workspace
      for (id, language) in try Self.languages.get() {
        var options = GenerationOptions()
        options.isZeroBased = isZeroBased
        options.omitsHelpers = true
        let end = id == "python" || id == "lua" ? "\n" : ";\n"
        if isTraced { (options.statementPrefix, options.loopTrap) = ("enter(%1)" + end, "again(%1)" + end) }
        if theirs.isSuffixed { options.statementSuffix = "leave(%1)" + end }
        let code = try CodeGenerator(workspace, in: language, options: options).generate()
        let difference = Self.difference(String(decoding: code.bytes, as: UTF8.self), theirs.code[id] ?? "", id)
        if let difference { Issue.record("seed \(seed), round \(round), \(id): \(difference)") }
      }
    }
  }

  /// The first line that differs; nil for none.
  private static func difference(_ ours: String, _ theirs: String, _ language: String) -> String? {
    if ours == theirs { return nil }
    let lines = ours.split(separator: "\n", omittingEmptySubsequences: false)
    let others = theirs.split(separator: "\n", omittingEmptySubsequences: false)
    for (line, other) in zip(lines, others) where line != other {
      // Blockly's PHP takes references to expressions, which doesn't parse.
      let isReference = language == "php" && other.contains(" = &(") && line == other.replacing(" = &(", with: " = (")
      // Blockly's Python stops at an empty delimiter.
      let isLetters =
        language == "python" && other.contains(".split('')") && withoutSplitting(line) == withoutSplitting(other)
      // Blockly's Dart takes a “$” in a block's id for a variable.
      let isID = language == "dart" && line.replacing("\\$", with: "$") == other
      if !isReference, !isLetters, !isID { return "“\(line)”, Blockly “\(other)”" }
    }
    return lines.count == others.count ? nil : "\(lines.count) lines, Blockly \(others.count)"
  }

  /// A line of Python without what makes letters of a text, and without parentheses.
  private static func withoutSplitting(_ line: Substring) -> String {
    line.replacing(".split('')", with: "").replacing("list(", with: "").filter { $0 != "(" && $0 != ")" }
  }
}
