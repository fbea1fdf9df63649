import BlockEvents
import BlockLayout
import BlockModel
import Screen

/// Through here goes every change of a program: it changes the model, keeps the layout in step and adds the events of what
/// it did to the event manager. It neither groups nor fires them; that is for those who know when an action is finished.
public final class WorkspaceLayoutCoordinator {
  public let workspace: Workspace
  public private(set) var eventManager: EventManager
  /// The measured program; nil where nobody looks at it.
  public private(set) var layout: WorkspaceLayout?
  public var isReplaying: Bool {
    get { eventManager.isReplaying }
    set { eventManager.isReplaying = newValue }
  }
  /// Knows the mutators that have a layout.
  let layoutFactory: LayoutFactory

  public init(
    workspace: Workspace, eventManager: EventManager = .sharedInstance, layoutFactory: LayoutFactory = .stock()
  ) {
    self.workspace = workspace
    self.eventManager = eventManager
    self.layoutFactory = layoutFactory
  }

  /// Measures the program from now on.
  public func showLayout(style: LayoutStyle) {
    var style = style
    style.mutatorSizes = layoutFactory.mutatorSizes(in: style)
    if let layout { layout.restyle(style) } else { layout = WorkspaceLayout(workspace: workspace, style: style) }
  }

  /// Adds the event of a change that was made, also one of your own, to be fired when the action is finished.
  /// - Parameter recordsUndo: false for a change that follows by itself from others when these are undone.
  public func add(_ event: BlocklyEvent, recordsUndo: Bool = true) {
    event.recordsUndo = recordsUndo
    eventManager.addPendingEvent(event)
  }

  /// Makes changes whose events go to another manager.
  public func using(_ manager: EventManager, _ changes: () -> Void) {
    let own = eventManager
    eventManager = manager
    changes()
    eventManager = own
  }

  /// Makes many changes; what is shown is measured once, at the end.
  public func performBatch(_ changes: () -> Void) {
    if let layout { layout.performBatch(changes) } else { changes() }
  }

  /// Says that the program was loaded.
  /// - Parameter seed: what the ids follow from that the file didn't give.
  public func finishLoading(seed: UInt64) {
    add(FinishedLoadingEvent(workspaceID: workspace.id, seed: seed), recordsUndo: false)
  }

  // MARK: - Places

  /// Where a block is shown, in Blockly's units, for standing there by itself.
  public func positionShown(of block: Block) -> WorkspacePoint {
    if let layout, let rect = ReadingOrder(layout).rect(of: .block(id: block.id)) {
      return StackPlacement.position(of: rect.origin)
    }
    let root = block.root.position
    return WorkspacePoint(x: root.x + Self.bump.x, y: root.y + Self.bump.y)
  }

  /// How far a block that is pushed out of its place goes: three columns and one row.
  static let bump = WorkspacePoint(x: 3 * LayoutStyle.unitsPerColumn, y: LayoutStyle.unitsPerRow)
}
