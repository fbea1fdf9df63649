import BlockLibrary
import Glibc
import PtyDriver

/// What a key costs on the screen: the bytes sent to a terminal of 80×24, and the longest times among many presses with
/// search hits and problems shown.
struct ScreenBench {
  /// The bounds, by the environment that chooses the colours.
  private static let bounds: [(name: String, environment: [String: String], arrow: Bound, page: Bound)] = [
    ("256 colours", [:], .arrow, .page), ("true colour", ["COLORTERM": "truecolor"], .trueColourArrow, .trueColourPage),
  ]
  /// The program, which users of many apps would open: Blockly's own test programs, beside the project if they are
  /// there.
  private static let golden = "../shared/corpus/code/golden.xml"
  private static let arrows = 200
  private static let pages = 40

  /// How many blocks there are where the longest times of keys are measured.
  private static let blocks = 10_000
  private static let presses = 1000

  func run(_ verdicts: inout Verdicts) throws {
    try measureBytes(&verdicts)
    try measureSlowest(&verdicts)
  }

  private func measureBytes(_ verdicts: inout Verdicts) throws {
    let path = access(Self.golden, R_OK) == 0 ? Self.golden : "examples/primes.xml"
    print("Bytes a key at 80×24 in \(path), medians")
    var table = Table(["", "arrow down", "bound", "", "page down", "bound", ""])
    let program = try Files.read(path)
    for (name, environment, arrow, page) in Self.bounds {
      let arrows = try bytes(of: "\u{1B}[B", times: Self.arrows, program, environment)
      let pages = try bytes(of: "\u{1B}[6~", times: Self.pages, program, environment)
      table.add([
        name, fixed(arrows, 0), arrow.cell, verdicts.check(arrow, arrows), fixed(pages, 0), page.cell,
        verdicts.check(page, pages),
      ])
    }
    table.show()
  }

  private func bytes(
    of key: String, times: Int, _ program: [UInt8], _ environment: [String: String]
  ) throws -> Double {
    try withSession(program, environment) { session in
      var sizes = Samples()
      for _ in 0..<times {
        session.type(key)
        let count = try session.bytesUntilIdle().count
        // At the end of the program, nothing is sent.
        if count > 0 { sizes.add(Double(count)) }
      }
      return sizes.median
    }
  }

  private func measureSlowest(_ verdicts: inout Verdicts) throws {
    print("Times of a key with \(Self.blocks) blocks, search hits and problems, from typing to the idle editor, 80×24")
    let program = try LoadingBench.text(blocks: Self.blocks, format: .json, factory: try StockBlocks.factory())
    let times = try withSession(program, [:]) { session in
      for key in ["/", "print", "\r"] {
        session.type(key)
        _ = try session.bytesUntilIdle()
      }
      var times = Samples()
      let keys = ["\u{1B}[B", "\u{1B}[C", "n", "\u{1B}[6~", "\u{1B}[A", "\u{1B}[5~", "N", "\u{1B}[D"]
      for press in 0..<Self.presses {
        times.add(
          try seconds {
            session.type(keys[press % keys.count])
            _ = try session.bytesUntilIdle()
          })
      }
      return times
    }
    var table = Table(["", "time", "bound", ""])
    table.add(["median", time(times.median), "", ""])
    table.add([
      "slowest but 1 in 100", time(times.percentile(99)), Bound.slowKey.cell,
      verdicts.check(.slowKey, times.percentile(99) * 1000),
    ])
    table.show()
  }

  private func withSession<Result>(
    _ program: [UInt8], _ environment: [String: String], _ action: (PtySession) throws -> Result
  ) throws -> Result {
    try Files.withTemporary(program) { path in
      let session = try PtySession(
        program: BuiltPrograms.path(of: "mortise"), arguments: [path],
        environment: ["MORTISE_IDLE_FD": "\(PtySession.lineDescriptor)", "ESCDELAY": "25"].merging(environment) { $1 },
        deadlineSeconds: 60)
      // Loading and the journal's beginning are not a key's.
      while try session.nextLine(within: .milliseconds(500)) != nil {}
      _ = try session.bytesWritten()
      return try action(session)
    }
  }
}
