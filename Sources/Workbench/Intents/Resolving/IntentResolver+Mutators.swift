import BlockLayout
import BlockModel

extension Intent {
  /// Opens the dialog of the block at the cursor; see `WorkbenchController.beginMutation`.
  public static let beginMutation = Intent("beginMutation") { $0.beginMutation() }
  /// Applies what was drafted in the open dialog, as one undo step.
  public static let applyMutation = Intent(
    "applyMutation", ends: .dialog,
    repetition: .impossible(reason: "a change of a block's parts can't be repeated")
  ) { $0.applyMutation() }
  /// Closes the dialog; the block is as it was.
  public static let cancelMutation = Intent("cancelMutation", ends: .dialog) { $0.cancelMutation() }
}

/// Mutator dialogs.
extension IntentResolver {
  func beginMutation() -> Resolution {
    guard let block = state.cursorBlock else { return .refused(reason: "there is no block here") }
    if let reason = state.previews.refusal { return .refused(reason: reason) }
    guard let layout = state.mutatorLayout(block) else {
      if let mutator = block.mutator, mutator.hasDialog {
        return .refused(reason: "no layout with a dialog is registered for the mutator \(type(of: mutator))")
      }
      return .refused(reason: "\(BlockLabel.name(of: block)) has no parts to change")
    }
    guard block.isEditable else { return .refused(reason: "this block is locked against editing") }
    return .preview(.mutation(block, layout))
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
    return .alreadyDone(statusMessage: session.isChanged ? "cancelled; nothing changed" : "nothing changed")
  }
}
