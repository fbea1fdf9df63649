import BlockLayout
import BlockModel
import Markup
import MortiseScreen

/// The editable state of a block's mutator, a child of the layout that shows the block. Methods of a subclass, such as
/// `update(elseIfCount:)`, change the mutator's state; `performMutation()` then mutates the block. Connected blocks
/// stay with their part.
///
/// It is data without a view. `LayoutFactory` maps mutators to layouts. A mutator without a layout follows fields or
/// other blocks, and has no dialog.
open class MutatorLayout: MutatorLayoutNode {
  /// The associated mutator.
  public let mutator: any Mutator
  /// The block that the mutator belongs to.
  public unowned let block: Block
  /// Makes all changes to the program.
  public unowned let coordinator: WorkspaceLayoutCoordinator
  /// The state that the block's shape corresponds to, regardless of later `update…` calls on the mutator.
  public final var performedState: MutationState { block.performedMutation ?? MutationState(of: mutator) }
  /// The state of the mutator when it was last changed in a dialog; nil for the block's own.
  private var requested: MutationState?

  /// - Parameters:
  ///   - mutator: the mutator of `block`; a subclass takes its own type.
  ///   - coordinator: that of the block's program.
  public init(_ mutator: any Mutator, of block: Block, coordinator: WorkspaceLayoutCoordinator) {
    self.mutator = mutator
    self.block = block
    self.coordinator = coordinator
    block.performedMutation = performedState
  }

  /// The layout whose rows show the block; nil if the program isn't displayed.
  public final var parent: DefaultBlockLayout? { coordinator.layout?.layout(showing: block) }

  /// The area of the ⚙ sign, in cells; nil if there is none.
  public final var rect: Rect? {
    coordinator.layout.flatMap { ReadingOrder($0).rect(of: .mutator(blockID: block.id)) }
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

  /// The destinations of inputs' contents in the draft: the name of another input, or nil to disconnect them.
  open var movedContents: [String: String?] { [:] }

  /// Mutates the block to its mutator's state, as one mutation. Disconnects blocks before and reconnects them after it.
  /// An override learns the block's old state from `performedState`.
  open func performMutation() {
    let state = MutationState(of: mutator)
    guard state != performedState else { return }
    let destinations = movedContents
    mutator.update(from: performedState)
    BlockMutation(of: block, through: coordinator).perform(moving: destinations) {
      mutator.update(from: state)
      return true
    }
    if !coordinator.isPreviewing { begin() }
  }

  /// Makes the block's current state the draft, with that of the mutator itself.
  final func begin() {
    requested = nil
    read()
  }

  /// Changes the draft, while nothing is previewed. The block keeps its shape.
  /// - Throws: the error of `change`.
  package final func changeDraft(_ change: () throws(FieldError) -> Void) throws(FieldError) {
    if let requested { mutator.update(from: requested) }
    defer {
      let state = MutationState(of: mutator)
      requested = state == performedState ? nil : state
      if requested != nil { mutator.update(from: performedState) }
    }
    try change()
  }

  /// Mutates the block to the draft.
  package final func performDraft() {
    if let requested { mutator.update(from: requested) }
    performMutation()
  }
}
