import BlockLayout
import BlockLibrary
import BlockModel

/// The toolbox's blocks as typed lines offer them, wherever they are typed. They are made again only when the program's
/// variables or functions are others: in a program with thousands of variables, making them takes most of a key's time.
final class LineToolbox {
  struct Entry {
    var label: String
    /// What typed words are searched in, in lower case.
    var searchText: String
    var snapshot: BlockSnapshot
    var colour: BlockBuilder.Colour
  }

  /// What the blocks depend on.
  private struct Basis: Equatable {
    var variables: [VariableReference]
    var callers: [BlockSnapshot]

    init(_ workspace: Workspace) {
      variables = workspace.variables.all.map { VariableReference(id: $0.id, name: $0.name, type: $0.type) }
      callers = ProcedureBlocks.definitions(in: workspace).compactMap(ProcedureBlocks.caller)
    }
  }

  private var basis: Basis?
  private var entries: [Entry] = []

  /// Returns the blocks of all categories.
  func entries(_ toolbox: Toolbox, in workspace: Workspace) -> [Entry] {
    let now = Basis(workspace)
    if now == basis { return entries }
    basis = now
    entries = ToolboxContents(workspace: workspace).blocks(in: toolbox).compactMap { item, category in
      guard case .insert(let snapshot) = item.action else { return nil }
      let type = snapshot.records.first?.type.replacing("_", with: " ") ?? ""
      // A typed number is a value, not the default of a block.
      let words = item.label.split(separator: " ").filter {
        $0.contains(where: \.isLetter) || !$0.contains(where: \.isNumber)
      }
      return Entry(
        label: item.label, searchText: "\(words.joined(separator: " ")) \(type) \(category)".lowercased(),
        snapshot: snapshot, colour: item.colour)
    }
    return entries
  }
}

/// A block of the toolbox that a typed line can become.
struct LineToolboxBlock {
  var entry: LineToolbox.Entry
  /// Why it doesn't fit; nil if it does.
  var refusal: String?

  /// The blocks of all categories.
  static func all(for target: LineTarget, in controller: WorkbenchController) -> [LineToolboxBlock] {
    let workspace = controller.workspace
    let contents = ToolboxContents(workspace: workspace)
    let connection = target.connection(in: workspace)
    return controller.lineToolbox.entries(controller.toolbox, in: workspace).map {
      LineToolboxBlock(entry: $0, refusal: refusal(of: $0.snapshot, at: connection, contents))
    }
  }

  private static func refusal(
    of snapshot: BlockSnapshot, at connection: Connection?, _ contents: ToolboxContents
  ) -> String? {
    let isValue = contents.hasOutput(snapshot)
    guard let connection else { return isValue ? "a value, not a statement" : nil }
    if contents.canConnect(snapshot, connection) { return nil }
    if connection.kind == .inputValue { return isValue ? "of another type" : "a statement, not a value" }
    return isValue ? "a value, not a statement" : contents.hasPrevious(snapshot) ? "of another type" : "stands alone"
  }
}
