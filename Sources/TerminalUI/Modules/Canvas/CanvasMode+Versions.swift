import BlockModel
import Workbench

extension CanvasMode {
  /// The commands that compare versions of the program, and settle the conflicts of a merge.
  static let versions: [CanvasCommand] = [
    CanvasCommand(
      "next-conflict", "_ c", title: "Next conflict", group: .finding, help: "next conflict of a merge",
      intent: .nextConflict),
    CanvasCommand(
      "previous-conflict", "_ C", title: "Previous conflict", group: .finding, help: "previous conflict of a merge",
      intent: .previousConflict),
    CanvasCommand(
      "take-ours", "_ o", title: "Keep ours", group: .blocks, help: "settle the conflict: keep ours, remove the copy",
      intent: .takeOurs),
    CanvasCommand(
      "take-theirs", "_ t", title: "Take theirs", group: .blocks,
      help: "settle the conflict: ours becomes what the copy says",
      intent: .takeTheirs),
    CanvasCommand(
      "keep-both", "_ b", title: "Keep both", group: .blocks,
      help: "settle the conflict: the copy becomes part of the program, beside ours",
      intent: .keepBoth),
    CanvasCommand(
      "mark-changes", "_ m", title: "Mark changes", group: .windows,
      help: "mark the changes since the last save, then since the last commit, then nothing",
      step: { _ in .opening(.versions(.next)) }),
    CanvasCommand(
      "compare-with-file", "_ f", title: "Compare with a file…", group: .windows,
      help: "mark the differences from another file",
      step: { _ in .opening(.versions(.file(path: nil))) }),
    CanvasCommand(
      "history", "_ h", title: "File history…", group: .windows,
      help: "history of this file: the commits that changed it, and what they changed",
      step: { _ in .opening(.versions(.history)) }),
    CanvasCommand(
      "next-change", "_ n", title: "Next change", group: .finding, help: "next change", intent: .nextChange),
    CanvasCommand(
      "previous-change", "_ p", title: "Previous change", group: .finding, help: "previous change",
      intent: .previousChange),
    CanvasCommand(
      "tell-change", "_ w", title: "What it was before", group: .finding,
      help: "say what the line was before the change", intent: .tellChange),
    CanvasCommand(
      "take-back", "_ u", title: "Revert the change", group: .blocks,
      help: "revert the change: the line becomes what it was",
      intent: .takeBackChange),
  ]

  /// The keys that settle the conflict at the cursor; nil if there is none.
  var conflictHint: String? {
    guard module.workbench.state.isInConflict else { return nil }
    let words = [("take-ours", "ours"), ("take-theirs", "theirs"), ("keep-both", "both")]
    let keys = words.compactMap { name, word in Self.key(ofCommandNamed: name).map { "\($0) \(word)" } }
    return keys.isEmpty ? nil : keys.joined(separator: ", ")
  }

  /// Returns the number of conflicts in the program, and the key that goes to the first one; nil if there are none.
  static func conflicts(in workbench: WorkbenchController) -> String? {
    let count = workbench.conflictCount
    if count == 0 { return nil }
    let key = canvasCommands.command(named: "next-conflict")?.keys.first.map(KeyText.long)
    return (count == 1 ? "1 conflict" : "\(count) conflicts") + (key.map { ": \($0) goes to the first" } ?? "")
  }
}
