import AppModules
import Workbench

/// Follows `field=NAME` after the block in a deep link: moves the cursor to the field.
final class FieldLink: DeepLinkResponder {
  private let program: OpenProgram
  let priority = 1

  init(program: OpenProgram) { self.program = program }

  func response(to link: DeepLink) -> DeepLinkResponse? {
    guard let part = link.parts.first, part.key == "field", let block = program.workbench.cursorBlock,
      block.firstField(withName: part.value) != nil
    else { return nil }
    return DeepLinkResponse(
      .action { [program] in program.workbench.perform(.goTo(blockID: block.id, fieldName: part.value)) },
      remainder: link.dropFirst())
  }
}
