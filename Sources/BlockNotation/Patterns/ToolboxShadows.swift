import BlockFormats
import BlockLibrary
import BlockModel
import Markup

/// The shadows in the inputs of the stock toolbox's blocks, and the order of their types.
struct ToolboxShadows {
  /// The types, in the toolbox's order.
  private(set) var types: [String] = []
  /// The toolbox's first block of each type.
  private var items: [String: JSONValue] = [:]

  init(_ toolbox: [UInt8] = StockBlocks.toolbox) {
    guard let root = try? JSONParser.parse(toolbox) else { return }
    var pending = [root]
    while let item = pending.popLast() {
      if let contents = item["contents"] { pending += Array(contents.elements).reversed() }
      guard item["kind"]?.string == "block", let type = item["type"]?.string, items[type] == nil else { continue }
      types.append(type)
      items[type] = item
    }
  }

  /// Reads the shadows of single blocks in the inputs of a type, in the order of the inputs' names.
  func shadows(ofType type: String) -> [(input: String, record: BlockSnapshot.Record)] {
    guard let item = items[type], let snapshot = try? BlockReader.snapshot(json: item) else { return [] }
    var shadows: [(input: String, record: BlockSnapshot.Record)] = []
    for record in snapshot.records where record.parent == 0 && record.isShadow && record.count == 1 {
      guard case .input(let name, _) = record.slot else { continue }
      var shadow = record
      shadow.id = nil
      shadow.sourceIndex = 0
      shadows.append((name, shadow))
    }
    return shadows.sorted { $0.input < $1.input }
  }
}
