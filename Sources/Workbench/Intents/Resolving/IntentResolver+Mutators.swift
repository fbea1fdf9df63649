import BlockEditing
import BlockLayout
import BlockLibrary
import BlockModel

extension Intent {
  /// Opens the dialog of the block at the cursor; see `WorkbenchController.beginMutation`.
  public static let beginMutation = Intent("beginMutation") { $0.beginMutation() }
  /// Applies the draft of the open dialog, as one undo step.
  public static let applyMutation = Intent(
    "applyMutation", ends: .dialog,
    repetition: .impossible(reason: "a change to a block's parts can't be repeated")
  ) { $0.applyMutation() }
  /// Closes the dialog; the block is as it was.
  public static let cancelMutation = Intent("cancelMutation", ends: .dialog) { $0.cancelMutation() }

  /// Removes empty branches, items and inputs from the ends of the block.
  public static let prune = Intent("prune", isSurprising: true) { $0.prune() }
  /// Deletes top-level blocks that have no effect.
  public static let pruneWorkspace = Intent("pruneWorkspace", isSurprising: true) { $0.pruneWorkspace() }
}

/// Mutator dialogs.
extension IntentResolver {
  func beginMutation() -> Resolution {
    do throws(FieldError) {
      let (block, layout) = try mutation()
      return .preview(.mutation(block, layout))
    } catch { return .refused(reason: error.reason) }
  }

  /// Returns the block at the cursor, and a layout with the parts of it that a dialog can change.
  /// - Throws: `FieldError` with the reason if no dialog can be opened.
  func mutation() throws(FieldError) -> (Block, MutatorLayout) {
    guard let block = state.cursorBlock else { throw FieldError("there is no block here") }
    if let reason = state.previews.refusal { throw FieldError(reason) }
    guard let layout = state.mutatorLayout(of: block) else {
      if let mutator = block.mutator, mutator.hasDialog {
        throw FieldError("no layout with a dialog is registered for the mutator \(type(of: mutator))")
      }
      throw FieldError("\(named: block) has no parts to change")
    }
    guard block.isEditable else { throw FieldError("this block is locked against editing") }
    return (block, layout)
  }

  /// Resolve only when nothing is previewed.
  func applyMutation() -> Resolution {
    guard let session = state.previews.mutation else { return .refused(reason: "no dialog is open") }
    guard session.isChanged else { return .alreadyDone(statusMessage: "nothing changed") }
    return .changes(
      Plan([.mutate(session.layout)]) { state, _ in "changed: \(state.mutatorDescription(of: session.block))" })
  }

  func cancelMutation() -> Resolution {
    guard let session = state.previews.mutation else { return .refused(reason: "no dialog is open") }
    return .alreadyDone(statusMessage: session.isChanged ? "canceled; nothing changed" : "nothing changed")
  }

  // MARK: - Pruning

  /// Removes empty parts from both ends of the block inwards, up to the first part in use.
  func prune() -> Resolution {
    guard let block = state.cursorBlock else { return .refused(reason: "there is no block here") }
    guard let layout = state.mutatorLayout(of: block) as? MutatorPartsLayout else {
      return .refused(reason: "\(named: block) has no parts to prune")
    }
    guard block.isEditable else { return .refused(reason: "this block is locked against editing") }
    let cut = layout.pruneDraft()
    guard !cut.isEmpty else {
      let parts = PruneDescription.parts(layout.kinds)
      return .refused(reason: "no \(parts) at the ends of \(named: block)")
    }
    return .changes(
      Plan([.mutate(layout)], statusMessage: "pruned \(PruneDescription.list(cut, of: layout.kinds))"))
  }

  /// Removes top-level blocks that do nothing when the program runs.
  func pruneWorkspace() -> Resolution {
    let loose = workspace.topBlocks.filter { BlockEffects.areWithoutEffect($0) }
    let locked = loose.filter { top in top.descendants().contains { !$0.isDeletable } }
    let removed = loose.filter { top in !locked.contains { $0 === top } }
    guard !removed.isEmpty else {
      if !locked.isEmpty { return .refused(reason: "all unused top-level blocks are locked against deleting") }
      // A user who presses the key twice, as vi users do to quit, sees only this message.
      let isRepeated = state.lastChange?.name == Intent.pruneWorkspace.name && state.undoCount > 0
      let way = isRepeated ? state.hint("undo", "brings back those just deleted") : ""
      return .refused(reason: "no unused top-level blocks" + way)
    }
    return .changes(
      Plan(
        removed.map { .delete(blockID: $0.id, heal: false) },
        statusMessage: "deleted \(PruneDescription.count(removed))" + PruneDescription.staying(locked.count)))
  }
}

/// Describes pruned parts and blocks.
enum PruneDescription {
  static func list(_ parts: [MutatorPart], of kinds: [MutatorPart.Kind]) -> String {
    let counts = Dictionary(grouping: parts, by: \.kind).mapValues(\.count)
    // In the order in which they were in the block.
    return kinds.compactMap { kind in
      counts[kind].map { IntentResolver.counted($0, "\(state(of: kind)) \(kind.name)") }
    }.joined(separator: " and ")
  }

  /// Names the kinds of parts that pruning looked for in vain.
  static func parts(_ kinds: [MutatorPart.Kind]) -> String {
    guard kinds.count == 1, let kind = kinds.first else { return "empty parts" }
    return "\(state(of: kind)) \(kind.name)s"
  }

  /// Counts the blocks that were removed, without default values.
  static func count(_ tops: [Block]) -> String {
    let count = tops.reduce(0) { count, top in count + top.descendants().count { !$0.isShadow } }
    return IntentResolver.counted(count, "unused block")
  }

  static func staying(_ count: Int) -> String {
    count == 0 ? "" : "; \(count) locked against deleting \(count == 1 ? "stays" : "stay")"
  }

  /// Named parts, such as function inputs, get their values from elsewhere, so they are unused rather than empty.
  private static func state(of kind: MutatorPart.Kind) -> String { kind.isNamed ? "unused" : "empty" }
}
