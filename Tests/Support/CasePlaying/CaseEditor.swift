import BlockEvents
import BlockLibrary
import BlockModel
import CodeGeneration
import MortiseFiles
import MortiseTerminal
import Synchronization
import TerminalUI
import Workbench

/// Sets up a case: the editor and its program.
public struct CaseEditor {
  public var setup: CaseSetup
  public let keys: [CaseKeys]
  /// The languages that programs become code in.
  public var languages = CodeLanguages.standard
  /// The language of the blocks' words.
  public var language = "en"
  private let folder: CaseFolder?
  /// The program if the case has no folder.
  private let ownProgram: (name: String, text: String)

  public init(_ folder: CaseFolder) throws(CaseError) {
    self.folder = folder
    ownProgram = ("", "")
    setup = try CaseSetup(folder.text(of: "setup") ?? "")
    keys = try CaseKeys.lines(of: folder.text(of: "keys") ?? "")
    commits = (1...9).map { folder.bytes(of: "commit-\($0).xml") }.prefix { $0 != nil }.compactMap { $0 }
  }

  /// A case without a folder.
  public init(xml: String, keys: String) throws(CaseError) {
    folder = nil
    ownProgram = ("program.xml", xml)
    setup = try CaseSetup("")
    self.keys = try CaseKeys.lines(of: keys)
  }

  /// A case without a folder, whose program is in the notation.
  public init(notation: String, keys: [CaseKeys]) throws(CaseError) {
    folder = nil
    ownProgram = ("program.blocktext", notation)
    setup = try CaseSetup("")
    self.keys = keys
  }

  /// The program's name and bytes; nil if the case begins without a file.
  public func program() throws(CaseError) -> (name: String, bytes: [UInt8])? {
    guard let folder else { return (ownProgram.name, Array(ownProgram.text.utf8)) }
    if let name = setup.program {
      guard let bytes = CaseFolder.programs.bytes(of: name) else {
        throw CaseError("there is no program Tests/Programs/\(name)")
      }
      return (name, bytes)
    }
    for name in ["program.xml", "program.json"] {
      if let bytes = folder.bytes(of: name) { return (name, bytes) }
    }
    return nil
  }

  private static let stockBlocks = Result { try StockBlocks.factory() }
  private static let toolbox = Result {
    try ToolboxReader.readKnown(StockBlocks.toolbox, messages: StockBlocks.messages)
  }

  /// The stock blocks and those of the case's `blocks.json`.
  private func blocks() throws -> BlockFactory {
    guard let own = folder?.bytes(of: "blocks.json") else {
      let messages = language == "en" ? nil : StockBlocks.messages(in: language)
      return try messages.map { try StockBlocks.factory(messages: $0) } ?? Self.stockBlocks.get()
    }
    let factory = try StockBlocks.factory()
    try factory.load(json: own, messages: StockBlocks.messages)
    return factory
  }

  /// What the program was in commits, the first one first.
  public var commits: [[UInt8]] = []

  /// The history of the commits; nil if there are none.
  private var history: (@Sendable (String) throws -> FileHistory)? {
    let versions = commits
    let count = versions.count
    if count == 0 { return nil }
    return { (path: String) -> FileHistory in
      let commits: [FileHistory.Commit] = (1...count).reversed().map { number in
        FileHistory.Commit(
          heading: "000000\(number) 2026-11-0\(number) Ada: Version \(number)", note: number == 1 ? "new" : "",
          oldPath: path, path: path)
      }
      return FileHistory(commits: commits) { index in
        let version = count - 1 - index
        return (version > 0 ? versions[version - 1] : nil, versions[version])
      }
    }
  }

  /// Opens the editor on a terminal.
  /// - Parameter path: the program's file; nil for a new, unnamed program.
  public func open(_ path: String?, on device: any TerminalDevice, events: EventManager) throws -> Editor {
    let factory = try blocks()
    let toolbox =
      try folder?.bytes(of: "toolbox.json").map { try ToolboxReader.read($0, messages: StockBlocks.messages) }
      ?? Self.toolbox.get()
    // A fixed seed: new ids are always the same.
    let document =
      try path.map { try Document.open($0, factory: factory, seed: 1, idGeneratorAfterLoading: nil) }
      ?? Document(factory: factory, seed: 1, idGeneratorAfterLoading: nil)
    let generators = folder?.bytes(of: "blocks.json").map {
      [BlockFile(path: "blocks.json", bytes: $0, kind: .definitions)]
    }
    let startUp = StartUp(document: document, toolbox: toolbox, generators: generators ?? [])
    try startUp.begin()
    var options = Editor.Options()
    options.eventManager = events
    options.languages = languages
    if let settings = folder?.text(of: "settings.json") {
      let reader = SettingsReader(Array(settings.utf8), languages: options.languages)
      options.settings = reader.settings
      options.remarks = reader.problems.map { "settings.json:\($0)" }
    }
    options.followsBackground = true
    // A case that is played in a real terminal asks nothing of its own.
    if !(device is CursesTerminal) { options.rememberBackground = { _ in } }
    // A changed settings file is saved beside the program.
    let settings = folder?.bytes(of: "settings.json") ?? Array("{}\n".utf8)
    options.settingsFile = path.flatMap { path in
      let place = path.split(separator: "/").dropLast().map { "/" + $0 }.joined()
      guard let files = NamedFiles(in: place, suffix: ".json") else { return nil }
      return SettingsFile(name: "settings.json") {
        (try? FileReader.read(place + "/settings.json").bytes) ?? settings
      } write: { bytes throws(FileError) in
        try files.write(bytes, named: "settings")
      }
    }
    // Further programs have seeds of their own, so that they have other ids.
    let seeds = Atomic<UInt64>(1)
    let (ownBlocks, ownToolbox) = (folder?.bytes(of: "blocks.json"), folder?.bytes(of: "toolbox.json"))
    options.readProgram = { path in
      let factory = try StockBlocks.factory()
      if let ownBlocks { try factory.load(json: ownBlocks, messages: StockBlocks.messages) }
      let toolbox =
        try ownToolbox.map { try ToolboxReader.read($0, messages: StockBlocks.messages) }
        ?? ToolboxReader.readKnown(StockBlocks.toolbox, messages: StockBlocks.messages)
      let seed = seeds.add(1, ordering: .relaxed).newValue
      let document =
        try path.map { try Document.open($0, factory: factory, seed: seed, idGeneratorAfterLoading: nil) }
        ?? Document(factory: factory, seed: seed, idGeneratorAfterLoading: nil)
      return (Opening.Definitions(factory: factory, toolbox: toolbox), document)
    }
    options.history = history
    if let history { options.committedVersion = { path in try history(path).read(0).new ?? [] } }
    if let searchPath = setup.searchPath { options.searchPath = searchPath }
    // Snippets are saved beside the program.
    options.snippetFiles = path.flatMap { path in
      NamedFiles(in: path.split(separator: "/").dropLast().map { "/" + $0 }.joined(), suffix: ".blocktext")
    }
    // So is what the tutor keeps.
    options.lessonFolder = path.map { $0.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/tutor" }
    return Editor(startUp, device: device, options: options)
  }
}
