import BlockLibrary
import BlockModel

/// The items of “create list with” and “create text with” blocks.
public final class MutatorItemsLayout: MutatorPartsLayout {
  private static let item = MutatorPart.Kind(name: "item")

  private let items: MutatorItems

  /// For `LayoutFactory`, which calls it with a block that is in the coordinator's program.
  public init(_ mutator: MutatorItems, of block: Block, coordinator: WorkspaceLayoutCoordinator) {
    items = mutator
    super.init(mutator, of: block, coordinator: coordinator)
  }

  override public var title: String { "items" }

  override public var kinds: [MutatorPart.Kind] { [Self.item] }

  override public func readParts() -> [MutatorPart] { present(Self.item, count: items.itemCount) }

  override public func inputs(of kind: MutatorPart.Kind, at index: Int) -> [String] { ["ADD\(index)"] }

  override public func apply(_ draft: MutatorDraft) { items.itemCount = draft.parts.count }
}
