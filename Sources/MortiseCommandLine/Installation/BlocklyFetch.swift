import Archives
import BlockResources
import Glibc
import Markup
import MortiseFiles
import ProgramRunning

/// A download of Blockly's scripts from the Python index. They are extracted from a package that contains them in a
/// source map. pip checks the package's hash.
struct BlocklyFetch {
  /// The folder for the scripts.
  let folder: String

  /// The scripts that a page needs.
  private static let scripts = ["blockly_compressed.js", "blocks_compressed.js", "msg/en.js"]
  private static let timeLimit = Duration.seconds(300)
  private static let packageLimit = 256 << 20
  /// The variables that pip may need to reach the index.
  private static let variables =
    ["PATH=", "HOME=", "TMPDIR=", "LANG=", "LC_", "XDG_", "PIP_", "SSL_CERT", "REQUESTS_CA"]
    + ["http", "https", "all", "no", "HTTP", "HTTPS", "ALL", "NO"].map {
      $0 + ($0 == $0.lowercased() ? "_proxy=" : "_PROXY=")
    }

  /// The reason why the scripts could not be downloaded.
  struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }

  /// Downloads the scripts, all or none of them.
  /// - Throws: `Failure`; the folder is then as it was.
  func run() throws(Failure) {
    let work = folder + ".fetching-\(getpid())"
    defer { Self.remove(work) }
    try Self.write(EmbeddedFiles.blocklyRequirement, to: work + "/requirement.txt")
    try download(to: work)
    let taken = work + "/scripts"
    for (name, script) in try Self.scripts(ofPackageIn: work) { try Self.write(script, to: taken + "/" + name) }
    do throws(SystemError) { try FileSystem.rename(taken, to: folder) } catch {
      // Another process may have been faster.
      if !Self.isComplete(folder) { throw Failure("\(FileError(.save, folder, code: error.code))") }
    }
  }

  /// Whether a folder has all scripts.
  static func isComplete(_ folder: String) -> Bool { scripts.allSatisfy { FileSystem.exists(folder + "/" + $0) } }

  private func download(to work: String) throws(Failure) {
    guard let python = ProcessEnvironment.executable("python3", in: ProcessEnvironment.searchPath) else {
      throw Failure("python3 is missing: install it with pip, which downloads Blockly")
    }
    let errors: String
    do throws(ChildProcess.Failure) {
      let process = try ChildProcess(
        python,
        [
          "-m", "pip", "--no-input", "download", "--quiet", "--no-deps", "--disable-pip-version-check",
          "--require-hashes",
          "--only-binary", ":all:", "--dest", work, "--requirement", work + "/requirement.txt",
        ], environment: ProcessEnvironment.entries(beginningWith: Self.variables), timeLimit: Self.timeLimit)
      if try process.finish() == 0 { return }
      errors = String(decoding: process.errorText, as: UTF8.self)
    } catch {
      let reason =
        switch error {
        case .notStarted(let code): String(cString: strerror(code))
        case .tooSlow: "it took longer than \(Self.timeLimit.components.seconds) s"
        case .tooMuch, .ended: "pip ended early"
        }
      throw Failure("Blockly can’t be downloaded: \(reason)")
    }
    throw Self.failure(errors)
  }

  /// A failure with pip's message.
  private static func failure(_ errors: String) -> Failure {
    let lines = errors.split(separator: "\n")
    if errors.contains("No module named pip") {
      return Failure("pip is missing: install python3-pip, which downloads Blockly")
    }
    if errors.contains("NewConnectionError") || errors.contains("Temporary failure in name resolution")
      || errors.contains("No matching distribution")
    {
      return Failure("Blockly can’t be downloaded: the Python index can’t be reached")
    }
    let line = lines.last { $0.hasPrefix("ERROR: ") }?.dropFirst(7) ?? lines.last ?? "pip failed"
    return Failure("Blockly can’t be downloaded: \(line)")
  }

  // MARK: - The package

  private static func scripts(ofPackageIn work: String) throws(Failure) -> [(name: String, script: [UInt8])] {
    let names = (try? FileSystem.names(in: work, beginningWith: [])) ?? []
    guard let name = names.first(where: { $0.hasSuffix(".whl") }) else {
      throw Failure("pip has downloaded no package")
    }
    do {
      let archive = try ZipArchive(FileReader.read(work + "/" + name, limit: packageLimit).bytes)
      guard let entry = archive.entries.first(where: { $0.name.contains("mced.") && $0.name.hasSuffix(".js.map") })
      else {
        throw Failure("\(name): the package has no source map")
      }
      let map = try JSONParser.parse(try archive.content(of: entry))
      let sources = map["sources"]?.elements.map { $0.string } ?? []
      let contents = map["sourcesContent"]?.elements.map { $0.string } ?? []
      return try scripts.map { script in
        guard let index = sources.firstIndex(of: "node_modules/blockly/" + script), contents.indices.contains(index),
          let content = contents[index]
        else { throw Failure("\(name): the package has no \(script)") }
        return (script, Array(content.utf8))
      }
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure("\(name): \(error)")
    }
  }

  // MARK: - Files

  private static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    let slash = path.lastIndex(of: "/") ?? path.startIndex
    do throws(FileError) {
      try NamedFiles(in: String(path[..<slash]), suffix: "")?.write(bytes, named: String(path[slash...].dropFirst()))
    } catch {
      throw Failure("\(error)")
    }
  }

  /// Removes the working folder of this process.
  private static func remove(_ work: String) {
    for folder in [work + "/scripts/msg", work + "/scripts", work] {
      for name in (try? FileSystem.names(in: folder, beginningWith: [])) ?? [] {
        try? FileSystem.remove(folder + "/" + name)
      }
      try? FileSystem.removeFolder(folder)
    }
  }
}
