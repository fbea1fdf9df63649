import BlockFormats
import BlockLibrary
import Glibc

/// The peak memory of loading a program, in a fresh process for each size.
struct MemoryBench {
  /// The size of the programs that the bound is for.
  private static let boundSize = 100_000
  /// The argument that makes this executable the fresh process.
  static let childArgument = "--load"

  let sizes: [Int]

  func run(_ verdicts: inout Verdicts) throws {
    print("Memory at its peak (resident), in a fresh process that loads the program")
    let factory = try StockBlocks.factory()
    var table = Table(["", "blocks", "file", "before", "peak", "a block", "bound", ""])
    for format in [ProgramFormat.json, .xml] {
      for size in sizes {
        let bytes = try LoadingBench.text(blocks: size, format: format, factory: factory)
        let answer = try Files.withTemporary(bytes) { try Child.output(of: [MemoryBench.childArgument, $0]) }
        let figures = answer.split(separator: " ").compactMap { Double($0) }
        guard figures.count == 3 else { throw Files.Failure(what: "the fresh process says “\(answer)”") }
        let (before, peak, blocks) = (figures[0] / 1024, figures[1] / 1024, figures[2])
        let isBound = size == Self.boundSize
        table.add([
          format.rawValue, "\(Int(blocks))", fixed(Double(bytes.count) / 1_048_576, 1) + " MB",
          fixed(before, 1) + " MB",
          fixed(peak, 1) + " MB", "\(Int((peak - before) * 1_048_576 / blocks)) bytes",
          isBound ? Bound.memory.cell : "",
          isBound ? verdicts.check(.memory, peak, "\(size) blocks of \(format.rawValue)") : "",
        ])
      }
    }
    table.show()
  }

  /// The fresh process: loads a file, and prints its memory before loading and at the peak, in kilobytes, and the
  /// blocks.
  static func load(_ path: String) throws {
    let factory = try StockBlocks.factory()
    let before = peakKilobytes()
    let program = try ProgramReader.read(try Files.read(path), factory: factory)
    print("\(before) \(peakKilobytes()) \(program.workspace.blocks.count)")
  }

  /// The peak resident memory of this process.
  private static func peakKilobytes() -> Int {
    guard let file = fopen("/proc/self/status", "r") else { return 0 }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, Int32(line.count), file) != nil {
      let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      if text.hasPrefix("VmHWM:") { return Int(text.filter(\.isNumber)) ?? 0 }
    }
    return 0
  }
}

/// Runs programs in child processes.
enum Child {
  /// What this executable prints.
  static func output(of arguments: [String]) throws -> String {
    let outcome = try run("/proc/self/exe", arguments)
    guard outcome.status == 0 else {
      throw Files.Failure(what: "the fresh process ended with \(outcome.status)")
    }
    return String(decoding: outcome.output.filter { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
  }

  struct Outcome {
    var output: [UInt8]
    var status: Int32
    /// nil if a signal ended it.
    var exitCode: Int32? { status & 0x7F == 0 ? status >> 8 & 0xFF : nil }
    /// The processor time that the process took.
    var seconds: Double
  }

  static func run(_ program: String, _ arguments: [String]) throws -> Outcome {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Files.Failure(what: "no pipe") }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    let argv = ([program] + arguments).map { strdup($0) } + [nil]
    defer {
      for argument in argv { free(argument) }
      posix_spawn_file_actions_destroy(&actions)
      close(ends[0])
    }
    var process: pid_t = 0
    let status = posix_spawn(&process, program, &actions, nil, argv, environ)
    close(ends[1])
    guard status == 0 else { throw Files.Failure(what: "no fresh process: \(status)") }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = read(ends[0], &part, part.count), count > 0 { bytes += part[..<count] }
    var result: Int32 = 0
    var usage = rusage()
    wait4(process, &result, 0, &usage)
    return Outcome(
      output: bytes, status: result, seconds: seconds(usage.ru_utime) + seconds(usage.ru_stime))
  }

  private static func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
}
