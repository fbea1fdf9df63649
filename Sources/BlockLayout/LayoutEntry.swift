import BlockModel
import MortiseScreen

/// An item in a block's rows that can have the cursor, or the body of a statement input between such items.
public struct LayoutEntry {
  enum Kind {
    case item(FocusItem)
    case body(BlockGroupLayout)
  }

  var kind: Kind
  /// The area, relative to the block's first cell.
  public var rect: Rect

  /// The item that can have the cursor here; nil for the body of a statement input.
  public var item: FocusItem? { if case .item(let item) = kind { item } else { nil } }
}

/// The entries of a block, with the index of each item.
struct LayoutEntries {
  let all: [LayoutEntry]
  private let indices: [FocusItem: Int]

  init(_ entries: [LayoutEntry]) {
    all = entries
    let items = entries.indices.compactMap { index in entries[index].item.map { ($0, index) } }
    indices = Dictionary(items) { first, _ in first }
  }

  func index(of item: FocusItem) -> Int? { indices[item] }
}

extension WorkspaceLayout {
  /// The cursor items of a block's own rows in reading order, with the bodies of its statement inputs in between.
  func entries(of layout: DefaultBlockLayout) -> [LayoutEntry] { indexedEntries(of: layout).all }

  func indexedEntries(of layout: DefaultBlockLayout) -> LayoutEntries {
    // Cache the latest result: callers often ask for the same row repeatedly, and a row may have thousands of entries.
    if let known = cachedEntries, known.layout === layout, known.revision == revision { return known.entries }
    let entries = LayoutEntries(readEntries(of: layout))
    cachedEntries = (layout, revision, entries)
    return entries
  }

  private func readEntries(of layout: DefaultBlockLayout) -> [LayoutEntry] {
    var entries: [LayoutEntry] = []
    func append(_ item: FocusItem, _ rect: Rect) {
      if entries.last?.item != item { entries.append(LayoutEntry(kind: .item(item), rect: rect)) }
    }
    var row = 0
    // Ghosts may be above the block's first line.
    var isFirst = true
    let ownItem = FocusItem.block(id: layout.block.id)
    for section in layout.sections(style: style) {
      switch section {
      case .line where section.isGhost: row += 1
      case .line(let tokens, _):
        if isFirst {
          let first = tokens.first.flatMap { $0.token.item == nil || $0.token.item == ownItem ? $0 : nil }
          append(ownItem, Rect(x: 0, y: row, width: max(1, first.map { $0.column + $0.token.width } ?? 1), height: 1))
        }
        for placed in tokens {
          guard let item = placed.token.item, item != ownItem || !isFirst else { continue }
          append(item, Rect(x: placed.column, y: row, width: placed.token.width, height: 1))
        }
        row += 1
        isFirst = false
      case .body(let connection, _):
        if isFirst { append(ownItem, Rect(x: 0, y: row, width: max(1, style.statementIndent), height: 1)) }
        isFirst = false
        guard let body = layout.bodies.first(where: { $0.connection === connection }) else { continue }
        if body.group.isEmpty {
          let name = connection.sourceInput?.name ?? ""
          append(
            .emptyInput(blockID: connection.sourceBlock.id, name: name),
            Rect(x: style.emptyInputColumn, y: row, width: 3, height: 1))
        } else {
          entries.append(
            LayoutEntry(
              kind: .body(body.group),
              rect: Rect(x: style.statementIndent, y: row, width: 1, height: body.group.rowCount)))
        }
        row += body.group.rowCount
      }
    }
    return entries
  }
}
