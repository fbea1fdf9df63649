import BlockFormats
import BlockModel
import Markup
import Testing

@testable import BlockLibrary

/// A workspace with stock blocks to mutate.
struct MutatorBench {
  let workspace: Workspace

  init() throws { workspace = Workspace(factory: try StockBlocks.factory()) }

  /// A new block at the top level, built like one from a file.
  @discardableResult
  func make(_ type: String, mutation: MutationState? = nil, fields: [String: String] = [:]) throws -> Block {
    var record = BlockSnapshot.Record(type: type, id: nil, parent: -1, slot: .top)
    record.mutation = mutation
    record.fields = fields.sorted { $0.key < $1.key }.map { FieldRecord(name: $0.key, state: .text($0.value)) }
    return try build(record)
  }

  private func build(_ record: BlockSnapshot.Record) throws -> Block {
    var snapshot = BlockSnapshot(records: [record])
    snapshot.countRecords()
    return try #require(workspace.factory.build(snapshot, in: workspace).first)
  }

  func make<Kind: Mutator>(_ type: String, _ kind: Kind.Type) throws -> (Block, Kind) {
    let block = try make(type)
    return (block, try #require(block.mutator as? Kind))
  }

  /// Connects a new block to every empty input.
  func fill(_ block: Block) throws {
    for case let connection? in block.inputs.map(\.connection) where connection.target == nil {
      let child = try make(connection.kind == .inputValue ? "logic_null" : "text_print")
      workspace.connect(connection, try #require(child.inferiorConnection))
    }
  }

  /// The program in an XML text.
  static func read(xml blocks: String) throws -> Workspace {
    try read("<xml xmlns=\"https://developers.google.com/blockly/xml\">\(blocks)</xml>")
  }

  static func read(_ text: String) throws -> Workspace {
    try ProgramReader.read(Array(text.utf8), factory: try StockBlocks.factory()).workspace
  }

  static func xml(_ workspace: Workspace) -> String {
    var style = ProgramStyle.compact(.xml)
    style.ending = ""
    return String(decoding: ProgramWriter.write(workspace, style: style).bytes, as: UTF8.self)
  }

  static func json(_ text: String) throws -> JSONValue { try JSONParser.parse(Array(text.utf8)) }
}

extension Block {
  /// One line per input: kind, name, type checks and the text of its row.
  var shape: [String] {
    inputs.map { input in
      let checks = input.connection?.typeChecks.map { " " + $0.joined(separator: "/") } ?? ""
      let texts = input.fields.map { field in
        field is FieldLabel || field is FieldImage ? field.text : "[\(field.name ?? "")]"
      }
      let shown = texts.filter { !$0.isEmpty }.joined(separator: " ")
      return "\(input.kind) \(input.name)\(checks)\(shown.isEmpty ? "" : ": " + shown)"
    }
  }

  var xmlText: String? { mutator?.toXMLElement().xmlText() }
  var jsonText: String? { mutator?.toJSON()?.text() }
}
