import BlockLayout
import BlockLibrary
import BlockModel
import MortiseScreen

/// Creates the layouts of mutators, by the mutator's class. Apps register layouts for their own mutators here, or
/// replace those of stock ones.
public final class LayoutFactory {
  private struct Entry {
    var hasView: Bool
    var size: (LayoutStyle) -> Size
    var make: (any Mutator, Block, WorkspaceLayoutCoordinator) -> MutatorLayout?
  }

  private var entries: [ObjectIdentifier: Entry] = [:]

  /// Creates a factory that knows no mutators.
  public init() {}

  /// Creates a factory that knows the stock mutators with a dialog.
  public static func stock() -> LayoutFactory {
    let factory = LayoutFactory()
    factory.register(MutatorIfElse.self, MutatorIfElseLayout.init)
    factory.register(MutatorListCreate.self, MutatorItemsLayout.init)
    factory.register(MutatorTextJoin.self, MutatorItemsLayout.init)
    factory.register(MutatorProcedureDefinition.self, MutatorProcedureLayout.init)
    return factory
  }

  /// Registers the layout of a class of mutators, replacing any earlier one.
  /// - Parameters:
  ///   - hasView: whether the block has a sign that opens the mutator's dialog.
  ///   - make: creates the layout of a block's mutator.
  public func register<M: Mutator, Layout: MutatorLayout>(
    _ type: M.Type, hasView: Bool = true,
    _ make: @escaping (_ mutator: M, _ block: Block, _ coordinator: WorkspaceLayoutCoordinator) -> Layout
  ) {
    entries[ObjectIdentifier(type)] = Entry(hasView: hasView, size: Layout.size) { mutator, block, coordinator in
      (mutator as? M).map { make($0, block, coordinator) }
    }
  }

  /// The sizes, in cells, of the signs that open mutator dialogs, by mutator class.
  func mutatorSizes(in style: LayoutStyle) -> [ObjectIdentifier: Size] {
    entries.filter(\.value.hasView).mapValues { $0.size(style) }
  }

  /// Returns a new layout of a block's mutator if it has a view.
  package func layoutWithView(of block: Block, coordinator: WorkspaceLayoutCoordinator) -> MutatorLayout? {
    guard let mutator = block.mutator, entries[ObjectIdentifier(type(of: mutator))]?.hasView == true else { return nil }
    return mutatorLayout(of: block, coordinator: coordinator)
  }

  /// Returns the layout of a block's mutator, with the block's state; nil if there is no mutator, or none with a
  /// layout.
  public func mutatorLayout(of block: Block, coordinator: WorkspaceLayoutCoordinator) -> MutatorLayout? {
    guard let mutator = block.mutator,
      let layout = entries[ObjectIdentifier(Swift.type(of: mutator))]?.make(mutator, block, coordinator)
    else { return nil }
    layout.begin()
    return layout
  }
}

/// Builds the layouts of a program's blocks and mutators. See `WorkspaceLayoutCoordinator.layoutBuilder`.
public struct LayoutBuilder {
  let coordinator: WorkspaceLayoutCoordinator

  /// Rebuilds the layout of a block after its content or shape changed in the model. Not needed after changes through
  /// the coordinator.
  public func buildLayoutTree(forBlock block: Block) { coordinator.layout?.changed(block) }

  /// Returns the layout of a block's mutator, with the mutator's state; nil if there is no mutator, or none with a
  /// layout. It becomes a child of the block's layout if the program is displayed, with the size (0, 0) if it has no
  /// view. The state set by an `update…` method is kept until `performMutation()` is called on any layout of the
  /// mutator.
  public func mutatorLayout(forBlock block: Block) -> MutatorLayout? {
    if let child = child(of: block) {
      child.begin()
      return child
    }
    let layout = coordinator.layoutFactory.mutatorLayout(of: block, coordinator: coordinator)
    if let layout { layout.parent?.add(layout) }
    return layout
  }

  /// The layout of a block's mutator that was built earlier.
  private func child(of block: Block) -> MutatorLayout? {
    guard let mutator = block.mutator else { return nil }
    return coordinator.layout?.layout(showing: block)?.mutatorLayout(of: mutator) as? MutatorLayout
  }
}

extension WorkspaceLayoutCoordinator {
  /// Builds layouts of this program.
  public var layoutBuilder: LayoutBuilder { LayoutBuilder(coordinator: self) }
}
