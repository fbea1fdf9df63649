import BlockLibrary
import Glibc
import PtyDriver

/// The time from the start to the complete first frame, compared with vim without a configuration, for the same small
/// file.
struct StartBench {
  private static let repetitions = 61

  func run(_ verdicts: inout Verdicts) throws {
    print("From the start to the complete first frame of a small program, 80×24")
    let factory = try StockBlocks.factory()
    let bytes = try LoadingBench.text(blocks: 40, format: .xml, factory: factory)
    try Files.withTemporary(bytes) { path in
      var mortise = Samples()
      var vim = Samples()
      // Each beside its neighbour: a machine may be twice as fast a second later.
      var ratios = Samples()
      for _ in 0..<Self.repetitions {
        let own = try seconds {
          let session = try PtySession(program: BuiltPrograms.path(of: "mortise"), arguments: [path])
          // The cursor is shown once everything is drawn; background work such as the journal draws no frame.
          _ = try session.bytesThrough(Array("\u{1B}[?25h".utf8))
          return session
        }
        mortise.add(own)
        guard let program = Self.vim else { continue }
        let other = try seconds {
          let session = try PtySession(program: program, arguments: ["-u", "NONE", path])
          // Once everything is drawn, vim moves the cursor to the first cell and shows it.
          _ = try session.bytesThrough(Array("\u{1B}[1;1H\u{1B}[?25h".utf8))
          return session
        }
        vim.add(other)
        ratios.add(own / other)
      }
      var table = Table(["", "first frame", "beside vim", "bound", ""])
      guard Self.vim != nil else {
        table.add(["mortise", time(mortise.median), "no vim here", "", ""])
        return table.show()
      }
      let ratio = ratios.median
      table.add(["vim -u NONE", time(vim.median), "1.00", "", ""])
      table.add([
        "mortise", time(mortise.median), fixed(ratio, 2), Bound.firstFrame.cell,
        verdicts.check(.firstFrame, ratio),
      ])
      table.show()
    }
  }

  private static var vim: String? {
    ["/usr/bin/vim", "/usr/bin/vim.basic", "/usr/bin/vim.tiny"].first { access($0, X_OK) == 0 }
  }
}
