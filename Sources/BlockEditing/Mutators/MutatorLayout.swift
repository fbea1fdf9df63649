import BlockLayout
import BlockModel
import Screen

/// What stands between a mutator and the user who changes it: it holds the wanted state, and
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

  /// The room, in cells, that blocks with such a mutator keep for the sign ⚙, which opens the dialog. A row is one cell high;
  /// a wider sign gets blanks, and one of no width is not shown, so that only the command on the block opens the dialog.
  open class func size(in style: LayoutStyle) -> Size { style.mutatorSignSize }

  /// The room, in cells, that the block keeps for the sign; none where the layout has no view.
  public final var size: Size {
    coordinator.layout?.style.mutatorSizes[ObjectIdentifier(type(of: mutator))] ?? Size(width: 0, height: 0)
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
    BlockMutation(of: block, through: coordinator).perform(moving: movedContents) { updateMutator() }
  }
}
