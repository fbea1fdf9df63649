import BlockFormats
import BlockLayout
import BlockModel
import BlockNotation
import MortiseFiles
import MortiseScreen
import ProgramDiff

/// A version of the program with its changes since the version before, laid out for reading. It can't be edited.
package final class CommitReading {
  /// A line that has changed.
  private struct Stop {
    var item: FocusItem
    var words: String
  }

  package let layout: WorkspaceLayout
  /// The changes since the version before.
  package let changes: LineChanges
  /// The item that is read.
  package private(set) var cursor: FocusItem?
  private let library: NotationLibrary
  private var stops: [Stop] = []
  /// Changes in lines that no longer exist.
  private var others: [String] = []

  /// - Parameters:
  ///   - old: the version before.
  ///   - new: the version to read.
  package init(from old: Workspace, to new: Workspace, library: NotationLibrary, style: LayoutStyle) {
    self.library = library
    changes = LineChanges(ProgramMatch(old, new), library: library)
    layout = WorkspaceLayout(workspace: new, style: style)
    layout.show(ghosts: changes.ghosts)
    cursor = order.first
    findStops()
    if let first = stops.first { cursor = first.item }
  }

  package var order: ReadingOrder { ReadingOrder(layout) }

  private func findStops() {
    var words: [FocusItem: [String]] = [:]
    var found: [(item: FocusItem, piece: Int, rect: Rect)] = []
    for change in changes.all {
      guard let id = change.block?.id, let item = order.visibleItem(for: .block(id: id)),
        let rect = order.rect(of: item)
      else {
        others.append(change.words)
        continue
      }
      if words[item] == nil { found.append((item, order.pieceIndex(of: item) ?? 0, rect)) }
      words[item, default: []].append(change.words)
    }
    found.sort { ($0.piece, $0.rect.minY, $0.rect.minX) < ($1.piece, $1.rect.minY, $1.rect.minX) }
    stops = found.map { Stop(item: $0.item, words: (words[$0.item] ?? []).joined(separator: "; ")) }
  }

  /// The line at the cursor, and its changes.
  package var words: String {
    guard let cursor else { return others.isEmpty ? "empty program" : others.joined(separator: "; ") }
    if case .comment(let id) = cursor { return layout.workspace.comment(withID: id)?.text ?? "comment" }
    guard let block = cursor.blockID.flatMap({ layout.workspace.blocks[$0] })?.lineHead else { return "" }
    let line =
      LineWriter.words(of: block, library: library, in: layout.workspace) ?? BlockLabel.header(of: block, limit: 80)
    let index = stops.firstIndex { $0.item == .block(id: block.id) }
    return index.map { "change \($0 + 1) of \(stops.count): \(stops[$0].words) · \(line)" } ?? line
  }

  /// Goes to another row.
  /// - Returns: false if there is none.
  @discardableResult
  package func move(rows: Int) -> Bool {
    guard let cursor else { return false }
    let target =
      switch rows {
      case 1: order.nextRow(after: cursor)
      case -1: order.previousRow(before: cursor)
      default: order.item(rows: rows, from: cursor)
      }
    guard let target, target != cursor else { return false }
    self.cursor = target
    return true
  }

  /// Goes to the item at a cell.
  package func move(to cell: Point) { if let item = order.item(at: cell) { cursor = item } }

  /// Why there is no change to go to; nil if there is one.
  package var refusalToGoOn: String? {
    if !stops.isEmpty { return nil }
    return others.isEmpty ? "the blocks are the same as in the previous commit" : others.joined(separator: "; ")
  }

  /// Goes to the next or the previous change; after the last one comes the first.
  package func goToChange(forward: Bool) {
    guard let cursor, !stops.isEmpty else { return }
    if let index = stops.firstIndex(where: { $0.item == cursor }) {
      self.cursor = stops[(index + (forward ? 1 : stops.count - 1)) % stops.count].item
      return
    }
    let position = { [order] (item: FocusItem) in
      let rect = order.rect(of: item) ?? Rect(origin: .zero, size: .zero)
      return (order.pieceIndex(of: item) ?? 0, rect.minY, rect.minX)
    }
    let own = position(cursor)
    let target = forward ? stops.first { position($0.item) > own } : stops.last { position($0.item) < own }
    self.cursor = (target ?? (forward ? stops[0] : stops[stops.count - 1])).item
  }
}

extension WorkbenchController {
  /// Reads two successive versions of the program's file, for reading only. A missing file counts as an empty program.
  /// - Throws: `OpenError` in one line if one can't be read.
  package func reading(
    from old: (path: String, bytes: [UInt8]?), to new: (path: String, bytes: [UInt8]?), style: LayoutStyle
  ) throws(OpenError) -> CommitReading {
    CommitReading(
      from: try version(at: old.path, old.bytes ?? []), to: try version(at: new.path, new.bytes ?? []),
      library: notation, style: style)
  }

  /// Reads a version of the program.
  /// - Parameter path: the path of that version, which determines its format.
  /// - Throws: `OpenError` in one line if it can't be read.
  func version(at path: String?, _ bytes: [UInt8]) throws(OpenError) -> Workspace {
    let factory = workspace.factory
    if bytes.isEmpty { return Workspace(factory: factory) }
    let programPath = path.map(ProgramPath.init)
    let file =
      formats.recognise(bytes, path: programPath?.file, factory: factory) ?? RecognisedFile(formats.standard, bytes)
    var context = ReadingContext(factory: factory, randomness: SystemNumbers())
    context.programName = programPath?.program ?? document.style.programName
    do {
      return try file.read(context).workspace
    } catch {
      let name = path.map { FileLocation(path: $0).name } ?? "the program"
      // A text may have several mistakes.
      let lines = OpenError(reading: name, error).description.split(separator: "\n")
      throw OpenError(lines.first.map(String.init) ?? "\(name) can't be read")
    }
  }
}
