import BlockModel

/// Builds the layouts of a program's blocks and mutators. See `WorkspaceLayoutCoordinator.layoutBuilder`.
public struct LayoutBuilder {
  let coordinator: WorkspaceLayoutCoordinator

  /// Rebuilds the layout of a block after its content or shape changed in the model. Not needed after changes through
  /// the coordinator.
  public func buildLayoutTree(forBlock block: Block) { coordinator.layout?.changed(block) }

  /// Returns the layout of a block's mutator, with the block's state; nil if the block has no mutator with a dialog.
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
