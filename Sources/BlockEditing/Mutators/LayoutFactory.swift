import BlockLayout
import BlockLibrary
import BlockModel
import Screen

/// Knows which mutators have a layout, by their class. A user's own mutator,
/// or another layout for a stock one, is registered here.
public final class LayoutFactory {
  private struct Entry {
    var hasView: Bool
    var size: (LayoutStyle) -> Size
    var make: (any Mutator, Block, WorkspaceLayoutCoordinator) -> MutatorLayout?
  }

  private var entries: [ObjectIdentifier: Entry] = [:]

  /// A factory that knows no mutator.
  public init() {}

  /// A factory that knows the stock mutators that have a dialog.
  public static func stock() -> LayoutFactory {
    let factory = LayoutFactory()
    factory.register(MutatorIfElse.self, MutatorIfElseLayout.init)
    factory.register(MutatorListCreate.self, MutatorItemsLayout.init)
    factory.register(MutatorTextJoin.self, MutatorItemsLayout.init)
    factory.register(MutatorProcedureDefinition.self, MutatorProcedureLayout.init)
    return factory
  }

  /// Gives the mutators of a class a layout, in place of the one that they have.
  /// - Parameters:
  ///   - hasView: whether a user can open a dialog for it, by a sign in the block.
  ///   - make: makes the layout of a block's mutator.
  public func register<M: Mutator, Layout: MutatorLayout>(
    _ type: M.Type, hasView: Bool = true,
    _ make: @escaping (_ mutator: M, _ block: Block, _ coordinator: WorkspaceLayoutCoordinator) -> Layout
  ) {
    entries[ObjectIdentifier(type)] = Entry(hasView: hasView, size: Layout.size) { mutator, block, coordinator in
      (mutator as? M).map { make($0, block, coordinator) }
    }
  }

  /// The classes of mutators whose layouts have a view.
  public var typesWithView: Set<ObjectIdentifier> { Set(entries.lazy.filter(\.value.hasView).map(\.key)) }

  /// The room, in cells, that the blocks of mutators with a view keep for the sign that opens it, by the mutators' classes.
  func mutatorSizes(in style: LayoutStyle) -> [ObjectIdentifier: Size] {
    entries.filter(\.value.hasView).mapValues { $0.size(style) }
  }

  /// The layout of a block's mutator, with the block's state; nil when the block has no mutator, or one without a layout.
  public func mutatorLayout(of block: Block, coordinator: WorkspaceLayoutCoordinator) -> MutatorLayout? {
    guard let mutator = block.mutator,
      let layout = entries[ObjectIdentifier(Swift.type(of: mutator))]?.make(mutator, block, coordinator)
    else { return nil }
    layout.read()
    return layout
  }
}
