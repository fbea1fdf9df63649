/// The commands that menus and the first screen of the help show, by name and group. Of many in a group, the first ones
/// are kept.
enum UsualCommands {
  /// For what is at the cursor.
  static let atCursor = [
    ["fix", "fix-all", "take-ours", "take-theirs", "keep-both"],
    ["edit", "edit-parts", "type-below", "wrap-in"],
    ["duplicate", "copy", "paste", "move", "delete"],
    ["edit-comment", "disable", "collapse", "refactor", "block-help"],
  ]

  static let onEmptySpace = [
    ["type-below", "toolbox", "paste", "new-comment"], ["undo", "redo"], ["select-all", "arrange", "run"],
  ]
}
