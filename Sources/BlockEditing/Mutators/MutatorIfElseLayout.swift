import BlockLibrary
import BlockModel

/// The branches of an “if” block. The first is a branch like the others: the user can move it, and remove it if there
/// are more.
public final class MutatorIfElseLayout: MutatorPartsLayout {
  private static let branch = MutatorPart.Kind(name: "else-if", key: "a", count: 1...10_000)
  private static let otherwise = MutatorPart.Kind(name: "else", key: "e", count: 0...1)

  private let ifElse: MutatorIfElse

  /// For `LayoutFactory`, which calls it with a block that is in the coordinator's program.
  public init(_ mutator: MutatorIfElse, of block: Block, coordinator: WorkspaceLayoutCoordinator) {
    ifElse = mutator
    super.init(mutator, of: block, coordinator: coordinator)
  }

  override public var title: String { "if / else" }

  override public var kinds: [MutatorPart.Kind] { [Self.branch, Self.otherwise] }

  override public func readParts() -> [MutatorPart] {
    let branches = 1 + max(0, ifElse.elseIfCount)
    return present(Self.branch, count: branches)
      + present(Self.otherwise, count: ifElse.hasElse ? 1 : 0, first: branches)
  }

  override public func inputs(of kind: MutatorPart.Kind, at index: Int) -> [String] {
    kind == Self.branch ? ["IF\(index)", "DO\(index)"] : ["ELSE"]
  }

  override public func apply(_ draft: MutatorDraft) {
    ifElse.elseIfCount = draft.count(of: Self.branch) - 1
    ifElse.hasElse = draft.count(of: Self.otherwise) > 0
  }

  override public func label(of part: MutatorPart, at index: Int) -> String {
    part.kind == Self.otherwise ? "else" : index == 0 ? "if" : "else if"
  }

  override public func description(of part: MutatorPart, at index: Int, count: Int) -> String {
    part.kind == Self.otherwise ? "else" : index == 0 ? "if" : "else-if \(index) of \(count - 1)"
  }
}
