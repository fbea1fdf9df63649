import BlockFormats
import BlockLibrary
import BlockModel
import Markup

/// What a block from the stock toolbox has in its inputs, and the order of the types in it.
struct ToolboxShadows {
  /// The types, in the toolbox's order.
  private(set) var types: [String] = []
  /// The shadows of single blocks, by type and input.
  private(set) var shadows: [String: [String: BlockSnapshot.Record]] = [:]

  init(_ toolbox: [UInt8] = StockBlocks.toolbox) {
    guard let root = try? JSONParser.parse(toolbox) else { return }
    var pending = [root]
    while let item = pending.popLast() {
      if let contents = item["contents"] { pending += Array(contents.elements).reversed() }
      if item["kind"]?.string == "block" { add(item) }
    }
  }

  private mutating func add(_ item: JSONValue) {
    guard let snapshot = try? BlockReader.snapshot(json: item), let type = snapshot.records.first?.type,
      !types.contains(type)
    else { return }
    types.append(type)
    for record in snapshot.records where record.parent == 0 && record.isShadow && record.count == 1 {
      guard case .input(let name, _) = record.slot else { continue }
      var shadow = record
      shadow.id = nil
      shadow.sourceIndex = 0
      shadows[type, default: [:]][name] = shadow
    }
  }
}
