import BlockEvents
import BlockLayout
import BlockModel
import MortiseScreen

/// Makes every change to a program: changes the model, updates the layout, and adds the events to the event manager. It
/// doesn't group or fire events; callers do so when a user action is finished.
public final class WorkspaceLayoutCoordinator {
  public let workspace: Workspace
  /// The receiver of the events; another one within `using(_:_:)`.
  public private(set) var eventManager: EventManager
  /// The layout of the program; nil if it isn't displayed.
  public private(set) var layout: WorkspaceLayout?
  public var isReplaying: Bool {
    get { eventManager.isReplaying }
    set { eventManager.isReplaying = newValue }
  }
  /// Whether the present changes will be rolled back.
  var isPreviewing = false
  /// Contains the mutators that have a layout.
  package let layoutFactory: LayoutFactory

  /// - Parameters:
  ///   - workspace: the program. Nothing else may change it from now on.
  ///   - eventManager: receives the events.
  ///   - layoutFactory: knows the mutators that have layouts.
  public init(
    workspace: Workspace, eventManager: EventManager = .sharedInstance, layoutFactory: LayoutFactory = .stock()
  ) {
    self.workspace = workspace
    self.eventManager = eventManager
    self.layoutFactory = layoutFactory
  }

  /// Creates the layout and keeps it up to date from now on, or changes the style of an existing one.
  /// - Parameter canStop: whether the user may cancel a new layout, which is then empty.
  /// - Returns: false if the user cancelled. An existing layout stays as it was.
  @discardableResult
  public func showLayout(style: LayoutStyle, canStop: Bool = false) -> Bool {
    var style = style
    style.mutatorSizes = layoutFactory.mutatorSizes(in: style)
    if let layout { return layout.restyle(style) }
    let layout = WorkspaceLayout(workspace: workspace, style: style, canStop: canStop)
    self.layout = layout
    return !layout.isGivenUp
  }

  /// Shows the blocks with the wordings of a factory that has the same types in another language. The program doesn't
  /// change, so there is no event.
  package func translate(to factory: BlockFactory) {
    workspace.translate(to: factory)
    layout?.refresh()
  }

  /// Adds the event of a completed change, including custom events. It is fired when the user action is finished.
  /// - Parameter recordsUndo: false for a derived change, which reverts itself when the change that caused it is
  ///   undone.
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

  /// Makes many changes, and updates the layout once at the end.
  public func performBatch(_ changes: () -> Void) {
    if let layout { layout.performBatch(changes) } else { changes() }
  }

  // MARK: - Places

  /// Returns the place where a block is shown, as a top-level position in workspace units.
  public func positionShown(of block: Block) -> WorkspacePoint {
    // In an outline, blocks are shown away from their positions.
    if let layout, !layout.style.isOutline, let rect = ReadingOrder(layout).rect(of: .block(id: block.id)) {
      return StackPlacement.position(of: rect.origin)
    }
    let root = block.root.position
    return WorkspacePoint(x: root.x + Self.bump.x, y: root.y + Self.bump.y)
  }

  /// The offset of a bumped block: three columns and one row.
  static let bump = WorkspacePoint(x: 3 * LayoutStyle.unitsPerColumn, y: LayoutStyle.unitsPerRow)
}
