import BlockModel

/// Builds the layouts of a program's blocks and mutators: `WorkspaceLayoutCoordinator.layoutBuilder`.
public struct LayoutBuilder {
  let coordinator: WorkspaceLayoutCoordinator

  /// Builds the layout of a block anew, after something that the block shows, or its shape, was changed in the model. The
  /// coordinator's own changes do this themselves.
  public func buildLayoutTree(forBlock block: Block) { coordinator.layout?.changed(block) }

  /// The layout of a block's mutator that a user can change, with the block's state; nil when there is none.
  public func mutatorLayout(forBlock block: Block) -> MutatorLayout? {
    let layoutFactory = coordinator.layoutFactory
    guard let mutator = block.mutator, layoutFactory.typesWithView.contains(ObjectIdentifier(type(of: mutator))) else {
      return nil
    }
    return layoutFactory.mutatorLayout(of: block, coordinator: coordinator)
  }
}

extension WorkspaceLayoutCoordinator {
  public var layoutBuilder: LayoutBuilder { LayoutBuilder(coordinator: self) }
}
