import BlockLayout
import BlockModel
import Markup
import MortiseScreen

/// The editable state of a block's mutator. It holds the draft, the state that the user is editing, and performs the
/// mutation. Connected blocks stay with their part.
///
/// It is data without a view. `LayoutFactory` maps mutators to layouts. A mutator without a layout follows fields or
/// other blocks, and has no dialog.
open class MutatorLayout {
  /// The associated mutator.
  public let mutator: any Mutator
  /// The block that the mutator belongs to.
  public let block: Block
  /// Makes all changes to the program.
  public let coordinator: WorkspaceLayoutCoordinator

  public init(_ mutator: any Mutator, of block: Block, coordinator: WorkspaceLayoutCoordinator) {
    self.mutator = mutator
    self.block = block
    self.coordinator = coordinator
  }

  /// The title of the dialog.
  open var title: String { BlockLabel.name(of: block) }

  /// The space, in cells, that a block with such a mutator reserves for the ⚙ sign, which opens the dialog. A row is
  /// one cell high. Wider signs are padded with blanks. With zero width there is no sign, and only the block's command
  /// opens the dialog.
  open class func size(in style: LayoutStyle) -> Size { style.mutatorSignSize }

  /// The space, in cells, that the block reserves for the sign; zero if the layout has no view.
  public final var size: Size {
    coordinator.layout?.style.mutatorSizes[ObjectIdentifier(type(of: mutator))] ?? Size(width: 0, height: 0)
  }

  /// Makes the block's current state the draft.
  open func read() {}

  /// The draft as the journal stores it while the dialog is open, so that it survives if the editor is killed; nil if
  /// it can't be stored.
  open var requestedState: JSONValue? { nil }

  /// Makes a state from `requestedState` the draft, except for parts that don't fit the block.
  open func restore(_ state: JSONValue) {}

  /// Applies the draft to the mutator. The block is mutated afterwards.
  /// - Returns: false if the mutator already has that state.
  open func updateMutator() -> Bool { false }

  /// The destinations of inputs' contents in the draft: the name of another input, or nil to disconnect them.
  open var movedContents: [String: String?] { [:] }

  /// Mutates the block to the draft, as one mutation. The block must not have changed since `read()`.
  open func performMutation() {
    BlockMutation(of: block, through: coordinator).perform(moving: movedContents) { updateMutator() }
  }
}
