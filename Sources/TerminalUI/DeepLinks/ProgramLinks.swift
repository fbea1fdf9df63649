import AppModules
import BlockModel
import Workbench

/// Follows deep links to blocks, fields and comments, such as `block=ID/field=NAME`.
struct ProgramLinks {
  private let program: OpenProgram
  private let dispatcher: DeepLinkDispatcher

  init(scene: Scene, responders: [any DeepLinkResponder]) {
    program = scene.programs.shown
    dispatcher = DeepLinkDispatcher(router: scene.router)
    let blockLink = BlockLink(program: program)
    dispatcher.register(blockLink)
    dispatcher.register(FieldLink(program: program))
    dispatcher.register(CommentLink(of: blockLink, scene: scene))
    for responder in responders { dispatcher.register(responder) }
  }

  /// Follows a link.
  /// - Returns: a message for the status line if the target wasn't found or is hidden; nil otherwise.
  func follow(_ text: String) -> String? {
    var problem: String?
    for link in Self.interpretations(of: text) {
      switch dispatcher.follow(link) {
      case .followed: return hidden(link)
      case .notUnderstood(let rest):
        let message = rest.parts.first.map(Self.message(onMissing:)) ?? "“\(text)” isn't a valid location"
        // If the block was found but is hidden, so is its field or comment.
        let hider = rest.parts.count < link.parts.count ? hidden(link) : nil
        problem = problem ?? hider ?? message
      }
    }
    return problem
  }

  private static func message(onMissing part: DeepLink.Part) -> String {
    // Other keys may have no value.
    let hasValue = ["block", "field"].contains(part.key) || !part.value.isEmpty
    return hasValue ? "there is no \(part.key) “\(part.value)” here" : "there is no \(part.key) here"
  }

  /// Returns a message if the target is inside a collapsed block, which has the cursor instead.
  private func hidden(_ link: DeepLink) -> String? {
    guard let id = link.parts.first?.value, let shown = program.workbench.cursorBlock, shown.isCollapsed, shown.id != id
    else { return nil }
    return "the block “\(id)” is inside this one, which is collapsed"
  }

  /// Returns the possible meanings of a text. Blockly's ids may contain any character, and users paste them as they are
  /// in the file.
  private static func interpretations(of text: String) -> [DeepLink] {
    var interpretations = [DeepLink(printed: text)]
    guard text.hasPrefix("block=") else { return interpretations }
    let rest = text.dropFirst("block=".count)
    if let field = rest.ranges(of: "/field=").last {
      interpretations.append(
        DeepLink([
          DeepLink.Part("block", String(rest[..<field.lowerBound])),
          DeepLink.Part("field", String(rest[field.upperBound...])),
        ]))
    }
    if rest.hasSuffix("/comment") {
      let id = String(rest.dropLast("/comment".count))
      interpretations.append(DeepLink([DeepLink.Part("block", id), DeepLink.Part("comment", "")]))
    }
    interpretations.append(DeepLink([DeepLink.Part("block", String(rest))]))
    return interpretations
  }
}

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
