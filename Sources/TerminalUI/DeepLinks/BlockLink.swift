import AppModules
import Workbench

/// Follows `block=ID` in a deep link: the cursor goes to the block.
final class BlockLink: DeepLinkResponder {
  private unowned let editor: EditorServices

  init(editor: EditorServices) { self.editor = editor }

  func response(to link: DeepLink) -> DeepLinkResponse? {
    guard let part = link.parts.first, part.key == "block", editor.workbench.workspace.blocks[part.value] != nil else {
      return nil
    }
    return DeepLinkResponse(
      .action { [editor] in editor.workbench.perform(.goTo(blockID: part.value, fieldName: nil)) },
      remainder: link.dropFirst())
  }
}
