import BlockLibrary
import Glibc
import PtyDriver

/// The time from the start to the complete first frame, compared with vim as it is installed, for the same small file.
struct StartBench {
  /// The maximum ratio of the time to vim's.
  static let bound = 1.5
  private static let repetitions = 21

  func run(_ verdicts: inout Verdicts) throws {
    print("From the start to the complete first frame of a small program, 80×24")
    let factory = try StockBlocks.factory()
    let bytes = try LoadingBench.text(blocks: 40, format: .xml, factory: factory)
    try Files.withTemporary(bytes) { path in
      var mortise = Samples()
      var vim = Samples()
      var bareVim = Samples()
      // In turns, so that a slow machine affects all.
      for _ in 0..<Self.repetitions {
        // The cursor is shown once everything is drawn; background work such as the journal draws no frame.
        mortise.add(try Self.start(BuiltPrograms.path(of: "mortise"), [path], until: "\u{1B}[?25h"))
        guard let program = Self.vim else { continue }
        // Once everything is drawn, vim moves the cursor to the first cell and shows it.
        let end = "\u{1B}[1;1H\u{1B}[?25h"
        // With vim's own settings, without the user's.
        vim.add(try Self.start(program, ["--clean", path], until: end))
        // With nothing of what makes it an editor for code, such as colours.
        bareVim.add(try Self.start(program, ["-u", "NONE", path], until: end))
      }
      var table = Table(["", "first frame", "beside vim", "bound", ""])
      guard Self.vim != nil else {
        table.add(["mortise", time(mortise.median), "no vim here", "", ""])
        return table.show()
      }
      let ratio = mortise.median / vim.median
      table.add(["vim --clean", time(vim.median), "1.00", "", ""])
      table.add(["vim -u NONE", time(bareVim.median), fixed(bareVim.median / vim.median, 2), "", ""])
      table.add([
        "mortise", time(mortise.median), fixed(ratio, 2), "≤ \(fixed(Self.bound, 1))",
        verdicts.check("first frame beside vim", ratio, atMost: Self.bound),
      ])
      table.show()
    }
  }

  private static func start(_ program: String, _ arguments: [String], until end: String) throws -> Double {
    try seconds {
      let session = try PtySession(program: program, arguments: arguments)
      _ = try session.bytesThrough(Array(end.utf8))
      return session
    }
  }

  private static var vim: String? {
    ["/usr/bin/vim", "/usr/bin/vim.basic"].first { access($0, X_OK) == 0 }
  }
}
