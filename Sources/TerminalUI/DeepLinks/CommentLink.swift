import AppModules
import Workbench

/// Follows `comment` after the block in a deep link: opens the block's comment.
final class CommentLink: DeepLinkResponder {
  private let block: BlockLink
  private let scene: Scene
  let priority = 1

  /// - Parameter block: the responder that follows the block part.
  init(of block: BlockLink, scene: Scene) {
    self.block = block
    self.scene = scene
  }

  func response(to link: DeepLink) -> DeepLinkResponse? {
    // Not the cursor's block: that may be a collapsed block around the target.
    guard link.parts.first == DeepLink.Part("comment", ""), let block = block.target, block.comment != nil else {
      return nil
    }
    return DeepLinkResponse(
      .route(scene.step(to: .comment(.block(id: block.id)), in: .deepLink)), remainder: link.dropFirst())
  }
}
