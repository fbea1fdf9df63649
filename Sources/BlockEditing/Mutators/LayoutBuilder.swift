import BlockModel

/// Builds the layouts of a program's blocks and mutators. See `WorkspaceLayoutCoordinator.layoutBuilder`.
public struct LayoutBuilder {
  let coordinator: WorkspaceLayoutCoordinator

  /// Rebuilds the layout of a block after its content or shape changed in the model. Not needed after changes through
  /// the coordinator.
  public func buildLayoutTree(forBlock block: Block) { coordinator.layout?.changed(block) }

  /// Returns the layout of a block's mutator, with the block's state; nil if the block has no mutator with a dialog. It
  /// becomes a child of the block's layout, if the program is displayed.
  public func mutatorLayout(forBlock block: Block) -> MutatorLayout? {
    if let child = child(of: block) {
      child.begin()
      return child
    }
    let layout = coordinator.layoutFactory.layoutWithView(of: block, coordinator: coordinator)
    if let layout { layout.parent?.add(layout) }
    return layout
  }

  /// The layout of a block's mutator that was built earlier.
  func child(of block: Block) -> MutatorLayout? {
    guard let mutator = block.mutator else { return nil }
    return coordinator.layout?.layout(showing: block)?.mutatorLayout(of: mutator) as? MutatorLayout
  }
}

extension WorkspaceLayoutCoordinator {
  /// Builds layouts of this program.
  public var layoutBuilder: LayoutBuilder { LayoutBuilder(coordinator: self) }
}
