import AppModules
import Workbench

/// Follows `field=NAME` in a deep link, behind the block: the cursor goes to the field.
final class FieldLink: DeepLinkResponder {
  private unowned let editor: EditorServices
  let priority = 1

  init(editor: EditorServices) { self.editor = editor }

  func response(to link: DeepLink) -> DeepLinkResponse? {
    guard let part = link.parts.first, part.key == "field", let block = editor.workbench.cursorBlock,
      block.firstField(withName: part.value) != nil
    else { return nil }
    return DeepLinkResponse(
      .action { [editor] in editor.workbench.perform(.goTo(blockID: block.id, fieldName: part.value)) },
      remainder: link.dropFirst())
  }
}
