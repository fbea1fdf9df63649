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
  /// The help on a block.
  case block(id: String)
  case text(title: String, lines: [String])
}

/// A window with text to read, such as all keys, or the help on a block.
final class HelpModule: EditorModule<HelpPurpose, HelpEvent>, Module, PageRepresenting {
  var pageName: String {
    switch context.purpose {
    case .keys: "Help"
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
      TextViewer(title: pageName, lines: keyLines, hanging: CommandReference.helpColumn)
    case .block: TextViewer(title: pageName, lines: block.map(BlockHelp.lines) ?? [])
    case .text(let title, let lines): TextViewer(title: title, lines: lines, hanging: 3)
    }
  }

  /// The first screen, with the keys to begin with and what is possible here, then all keys by task.
  private var keyLines: [String] {
    let all = CommandReference(adding: scene.options.commands)
    return FirstScreen(scene).lines + [""] + all.lines(scene.screen.titles, scene.screen.repertoire)
  }

  private var block: Block? {
    if case .block(let id) = context.purpose { workbench.workspace.blocks[id] } else { nil }
  }
}

/// The help on a block, from its definition.
enum BlockHelp {
  static func lines(of block: Block) -> [String] {
    let definition = block.definition
    var lines =
      definition.tooltip.isEmpty
      ? [] : [definition.tooltip.split(whereSeparator: \.isNewline).joined(separator: " "), ""]
    if !definition.helpURL.isEmpty { lines.append("More: \(definition.helpURL)") }
    lines += ["In files: a \(block.type) with the id \(block.id)"]
    if block.isUnknown { lines.append("Mortise doesn't know this type of block; it is kept as it is.") }
    return lines
  }
}
