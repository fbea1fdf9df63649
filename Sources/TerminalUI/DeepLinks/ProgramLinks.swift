import AppModules

/// Follows deep links into a program: `block=ID/field=NAME`.
struct ProgramLinks {
  private let editor: EditorServices
  private let dispatcher: DeepLinkDispatcher

  init(editor: EditorServices, router: EditorRouter, responders: [any DeepLinkResponder]) {
    self.editor = editor
    dispatcher = DeepLinkDispatcher(router: router)
    dispatcher.register(BlockLink(editor: editor))
    dispatcher.register(FieldLink(editor: editor))
    for responder in responders { dispatcher.register(responder) }
  }

  /// Follows a link.
  /// - Returns: what could not be followed, or what hides it, for the status line; nil when all is well.
  func follow(_ text: String) -> String? {
    var problem: String?
    for link in Self.readings(of: text) {
      switch dispatcher.follow(link) {
      case .followed: return hidden(link)
      case .notUnderstood(let rest):
        let words = rest.parts.first.map { "there is no \($0.key) “\($0.value)” here" } ?? "“\(text)” is no place"
        // The block was found, and what hides it hides its fields, too.
        let hider = rest.parts.count < link.parts.count ? hidden(link) : nil
        problem = problem ?? hider ?? words
      }
    }
    return problem
  }

  /// Where a collapsed block hides the one that is meant, the cursor is on that.
  private func hidden(_ link: DeepLink) -> String? {
    guard let id = link.parts.first?.value, let shown = editor.workbench.cursorBlock, shown.isCollapsed, shown.id != id
    else { return nil }
    return "the block “\(id)” is inside this one, which is collapsed"
  }

  /// What a text can mean. Blockly's ids may hold any sign, and a user copies them as they stand in the file.
  private static func readings(of text: String) -> [DeepLink] {
    var readings = [DeepLink(printed: text)]
    guard text.hasPrefix("block=") else { return readings }
    let rest = text.dropFirst("block=".count)
    if let field = rest.ranges(of: "/field=").last {
      readings.append(
        DeepLink([
          DeepLink.Part("block", String(rest[..<field.lowerBound])),
          DeepLink.Part("field", String(rest[field.upperBound...])),
        ]))
    }
    readings.append(DeepLink([DeepLink.Part("block", String(rest))]))
    return readings
  }
}
