import BlockFormats
import BlockModel
import Markup
import Workbench

/// A program at one number of its log, for clients that join: its file with all ids, and the set of ids that the file
/// omits.
public nonisolated struct ProgramSnapshot: Sendable {
  /// The number of the last batch in it; 0 for none.
  public var number: Int
  /// The hash of the program: see `ProgramHash`.
  public var hash: UInt64
  /// The program in Blockly's XML or JSON.
  var text: String
  /// The ids in `text` that the program's file omits.
  var implicitIDs: ImplicitIDs
  /// The definitions that the program needs besides the stock ones.
  public internal(set) var definitions = SharedDefinitions()
  /// The definitions that Blockly pages lack; nil in a snapshot that was received.
  private var placeholders: Placeholders?

  /// A snapshot of a program as it is now.
  /// - Parameter style: the style of the program's file.
  @MainActor package init(of program: SharedProgram, style: FileStyle, number: Int) {
    self.number = number
    hash = program.hash
    let workspace = program.workspace
    placeholders = Placeholders(of: workspace)
    implicitIDs = workspace.implicitIDs
    let areAllStated = implicitIDs == ImplicitIDs()
    if !areAllStated { workspace.implicitIDs = ImplicitIDs() }
    let layout = style.format is BlocklyFormat ? style.layout : .pretty(.json)
    text = String(decoding: ProgramWriter.write(workspace, style: layout).bytes, as: UTF8.self)
    if !areAllStated { workspace.implicitIDs = implicitIDs }
  }

  /// The program of the snapshot, as a new file without a name.
  /// - Parameter factory: should know the same block definitions: see `SharedDefinitions.add(to:where:)`.
  /// - Throws: `OpenError` if it can't be read.
  public func document(factory: BlockFactory) throws(OpenError) -> Document {
    do {
      var document = try Document(bytes: Array(text.utf8), path: nil, factory: factory)
      // Its text has all ids.
      if implicitIDs != ImplicitIDs() { document.workspace.implicitIDs = implicitIDs }
      document.isShared = true
      return document
    } catch {
      throw OpenError(reading: "the shared program", error)
    }
  }
}

/// A snapshot as a member of a message.
nonisolated struct WrittenSnapshot: Sendable {
  /// See `ProgramSnapshot.number`.
  let number: Int
  /// The JSON object.
  let bytes: [UInt8]

  init(_ snapshot: ProgramSnapshot) {
    number = snapshot.number
    bytes = JSONWriter.line { snapshot.write(to: &$0) }.dropLast()
  }
}

nonisolated extension ProgramSnapshot {
  /// - Returns: nil if the object lacks a member or has a wrong one.
  package init?(_ json: JSONValue) {
    guard let number = json["number"]?.count, let text = json["text"]?.string,
      let hash = json["hash"]?.string.flatMap({ UInt64($0, radix: 16) })
    else { return nil }
    (self.number, self.text, self.hash) = (number, text, hash)
    func ids(_ key: String) -> Set<String> { Set(json["implicit"]?[key]?.elements.compactMap(\.string) ?? []) }
    implicitIDs = ImplicitIDs()
    implicitIDs.blocks = ids("blocks")
    implicitIDs.variables = ids("variables")
    implicitIDs.comments = ids("comments")
    guard let definitions = json["definitions"] else { return }
    guard let definitions = SharedDefinitions(definitions) else { return nil }
    self.definitions = definitions
  }

  /// Writes the members of its JSON.
  package func write(to json: inout some JSONSink) {
    json.member("number", number)
    json.member("hash", String(hash, radix: 16))
    json.member("text", text)
    json.object("implicit") { json in
      for (key, ids) in [
        ("blocks", implicitIDs.blocks), ("variables", implicitIDs.variables), ("comments", implicitIDs.comments),
      ] where !ids.isEmpty {
        json.array(key) { json in for id in ids { json.string(id) } }
      }
    }
    json.object("definitions") { json in
      definitions.write(to: &json)
      if let placeholders { json.array("placeholders") { placeholders.write(to: &$0) } }
    }
  }
}
