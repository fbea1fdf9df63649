import BlockLayout
import BlockModel
import Workbench

/// The window for what a block is besides its fields. It stays open until it is left.
enum PropertyWindows {
  static func open(in editor: Editor) {
    guard let block = editor.workbench.cursorBlock, !block.isShadow else {
      editor.message = "only a block has properties"
      return
    }
    open(block, selected: 0, in: editor)
  }

  private static func open(_ block: Block, selected: Int, in editor: Editor) {
    let workbench = editor.workbench
    let properties = workbench.properties(of: block)
    editor.push(
      ListMode(
        // Not at the block, which may go elsewhere when its place in the file changes.
        title: "Properties of \(BlockWords.name(of: block))", rows: properties.map { ListMode.Row($0.words) },
        selected: selected, anchor: .centre, hints: "Enter change  Esc close"
      ) { index in
        let property = properties[index].property
        if property == .data { return editData(of: block, selected: index, in: editor) }
        let words = workbench.perform(.change(property, blockID: block.id)).words
        // What was changed for good, such as a block that became a default, has no properties any more.
        guard workbench.workspace.blocks[block.id] === block else {
          editor.message = words
          return
        }
        let again = workbench.properties(of: block).firstIndex { $0.property == property } ?? index
        open(block, selected: again, in: editor)
      })
  }

  private static func editData(of block: Block, selected: Int, in editor: Editor) {
    editor.push(
      TextMode(
        title: "Data", text: block.data ?? "", isMultiline: true, hint: "an empty text removes it",
        anchor: .below(editor.cursorOnScreen), cancel: { open(block, selected: selected, in: editor) }
      ) { text in
        editor.workbench.perform(.setData(text, blockID: block.id))
        open(block, selected: selected, in: editor)
        return nil
      })
  }
}
