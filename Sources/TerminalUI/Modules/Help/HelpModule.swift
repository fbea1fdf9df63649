import AppModules
import BlockLayout
import BlockModel

/// The events of the help window.
nonisolated enum HelpEvent: EditorEvent {
  case status(String)
  case opened
}

/// The text to read.
enum HelpPurpose {
  /// All keys.
  case keys
  /// What a block does.
  case block(id: String)
  case text(title: String, lines: [String])
}

/// A window with text to read: all keys, or what a block does.
final class HelpModule: EditorModule<HelpPurpose, HelpEvent>, Module, PageRepresenting {
  var pageName: String {
    switch context.purpose {
    case .keys: "Keys"
    case .block: block.map(BlockLabel.name) ?? ""
    case .text(let title, _): title
    }
  }
  let section = "editor"
  let pageType = "text"

  func unmanagedRootViewController() -> (any ViewController)? {
    emit(.opened)
    return switch context.purpose {
    case .keys:
      TextViewer(
        title: pageName, lines: CommandReference(adding: scene.options.commands).lines(scene.screen.repertoire),
        hanging: CommandReference.helpColumn)
    case .block: TextViewer(title: pageName, lines: block.map(BlockHelp.lines) ?? [])
    case .text(let title, let lines): TextViewer(title: title, lines: lines, hanging: 3)
    }
  }

  private var block: Block? {
    if case .block(let id) = context.purpose { workbench.workspace.blocks[id] } else { nil }
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
