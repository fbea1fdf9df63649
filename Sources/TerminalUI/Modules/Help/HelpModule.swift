import AppModules
import BlockModel

/// The events of the help window.
nonisolated enum HelpEvent: EditorEvent {
  case status(String)
  case opened

  var statusMessage: String? { if case .status(let message) = self { message } else { nil } }
}

struct HelpContext: ModuleContext {
  let routingContext: RoutingContext
  let title: String
  let lines: [String]
  /// How many columns to indent the continuation rows of a line that begins with a blank.
  var hanging = 0
}

/// A window with text to read: all keys, or what a block does.
final class HelpModule: EditorModule<HelpContext, HelpEvent>, Module, PageRepresenting {
  var pageName: String { context.title }
  let section = "editor"
  let pageType = "text"

  func unmanagedRootViewController() -> (any ViewController)? {
    emit(.opened)
    return TextViewer(title: context.title, lines: context.lines, hanging: context.hanging)
  }
}

/// What the definition of a block says about it.
enum BlockHelp {
  static func lines(of block: Block) -> [String] {
    let definition = block.definition
    var lines =
      definition.tooltip.isEmpty
      ? [] : [definition.tooltip.split(whereSeparator: \.isNewline).joined(separator: " "), ""]
    if !definition.helpURL.isEmpty { lines.append("More: \(definition.helpURL)") }
    lines.append("Type: \(block.type)")
    lines.append("Id: \(block.id)")
    if block.isUnknown { lines.append("Mortise doesn't know this type of block; it is kept as it is.") }
    return lines
  }
}
