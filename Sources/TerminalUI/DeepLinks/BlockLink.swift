import AppModules
import BlockModel
import Workbench

/// Follows `block=ID` in a deep link: the cursor goes to the block.
final class BlockLink: DeepLinkResponder {
  private let program: OpenProgram

  /// The block of the last link that was followed.
  private(set) weak var target: Block?

  init(program: OpenProgram) { self.program = program }

  func response(to link: DeepLink) -> DeepLinkResponse? {
    guard let part = link.parts.first, part.key == "block",
      let block = program.workbench.workspace.blocks[part.value]
    else { return nil }
    return DeepLinkResponse(
      .action { [self] in
        target = block
        program.workbench.perform(.goTo(blockID: part.value, fieldName: nil))
      },
      remainder: link.dropFirst())
  }
}
