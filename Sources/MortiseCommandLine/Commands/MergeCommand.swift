import BlockEvents
import BlockFormats
import BlockModel
import BlockNotation
import MortiseFiles
import ProgramDiff

/// `mortise merge`: merges two versions of a program. Git calls it as a merge driver, and other tools can.
enum MergeCommand: Subcommand {
  static let name = "merge"
  static let summary = "merge two versions of a program that were made from a third"
  static let syntax = ArgumentSyntax(
    usage: "BASE OURS THEIRS [-o OUT] [--path NAME] [--marker-size N]",
    options: [
      Option("--output", "-o", value: "OUT", help: "the file to write, such as OURS; default: standard output"),
      Option("--path", value: "NAME", values: .none, help: "the file's name in messages; git passes it as %P"),
      Option(
        "--marker-size", value: "N", values: .none,
        help: "the length of conflict marks in files that aren't programs; git passes it as %L"),
    ],
    operandName: "BASE, OURS and THEIRS", operandCount: 3...3,
    details: """
      An empty BASE is an empty program. In a conflict ours stays; theirs is added beside it as a disabled copy
      with a comment, and ‘mortise check’ finds it until it is deleted. The exit status is 0 for a clean merge,
      1 with conflicts, 2 if the files can't be merged: then nothing is written.
      Git merges other files line by line.
      """)

  private static let trouble = ExitCode.usage
  /// The maximum size of a version in bytes. Three programs and the merged one have to fit into memory.
  private static let sizeLimit = 128 << 20

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    guard let markerSize = Int(arguments.value("--marker-size") ?? "7"), (1...1_000).contains(markerSize) else {
      throw UsageError("--marker-size takes a number from 1 to 1000")
    }
    guard let factory = ProgramFile.factory(arguments) else { return trouble }
    let paths = arguments.operands
    // Git passes its merge tools versions under temporary names.
    let output = arguments.value("--output").flatMap { $0 == "-" ? nil : $0 }
    let name = arguments.value("--path") ?? ProgramFile.displayName(output ?? paths[1])
    do {
      if GitSwitch.isOff { return try mergeLines(paths, markerSize, arguments, name) }
      let files = try paths.map { try FileReader.readStream($0, limit: sizeLimit) }
      let (base, ours, theirs) = (files[0], files[1], files[2])
      if ours == theirs || theirs == base { return try write(ours, arguments) }
      if ours == base { return try write(theirs, arguments) }
      if let merge = try ContainerMerge(paths, files, factory) {
        return try finish(merge.bytes, merge.remarks, conflicts: merge.conflicts, arguments, name)
      }
      let programs = zip(paths, files).map { path, bytes in
        Result { try ProgramVersion(path: path, bytes: bytes).read(factory) }
      }
      // An empty base doesn't show whether the others are programs.
      let arePrograms = zip(files, programs).contains { !$0.isEmpty && (try? $1.get()) != nil }
      for case .failure(let error) in programs where ProgramFile.isOutOfMemory(error) { throw error }
      if !arePrograms { return try mergeLines(paths, markerSize, arguments, name) }
      return try merge(try programs.map { try $0.get() }, arguments, name)
    } catch let error as UsageError {
      throw error
    } catch {
      Console.printError("\(name): \(message(of: error, paths, arguments)); nothing was written")
      return trouble
    }
  }

  /// An error's message, with “base”, “ours” or “theirs” instead of the name of git's temporary file.
  private static func message(of error: any Error, _ paths: [String], _ arguments: Arguments) -> String {
    let text = "\(error)"
    guard arguments.has("--path") else { return text }
    for (path, version) in zip(paths, ["base", "ours", "theirs"]) {
      for beginning in ["", "can't read "] where text.hasPrefix(beginning + path + ":") {
        return beginning + version + text.dropFirst(beginning.count + path.count)
      }
    }
    return text
  }

  private static func merge(_ programs: [ReadFile], _ arguments: Arguments, _ name: String) throws -> ExitCode {
    // An empty file has no layout.
    var style = programs[programs[1].workspace.isEmpty ? 2 : 1].style
    let epilogues = programs.map(\.style.layout.epilogue)
    let takesTheirs = epilogues[1] == epilogues[0]
    if takesTheirs { style.layout.epilogue = epilogues[2] }
    let lines = epilogues.map { $0.split(whereSeparator: \.isNewline) }
    let tails =
      Set(epilogues).count == 3
      ? [conflict("both sides change what follows the program in the file", theirs: lines[2], ours: lines[1])] : []
    if !programs[1].workspace.isEmpty { style.otherText = programs[2].style.source?.bytes }
    let result = programs[1].workspace
    let merge = try ProgramMerge(
      base: programs[0].workspace, ours: result, theirs: programs[2].workspace, otherConflicts: tails)
    let bytes = try written(result, style)
    return try finish(
      bytes, merge.remarks, conflicts: merge.conflicts.map { firstLine(of: $0.message) }, arguments, name)
  }

  /// The message of a conflict outside the blocks, with the lines that only theirs has, for a workspace comment.
  static func conflict(_ message: String, theirs: [Substring], ours: [Substring]) -> String {
    let known = Set(ours)
    let lines = theirs.filter { !known.contains($0) }
    return message + (lines.isEmpty ? "" : "\n" + ConflictWords.cut(lines.joined(separator: "\n")))
  }

  /// A conflict's message without the lines of theirs.
  static func firstLine(of message: String) -> String {
    message.split(separator: "\n", maxSplits: 1).first.map(String.init) ?? message
  }

  /// Returns the file of a merged program.
  /// - Throws: `ComparisonError` if it can't be read back.
  static func written(_ result: Workspace, _ style: FileStyle) throws -> [UInt8] {
    if let reason = style.format.readOnlyReason { throw ComparisonError(description: "it can't be written: \(reason)") }
    let bytes = style.format.write(result, style: style, cache: ProgramCache()).bytes
    // A merge that can't be read back is worse than none.
    let library = NotationLibrary.of(result.factory)
    let written = StableText.text(of: result, library: library, rest: [])
    var context = ReadingContext(factory: result.factory, randomness: SystemNumbers())
    context.programName = style.programName
    let read = try ProgramFile.read(RecognisedFile(style.format, bytes), context)
    guard StableText.text(of: read.workspace, library: library, rest: []) == written else {
      throw ComparisonError(description: "the merged program can't be read back")
    }
    return bytes
  }

  /// Writes a merged file, and reports remarks and conflicts.
  private static func finish(
    _ bytes: [UInt8], _ remarks: [String], conflicts: [String], _ arguments: Arguments, _ name: String
  ) throws -> ExitCode {
    let code = try write(bytes, arguments)
    guard code == .success else { return code }
    for remark in remarks { Console.printError("\(name): \(remark)") }
    for conflict in conflicts { Console.printError("\(name): conflict: \(conflict)") }
    return conflicts.isEmpty ? .success : .problems
  }

  /// Lets git merge the files line by line.
  private static func mergeLines(
    _ paths: [String], _ markerSize: Int, _ arguments: Arguments, _ name: String
  ) throws -> ExitCode {
    let outcome = try GitMergeFile.merge(base: paths[0], ours: paths[1], theirs: paths[2], markerSize: markerSize)
    let code = try write(outcome.bytes, arguments)
    guard code == .success else { return code }
    if !outcome.isClean { Console.printError("\(name): conflict: git merged the file line by line") }
    return outcome.isClean ? .success : .problems
  }

  private static func write(_ bytes: [UInt8], _ arguments: Arguments) throws -> ExitCode {
    guard let output = arguments.value("--output"), output != "-" else {
      return Console.write(Console.visible(bytes, on: "-")) ? .success : trouble
    }
    try FileSaver.save(bytes, to: output)
    return .success
  }
}
