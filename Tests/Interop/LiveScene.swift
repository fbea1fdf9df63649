import BlockEditing
import BlockEvents
import BlockLibrary
import BlockModel
import BlocklyCache
import Markup
import RandomEditing
import SeededTesting

@testable import LiveSession
@testable import Workbench

/// A host with its program, pages with Blockly, and editors of Mortise. Where there are two versions of Blockly, every second
/// page has the newer one.
@MainActor
final class LiveScene {
  private(set) var host: LiveHost
  let pages: [BrowserClient]
  let editors: [LiveEditor]
  var random: SeededGenerator
  /// How many changes were made at random.
  private(set) var editCount = 0
  private let makeHost: (_ batches: [LoggedBatch]) throws -> LiveHost

  init(
    seed: UInt64, pages count: Int, editors editorCount: Int = 1, program: String, definitions: String = "[]"
  ) throws {
    random = SeededGenerator(seed: seed)
    let factory = try StockBlocks.factory()
    try factory.load(json: Array(definitions.utf8))
    makeHost = { batches in
      let document = try Document(bytes: Array(program.utf8), path: nil, factory: factory, seed: 7)
      let coordinator = WorkspaceLayoutCoordinator(workspace: document.workspace, eventManager: EventManager())
      let shared = SharedProgram(coordinator, eventFactory: .withMortiseEvents())
      var counts: [String: Int] = [:]
      for batch in batches {
        _ = try shared.apply(batch)
        counts[batch.batch.author] = batch.batch.count
      }
      return LiveHost(
        program: shared, log: MemoryLog(batches), session: "s", name: "p", number: batches.count,
        counts: counts
      ) { ProgramSnapshot(of: shared, style: document.style, number: $0) }
    }
    host = try makeHost([])
    try BrowserClient.start(seed: seed)
    let folders = BlocklyPackage.folders
    pages = try (0..<count).map { try BrowserClient("web-\($0)", folder: folders[$0 % folders.count]) }
    editors = (0..<editorCount).map { LiveEditor("editor-\($0)", seed: seed &+ UInt64($0), factory: factory) }
  }

  // MARK: - Messages

  /// Delivers the first messages in one direction.
  /// - Returns: whether there were some.
  func deliver(of page: BrowserClient, toHost: Bool, atMost count: Int = 1) throws -> Bool {
    guard let hosted = page.hosted, !(toHost ? page.toHost : page.toClient).isEmpty else { return false }
    if toHost {
      try receive(page.toHost.removeFirst(), from: hosted)
    } else {
      try page.receive(atMost: count)
    }
    return true
  }

  func deliver(of editor: LiveEditor, toHost: Bool) throws -> Bool {
    guard !(toHost ? editor.toHost : editor.toClient).isEmpty else { return false }
    if toHost {
      try receive(editor.toHost.removeFirst(), from: editor.hosted)
    } else {
      try editor.receive(editor.toClient.removeFirst())
    }
    return true
  }

  private func receive(_ line: [UInt8], from hosted: HostedClient) throws {
    let message = try ClientMessage(line)
    if case .hello(let hello) = message {
      host.enter(hosted, hello, mostRole: .editor)
    } else {
      host.receive(message, from: hosted)
    }
  }

  /// Connects everybody, and delivers everything.
  func settle() throws {
    var isBusy = true
    while isBusy {
      isBusy = false
      for editor in editors {
        while try deliver(of: editor, toHost: true) { isBusy = true }
        while try deliver(of: editor, toHost: false) { isBusy = true }
      }
      for page in pages {
        if page.hosted == nil { try page.connect() }
        while try deliver(of: page, toHost: true) { isBusy = true }
        while try deliver(of: page, toHost: false, atMost: 100) { isBusy = true }
      }
    }
  }

  /// The host is killed, and begins again with its log.
  func restartHost() throws {
    host = try makeHost(host.log.read(since: 0) ?? [])
    for page in pages where page.hosted != nil { try page.cut() }
    for editor in editors { editor.cut() }
  }

  func act() throws {
    if Int.random(in: 0..<150, using: &random) == 0 { return try restartHost() }
    if Int.random(in: 0..<4 * pages.count, using: &random) < 2 * editors.count,
      let editor = editors.randomElement(using: &random)
    {
      if Int.random(in: 0..<3, using: &random) == 0 {
        editor.act()
        editCount += 1
      } else {
        _ = try deliver(of: editor, toHost: Bool.random(using: &random))
      }
      return
    }
    guard let page = pages.randomElement(using: &random) else { return }
    switch Int.random(in: 0..<60, using: &random) {
    case 0: if page.hosted == nil { try page.connect() }
    case 1: if page.hosted != nil { try page.cut() }
    case 2: try page.reload()
    case 3..<20:
      try page.act()
      editCount += 1
    default: _ = try deliver(of: page, toHost: Bool.random(using: &random))
    }
  }

  // MARK: - Results

  /// How a page's program differs from the host's.
  func difference(of page: BrowserClient) throws -> String? {
    let text = StatedProgram.text(of: try JSONParser.parse(EditingSession.text(of: host.program.workspace)))
    let ours = try ComparableProgram(text: text, without: Self.exclusions)
    let theirs = try ComparableProgram(text: StatedProgram.text(of: page.state()), without: Self.exclusions)
    return ours.difference(from: theirs, names: ("host", "page"))
  }

  /// Whether a page's program, as Mortise reads it, has the hash of the host's.
  func hasHash(_ page: BrowserClient) throws -> Bool {
    let text = EditingSession.text(of: host.program.workspace)
    return try hash(try JSONParser.parse(text)) == hash(try page.state())
  }

  private func hash(_ state: JSONValue) throws -> UInt64 {
    let text = StatedProgram.text(of: state)
    let workspace = try Document(bytes: Array(text.utf8), path: nil, factory: StockBlocks.factory(), seed: 1).workspace
    return ProgramHash(of: workspace, eventManager: EventManager()).value
  }

  static let exclusions = Exclusion.always.union([.inlineFalse, .shadowsOfPlaces, .shapeOfReturns])
}
