import BlockEvents
import BlockFormats
import BlockLibrary
import BlockModel

/// Finds the problems of a program, those that `mortise check` reports, while it is being edited.
public final class ProblemFinder: EventManagerListener {
  private let workspace: Workspace
  /// The problems that were found last, in reading order.
  public private(set) var problems: [BlockRemark] = []
  private var blockIDs: Set<String> = []
  /// The inspection in progress; nil if the problems are those of the current program.
  private var inspector: ProgramInspector?
  private var isChanged = true

  /// The number of blocks that are inspected at once, in about a millisecond.
  private static let blocksAtOnce = 1000

  init(in workspace: Workspace, eventManager: EventManager) {
    self.workspace = workspace
    eventManager.addListener(self)
  }

  public var wantsLoadingEvents: Bool { false }

  public func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) {
    if event.workspaceID == workspace.id, !(event is UIEvent) { isChanged = true }
  }

  /// Whether the program has changed since the problems were found.
  public var isBehind: Bool { isChanged || inspector != nil }

  /// Inspects some more blocks.
  /// - Returns: whether the problems are other ones than before.
  public func inspectSome() -> Bool { inspect(atMost: Self.blocksAtOnce) }

  /// The problems of the program as it is now.
  func currentProblems() -> [BlockRemark] {
    while isBehind { _ = inspect(atMost: .max) }
    return problems
  }

  private func inspect(atMost limit: Int) -> Bool {
    if isChanged { inspector = ProgramInspector(workspace) }
    isChanged = false
    guard var inspector else { return false }
    self.inspector = nil
    if inspector.inspect(atMost: limit) {
      self.inspector = inspector
      return false
    }
    if inspector.remarks == problems { return false }
    problems = inspector.remarks
    blockIDs = Set(problems.compactMap(\.blockID))
    return true
  }

  /// Whether a block has a problem.
  public func hasProblem(_ blockID: String) -> Bool { blockIDs.contains(blockID) }

  /// Returns what is wrong with a block.
  func messages(on blockID: String) -> [String] {
    blockIDs.contains(blockID) ? problems.filter { $0.blockID == blockID }.map(\.message) : []
  }
}
