import BlockEvents
import BlockLibrary
import BlockModel

/// Disables and enables the callers of a procedure together with its definition. Other reasons for disabling a caller
/// are left alone.
public final class DisabledProcedureListener: EventManagerListener {
  /// Blockly's name for this reason.
  private static let reason = "DISABLED_PROCEDURE_DEFINITION"

  private let coordinator: WorkspaceLayoutCoordinator

  /// Listens from now on. Keep the listener, as the event manager doesn't retain it.
  public init(coordinator: WorkspaceLayoutCoordinator) {
    self.coordinator = coordinator
    coordinator.eventManager.addListener(self)
  }

  public var wantsLoadingEvents: Bool { false }

  public func eventManager(_ eventManager: EventManager, didFireEvent event: BlocklyEvent) {
    let workspace = coordinator.workspace
    guard !event.isReplayed, let change = event as? ChangeEvent, case .disabled = change.element,
      change.workspaceID == workspace.id, let definition = workspace.blocks[change.blockID ?? ""],
      let name = ProcedureBlocks.name(definedBy: definition),
      !ConflictCopy.isCopy(definition), ProcedureBlocks.definition(of: name, in: workspace) === definition
    else { return }
    let callers = ProcedureBlocks.callers(of: name, in: workspace).filter {
      $0.disabledReasons.contains(Self.reason) == definition.isEnabled
    }
    guard !callers.isEmpty else { return }
    EventChain.extend(event, of: eventManager) {
      for caller in callers {
        coordinator.set(.disabled(reason: Self.reason), to: .flag(!definition.isEnabled), of: caller)
      }
    }
  }
}
