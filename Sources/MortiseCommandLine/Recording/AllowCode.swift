import CodeGeneration
import MortiseFiles

/// `mortise blocks --allow-code`: allows the generators of definitions that are found near programs.
enum AllowCode {
  static let option = Option(
    "--allow-code", value: "DEFS.json", values: .jsonFile,
    help: "use the generators of found definitions while the file stays as it is")

  static func run(_ path: String) -> ExitCode {
    do throws(FileError) {
      let file = BlockFile(
        path: path, bytes: try FileReader.read(path, limit: DefinitionLocations.mostTrusted).bytes, kind: .definitions)
      try DefinitionLocations.current.trust(file)
      return .success
    } catch {
      Console.printError("\(error)")
      return .problems
    }
  }
}
