import BlockEvents
import BlockLibrary
import BlockModel
import Terminal
import TerminalUI
import Workbench

/// Sets a case up: the editor with its program, apart from everything else.
public struct CaseEditor {
  public let setup: CaseSetup
  public let keys: [CaseKeys]
  private let folder: CaseFolder?
  /// The program as XML, where there is no folder.
  private let xml: String

  public init(_ folder: CaseFolder) throws(CaseFault) {
    self.folder = folder
    xml = ""
    setup = try CaseSetup(folder.text(of: "setup") ?? "")
    keys = try CaseKeys.lines(of: folder.text(of: "keys") ?? "")
  }

  /// A case without a folder.
  public init(xml: String, keys: String) throws(CaseFault) {
    folder = nil
    self.xml = xml
    setup = try CaseSetup("")
    self.keys = try CaseKeys.lines(of: keys)
  }

  /// The program's name and bytes; nil when the case begins with no file.
  public func program(examples: String) throws(CaseFault) -> (name: String, bytes: [UInt8])? {
    guard let folder else { return ("program.xml", Array(xml.utf8)) }
    if let example = setup.example {
      guard let bytes = CaseFolder(path: examples).bytes(of: example) else {
        throw CaseFault("there is no example \(example)")
      }
      return (example, bytes)
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

  /// The stock blocks, with the case's own of `blocks.json`.
  private func blocks() throws -> BlockFactory {
    guard let own = folder?.bytes(of: "blocks.json") else { return try Self.stockBlocks.get() }
    let factory = try StockBlocks.factory()
    try factory.load(json: own, messages: StockBlocks.messages)
    return factory
  }

  /// The editor on a terminal.
  /// - Parameter path: the program's file; nil for a new one without a name.
  public func open(_ path: String?, on device: any TerminalDevice, events: EventManager) throws -> Editor {
    let factory = try blocks()
    let toolbox = try Self.toolbox.get()
    // New ids are the same every time.
    let document =
      try path.map { try Document.open($0, factory: factory, seed: 1, idGeneratorAfterLoading: nil) }
      ?? Document(factory: factory, seed: 1, idGeneratorAfterLoading: nil)
    let startUp = StartUp(document: document, toolbox: toolbox)
    try startUp.begin()
    var options = Editor.Options()
    options.eventManager = events
    return Editor(startUp, device: device, options: options)
  }
}
