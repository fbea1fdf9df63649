import BlockFormats
import BlockModel
import MortiseFiles
import ProgramDiff

/// `mortise diff`: shows the differences between two programs.
enum DiffCommand: Subcommand {
  static let name = "diff"
  static let summary = "show the differences between two programs, in the words of their blocks"
  static let syntax = ArgumentSyntax(
    usage: "A B [--all] [--stat|--json|--events|--side-by-side|--html PAGE] [--width N] [--color WHEN]",
    options: [
      Option("--all", help: "ids, places, the order of stacks and the layout of the file count, too"),
      Option("--stat", help: "only the numbers of insertions, deletions, changes and moves"),
      Option("--json", help: "an object, see docs/use/scripts.md"),
      Option("--events", help: "the events that turn A into B, for ‘mortise replay A --events’"),
      Option("--side-by-side", help: "A on the left, B on the right"),
      Option("--html", value: "PAGE", help: "write a page with both programs for a review; “-” is standard output"),
      Option("--width", value: "N", values: .none, help: "the width of --side-by-side in columns"),
      ColorOption.option,
    ],
    operandName: "A and B", operandCount: 2...2,
    details: """
      + is inserted, - deleted, ~ changed, > moved. A and B may have different formats; one of them may be
      “-” for standard input. Of two folders, the programs with the same names are compared.
      The exit status is 0 if they are the same, 1 if they differ, 2 on errors.
      """)

  private static let forms = ["--stat", "--json", "--events", "--side-by-side", "--html"]

  private static let trouble = ExitCode.usage

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    let chosen = forms.filter(arguments.has)
    if chosen.count > 1 { throw UsageError("\(chosen[0]) and \(chosen[1]) can't be combined") }
    let isColored = try ColorOption.isEnabled(arguments)
    let width = try RenderCommand.width(arguments.value("--width"))
    let (old, new) = (arguments.operands[0], arguments.operands[1])
    if old == "-", new == "-" { throw UsageError("only one of A and B can be standard input") }
    guard let factory = ProgramFile.factory(arguments) else { return trouble }
    var files: FilePairs
    do throws(FileError) {
      // Some apps give plain XML and JSON other extensions.
      let endings =
        (PossibleValues.program.extensions ?? []).map { ".\($0)" }
        + GitAttributes.patterns.map { String($0.dropFirst()) }
      files = try FilePairs(old, new) { name in endings.contains { name.hasSuffix($0) } }
    } catch {
      Console.printError("\(error)")
      return trouble
    }
    // The files of folders may be too many to keep.
    let keepsFiles = !files.areFolders
    var recognised: [String: RecognisedFile] = [:]
    files.expand { path in
      guard let bytes = try? ProgramFile.bytes(of: path) else { return [path] }
      let file = ProgramFile.recognise(path, bytes, factory, among: MortiseApp.current.formats)
      if keepsFiles { recognised[ProgramPath(path).file] = file }
      return ProgramFile.programs(of: file, at: path)
    }
    let version = { (path: String) throws in
      try recognised[ProgramPath(path).file].map { ProgramVersion(path: path, file: $0) }
        ?? ProgramVersion(reading: path)
    }
    let comparer = ProgramComparer(
      factory, isExact: arguments.has("--all"), showsPrograms: arguments.has("--html"))
    if arguments.has("--events") {
      if files.areFolders { throw UsageError("--events takes two programs, not folders") }
      return events(files.pairs[0], comparer, version)
    }
    var output: any ComparisonOutput
    if arguments.has("--stat") {
      output = StatOutput()
    } else if arguments.has("--json") {
      output = JSONOutput()
    } else if let page = arguments.value("--html") {
      output = PageOutput(path: page, old: old, new: new)
    } else if arguments.has("--side-by-side") {
      let columns = SideBySide(isColored: isColored, width: width ?? TerminalWidth.current ?? 100)
      output = TextOutput { columns.text(of: $0, old: $1, new: $2) }
    } else {
      let lines = ListingText(isColored: isColored)
      output = TextOutput { lines.text(of: $0, old: $1, new: $2) }
    }
    return compare(files, comparer, &output, version)
  }

  private static func compare(
    _ files: FilePairs, _ comparer: ProgramComparer, _ output: inout any ComparisonOutput,
    _ version: (String) throws -> ProgramVersion
  ) -> ExitCode {
    var isTroubled = false
    var isDifferent = !files.onlyOld.isEmpty || !files.onlyNew.isEmpty
    for path in files.onlyOld { output.addOnly(path, inOld: true) }
    for path in files.onlyNew { output.addOnly(path, inOld: false) }
    for pair in files.pairs {
      do {
        let comparison = try comparer.compare(try version(pair.old), try version(pair.new))
        last = (comparer, files.areFolders ? nil : comparison)
        if comparison.isSame { continue }
        isDifferent = true
        output.add(comparison)
      } catch {
        Console.printError("\(error)")
        isTroubled = true
      }
    }
    // An incomplete answer would look complete.
    if isTroubled, !files.areFolders { return trouble }
    guard output.finish(isDifferent: isDifferent) else { return trouble }
    return isTroubled ? trouble : isDifferent ? .problems : .success
  }

  /// The last comparison. Freeing the wordings and the programs right before the process ends would take time.
  private static var last: (comparer: ProgramComparer, comparison: ProgramComparison?)?

  private static func events(
    _ pair: FilePairs.Pair, _ comparer: ProgramComparer, _ version: (String) throws -> ProgramVersion
  ) -> ExitCode {
    do {
      let (old, new) = (try version(pair.old), try version(pair.new))
      let lines = try comparer.events(old, new)
      let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
      guard Console.show(json: bytes) else { return trouble }
      if !lines.isEmpty { return .problems }
      if try comparer.compare(old, new).isSame { return .success }
      Console.printError("the differences aren't in blocks, variables or comments; events can't express them")
      return .problems
    } catch {
      Console.printError("\(error)")
      return trouble
    }
  }
}

/// An output format for differences.
protocol ComparisonOutput {
  mutating func addOnly(_ path: String, inOld: Bool)
  mutating func add(_ comparison: ProgramComparison)
  /// Writes the rest.
  /// - Returns: whether everything could be written.
  mutating func finish(isDifferent: Bool) -> Bool
}

/// Differences as lines, as `diff` writes them.
private struct TextOutput: ComparisonOutput {
  private let text: (ChangeListing, _ old: String, _ new: String) -> String
  private var isWritten = true

  init(_ text: @escaping (ChangeListing, _ old: String, _ new: String) -> String) { self.text = text }

  mutating func addOnly(_ path: String, inOld: Bool) {
    isWritten = Console.show("only in \(inOld ? "A" : "B"): \(Console.sanitized(path))\n") && isWritten
  }

  mutating func add(_ comparison: ProgramComparison) {
    let (old, new) = (ProgramFile.displayName(comparison.oldPath), ProgramFile.displayName(comparison.newPath))
    isWritten = Console.write(Array(text(comparison.listing, old, new).utf8)) && isWritten
  }

  mutating func finish(isDifferent: Bool) -> Bool { isWritten }
}
