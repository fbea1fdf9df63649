import FileTesting
import Glibc
import Testing

/// Runs the built binary: the one that `MORTISE_BINARY` names, or the one beside the test bundle.
struct Tool {
  struct Outcome: Equatable {
    var code: Int32
    var output: String
    var errors: String
  }

  static let binary: String = {
    let built = CommandLine.arguments.first.map { path in
      String(path[..<(path.firstRange(of: "mortisePackageTests")?.lowerBound ?? path.startIndex)]) + "mortise"
    }
    let named = getenv("MORTISE_BINARY").map { String(cString: $0) }
    return [named, built, ".build/debug/mortise"].compactMap { $0 }.first { access($0, X_OK) == 0 }
      ?? ".build/debug/mortise"
  }()

  /// Runs `mortise` with these arguments.
  /// - Parameters:
  ///   - program: another program to run instead.
  ///   - input: the file for standard input.
  ///   - shell: sh commands to run first, such as a limit.
  static func run(
    _ arguments: [String], program: String = binary, input: String = "/dev/null", shell: String = ""
  ) throws -> Outcome {
    let folder = try TemporaryFolder()
    let (output, errors) = (folder.file("out"), folder.file("err"))
    let script = "\(shell)\nexec \"$0\" \"$@\" <\(input) >\(output) 2>\(errors)"
    let command = ["/bin/sh", "-c", script, program] + arguments
    var process = pid_t()
    var pointers = command.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    let spawned = posix_spawn(&process, "/bin/sh", nil, nil, &pointers, environ)
    try #require(spawned == 0)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    // Decodes the wait status like C's macros: the signal, or else the exit code.
    let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
    return Outcome(code: code, output: read(output), errors: read(errors))
  }

  /// Whether the system has a program.
  static func has(_ program: String) -> Bool {
    (getenv("PATH").map { String(cString: $0) } ?? "").split(separator: ":").contains {
      access("\($0)/\(program)", X_OK) == 0
    }
  }

  static func read(_ path: String) -> String {
    guard let file = fopen(path, "r") else { return "" }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }

  static func write(_ text: String, to path: String) throws {
    let file = try #require(fopen(path, "w"))
    fputs(text, file)
    fclose(file)
  }
}
