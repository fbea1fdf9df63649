import BlockLayout
import BlockModel
import Screen

/// What stands between a mutator and the user who changes it (the seed's MutatorLayout): it holds the wanted state, and
/// performs the mutation so that everything that is connected stays where it belongs.
///
/// It holds data and no view. `LayoutFactory` says which mutator has which layout; a mutator without one follows fields or
/// other blocks, and has no dialog.
open class MutatorLayout {
  /// The associated mutator.
  public let mutator: any Mutator
  /// The block that the mutator belongs to.
  public let block: Block
  /// Through it goes every change of the program.
  public let coordinator: WorkspaceLayoutCoordinator

  public init(_ mutator: any Mutator, of block: Block, coordinator: WorkspaceLayoutCoordinator) {
    self.mutator = mutator
    self.block = block
    self.coordinator = coordinator
  }

  /// What the dialog is called.
  open var title: String { BlockLabel.name(of: block) }

  /// The size, in cells, of what opens the dialog inside the block: none without a view.
  public var size: Size {
    guard let style = coordinator.layout?.style, style.hasDialog(mutator) else { return Size(width: 0, height: 0) }
    let sign = ContentReader.mutatorIcon(style: style)
    return Size(width: TextWidth.columns(of: sign, repertoire: style.repertoire), height: 1)
  }

  /// Makes the state of the block, as it is now, the wanted one.
  open func read() {}

  /// Gives the mutator the wanted state; the block is mutated afterwards.
  /// - Returns: false when it has that state already.
  open func updateMutator() -> Bool { false }

  /// Where the contents of inputs go with the wanted state: the name of another input, or nil for setting them aside.
  open var movedContents: [String: String?] { [:] }

  /// Gives the block the wanted state, as one mutation. To be called while the block is as it was when it was read.
  open func performMutation() {
    coordinator.mutate(block, moving: movedContents) { updateMutator() }
  }
}

extension WorkspaceLayoutCoordinator {
  /// The layout of a block's mutator that a user can change, with the block's state; nil when there is none.
  public func mutatorLayout(of block: Block) -> MutatorLayout? {
    guard let mutator = block.mutator, layoutFactory.typesWithView.contains(ObjectIdentifier(type(of: mutator))) else {
      return nil
    }
    return layoutFactory.mutatorLayout(of: block, coordinator: self)
  }
}
