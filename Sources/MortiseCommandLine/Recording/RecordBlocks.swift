import BlockModel
import Glibc
import MortiseFiles

/// `mortise blocks --record`: writes the definitions of an app's blocks.
enum RecordBlocks {
  static var options: [Option] {
    [
      Option("--record", value: "FOLDER", help: "record the blocks of the app in a folder"),
      Option(
        "--output", "-o", value: "DEFS.json", values: .jsonFile,
        help: "where to write the definitions; “-” is standard output"),
      Option(
        "--for", value: "FORMAT", values: .words(formats),
        help: "keep them for your files of an app, such as ftc"),
      Option("--trust", help: "run the app's code without asking, and without bubblewrap if need be"),
    ]
  }

  /// The values of `--for`: the formats of apps' files.
  private static var formats: [String] {
    MortiseApp.current.formats.all.filter { $0.app != nil }.map(\.name)
  }

  static func run(_ folder: String, _ arguments: Arguments) throws(UsageError) -> ExitCode {
    let destination = try destination(arguments)
    do throws(BlockRecorder.Failure) {
      let recorder = try recorder(folder, arguments)
      guard try confirms(folder, arguments) else { return .problems }
      let blocks = try record(recorder, isTrusted: arguments.has("--trust"))
      for line in blocks.problemLines { Console.printError(line) }
      if blocks.definitions.isEmpty {
        throw BlockRecorder.Failure(message: "no definitions of blocks were found in \(folder)")
      }
      let path = try write(blocks.file, to: destination)
      Console.printError(blocks.summary + (path.map { ": \($0)" } ?? ""))
      return .success
    } catch {
      Console.printError(error.message)
      return .problems
    }
  }

  // MARK: - Running

  private static func recorder(
    _ folder: String, _ arguments: Arguments
  ) throws(BlockRecorder.Failure) -> BlockRecorder {
    do throws(SystemError) {
      if try !FileSystem.status(of: folder).isFolder { throw SystemError(code: ENOTDIR) }
    } catch {
      throw BlockRecorder.Failure(message: FileError(.read, folder, code: error.code).description)
    }
    guard let node = Sandbox.node else {
      throw BlockRecorder.Failure(message: "recording needs node: install the package nodejs")
    }
    let path = FileSystem.absolute(folder)
    let language = arguments.value(CommonOptions.language.key) ?? UserFolders.language ?? "en"
    let sandbox: Sandbox
    if let bubblewrap = Sandbox.bubblewrap {
      sandbox = Sandbox(bubblewrap: bubblewrap, node: node, folder: path)
    } else if arguments.has("--trust") {
      sandbox = Sandbox(node: node, folder: path)
    } else {
      throw BlockRecorder.Failure(
        message: "this runs the app's code: install the package bubblewrap, which isolates it, or add --trust")
    }
    return BlockRecorder(
      folder: path, language: language,
      messages: (try? ProgramFile.messages(in: language)) ?? (try? ProgramFile.messages(in: nil)) ?? MessageTable(),
      sandbox: sandbox)
  }

  private static func record(
    _ recorder: BlockRecorder, isTrusted: Bool
  ) throws(BlockRecorder.Failure) -> RecordedBlocks {
    do throws(BlockRecorder.Failure) { return try recorder.record() } catch {
      guard error.message.hasPrefix("bwrap: "), let node = Sandbox.node else { throw error }
      // Some systems, such as containers, don't allow sandboxes.
      if isTrusted { return try recorder.unconfined(node: node).record() }
      throw BlockRecorder.Failure(
        message: "bubblewrap can't isolate the app's code here (\(error.message)); --trust runs it as you do")
    }
  }

  /// Asks whether the app's code may be run.
  private static func confirms(_ folder: String, _ arguments: Arguments) throws(BlockRecorder.Failure) -> Bool {
    if arguments.has("--trust") { return true }
    guard
      let answer = Console.confirms(
        "Recording runs the app's own code in \(folder): it can read that folder only, and has no network. Run it?")
    else { throw BlockRecorder.Failure(message: "this runs the app's code: add --trust to allow it") }
    return answer
  }

  // MARK: - Writing

  private enum Destination {
    case file(String)
    case format(NamedFiles, name: String)
  }

  private static func destination(_ arguments: Arguments) throws(UsageError) -> Destination {
    switch (arguments.value("--output"), arguments.value("--for")) {
    case (let path?, nil): return .file(path)
    case (nil, let name?):
      guard formats.contains(name) else {
        throw UsageError("--for takes \(formats.joined(separator: ", ")), not “\(name)”")
      }
      guard let files = DefinitionLocations.current.formatFiles else {
        throw UsageError("there is no folder for --for: HOME is not set")
      }
      return .format(files, name: name)
    default: throw UsageError("blocks --record needs -o DEFS.json or --for FORMAT")
    }
  }

  /// - Returns: the path; nil for standard output.
  private static func write(_ bytes: [UInt8], to destination: Destination) throws(BlockRecorder.Failure) -> String? {
    do throws(FileError) {
      switch destination {
      case .file("-"): Console.show(json: bytes)
      case .file(let path):
        try FileSaver.save(bytes, to: path)
        return path
      case .format(let files, let name):
        try files.write(bytes, named: name)
        return files.path(of: name)
      }
      return nil
    } catch {
      throw BlockRecorder.Failure(message: error.description)
    }
  }
}
