import BlockEditing
import BlockEvents
import BlockLibrary
import BlocklyCache
import Markup
import RandomEditing
import SeededTesting
import Testing

@testable import LiveSession
@testable import Workbench

/// Pages with Blockly and editors of Mortise edit one program, and it is the same for everybody.
@MainActor
@Suite(.enabled(if: BlocklyPackage.isThere, "\(BlocklyPackage.absence)"), .serialized)
struct LiveBrowserTests {
  /// A host with its program, pages and an editor.
  private final class Scene {
    let host: LiveHost
    let log: MemoryLog
    let pages: [BrowserClient]
    var random: SeededGenerator
    private let document: Document

    init(seed: UInt64, pages count: Int, program: String) throws {
      random = SeededGenerator(seed: seed)
      let document = try Document(bytes: Array(program.utf8), path: nil, factory: try StockBlocks.factory(), seed: 7)
      self.document = document
      let coordinator = WorkspaceLayoutCoordinator(workspace: document.workspace, eventManager: EventManager())
      let shared = SharedProgram(coordinator, eventFactory: .withMortiseEvents())
      log = MemoryLog()
      host = LiveHost(program: shared, log: log, session: "s", name: "p", number: 0) {
        ProgramSnapshot(of: shared, style: document.style, number: $0)
      }
      try BrowserClient.start(seed: seed)
      pages = try (0..<count).map { try BrowserClient("web-\($0)") }
    }

    /// Delivers the first message in one direction.
    func deliver(of page: BrowserClient, toHost: Bool, atMost count: Int = 1) throws -> Bool {
      guard let hosted = page.hosted else { return false }
      if !toHost {
        if page.toClient.isEmpty { return false }
        try page.receive(atMost: count)
        return true
      }
      if page.toHost.isEmpty { return false }
      let message = try ClientMessage(page.toHost.removeFirst())
      if case .hello(let hello) = message {
        host.enter(hosted, hello, mostRole: .editor)
      } else {
        if case .reload(let report) = message { print("seed reload: \(report)") }
        host.receive(message, from: hosted)
      }
      return true
    }

    func settle() throws {
      var isBusy = true
      while isBusy {
        isBusy = false
        for page in pages {
          if page.hosted == nil { try page.connect() }
          while try deliver(of: page, toHost: true) { isBusy = true }
          while try deliver(of: page, toHost: false, atMost: 100) { isBusy = true }
        }
      }
    }

    var state: ComparableProgram {
      get throws {
        try ComparableProgram(
          text: EditingSession.text(of: host.program.workspace), without: LiveBrowserTests.exclusions)
      }
    }

    func difference(of page: BrowserClient) throws -> String? {
      let theirs = ComparableProgram(try page.state(), without: LiveBrowserTests.exclusions)
      return try state.difference(from: theirs, names: ("host", "page"))
    }
  }

  private static let exclusions = Exclusion.always

  @Test(arguments: Seeds.first(6)) func everybodyHasTheSameProgram(seed: UInt64) throws {
    if let only = Seeds.only, only != seed { return }
    let scene = try Scene(seed: seed, pages: 2, program: try StartProgram.text(seed: seed))
    try scene.settle()
    for _ in 0..<120 {
      guard let page = scene.pages.randomElement(using: &scene.random) else { return }
      if Int.random(in: 0..<3, using: &scene.random) == 0 {
        try page.act()
      } else {
        _ = try scene.deliver(of: page, toHost: Bool.random(using: &scene.random))
      }
    }
    try scene.settle()
    do {
      for batch in scene.log.read(since: 0)! {
        print("LOG \(batch.number) \(batch.batch.author)\n  \(batch.batch.events.map { $0.text() }.joined(separator: "\n  "))")
      }
    }
    for page in scene.pages {
      let difference = try scene.difference(of: page)
      #expect(difference == nil, "seed \(seed)")
      #expect(page.isConfirmed, "seed \(seed)")
      print(
        "seed \(seed): mended \(page.mended), number \(scene.host.number), told \(page.told), problems \(page.problems.suffix(3))"
      )
    }
  }
}
