import AppModules
import Workbench

/// Follows `comment` in a deep link, behind the block: the block's comment is opened.
final class CommentLink: DeepLinkResponder {
  private let block: BlockLink
  private let routes: ModuleRoutes
  let priority = 1

  /// - Parameter block: follows the part before.
  init(of block: BlockLink, routes: ModuleRoutes) {
    self.block = block
    self.routes = routes.inContext(.deepLink)
  }

  func response(to link: DeepLink) -> DeepLinkResponse? {
    // The cursor may be on a collapsed block that the meant one is in.
    guard link.parts.first == DeepLink.Part("comment", ""), let block = block.target, block.comment != nil else {
      return nil
    }
    return DeepLinkResponse(.route(routes.comment(.block(id: block.id))), remainder: link.dropFirst())
  }
}
