import AppModules
import BlockModel
import Workbench

/// Follows `block=ID` in a deep link: moves the cursor to the block.
final class BlockLink: DeepLinkResponder {
  private let program: OpenProgram

  /// The block of the last followed link.
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
