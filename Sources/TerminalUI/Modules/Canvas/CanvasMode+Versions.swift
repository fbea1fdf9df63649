import Workbench

extension CanvasMode {
  /// The commands that compare versions of the program, and settle what a merge left.
  static let versions: [CanvasCommand] = [
    CanvasCommand("next-conflict", "_ c", group: .finding, help: "next conflict of a merge", intent: .nextConflict),
    CanvasCommand(
      "previous-conflict", "_ C", group: .finding, help: "previous conflict of a merge", intent: .previousConflict),
    CanvasCommand(
      "take-ours", "_ o", group: .blocks, help: "settle the conflict: ours stays, the copy goes", intent: .takeOurs),
    CanvasCommand(
      "take-theirs", "_ t", group: .blocks, help: "settle the conflict: ours becomes what the copy says",
      intent: .takeTheirs),
    CanvasCommand(
      "keep-both", "_ b", group: .blocks,
      help: "settle the conflict: the copy becomes part of the program, beside ours",
      intent: .keepBoth),
  ]

  /// How to settle the conflict at the cursor; nil if there is none.
  var conflictHint: String? {
    guard module.workbench.state.isInConflict else { return nil }
    let words = [("take-ours", "ours"), ("take-theirs", "theirs"), ("keep-both", "both")]
    let keys = words.compactMap { name, word in Self.key(ofCommandNamed: name).map { "\($0) \(word)" } }
    return keys.isEmpty ? nil : keys.joined(separator: ", ")
  }

  /// How many conflicts the program has, and how to go to the first one; nil for none.
  static func conflicts(in workbench: WorkbenchController) -> String? {
    let count = workbench.conflictCount
    if count == 0 { return nil }
    let key = canvasCommands.command(named: "next-conflict")?.keys.first.map(KeyText.long)
    return (count == 1 ? "1 conflict" : "\(count) conflicts") + (key.map { ": \($0) goes to the first" } ?? "")
  }
}
