import AppModules
import BlockLayout
import BlockModel
import Workbench

/// The events of the properties window.
nonisolated enum PropertiesEvent: EditorEvent {
  case status(String)
  case changed(BlockProperty, blockID: String)
}

/// The window for a block's properties other than its fields. It stays open until the user closes it.
final class PropertiesModule: EditorModule<(blockID: String, typedData: String?), PropertiesEvent>, Module,
  PageRepresenting
{
  let pageName = "Properties"

  func unmanagedRootViewController() -> (any ViewController)? {
    guard let block, let list = list(selected: 0) else {
      return TextViewer(title: pageName, lines: ["This block no longer exists."])
    }
    guard let typed = context.purpose.typedData else { return list }
    let row = workbench.state.properties(of: block).firstIndex { $0.property == .data }
    return data(of: block, selected: row ?? 0, typed: typed)
  }

  private var block: Block? { workbench.workspace.blocks[context.purpose.blockID] }

  private func list(selected: Int) -> ListPopup? {
    guard let block else { return nil }
    let properties = workbench.state.properties(of: block)
    return ListPopup(
      // Not below the block, which may move when its order in the file changes.
      title: "\(pageName) of \(BlockLabel.name(of: block))", rows: properties.map { ListPopup.Row($0.description) },
      selected: selected, anchor: .centre, verb: "change"
    ) { [self] index in
      let property = properties[index].property
      if property == .data { return push(data(of: block, selected: index)) }
      let outcome = workbench.perform(.change(property, blockID: block.id))
      if outcome.isChange { emit(.changed(property, blockID: block.id)) }
      // The change may have replaced the block, for example by a shadow, which has no properties.
      guard self.block === block else { return showStatus(outcome.sentence) }
      showStatus(outcome.refusal)
      open(selected: workbench.state.properties(of: block).firstIndex { $0.property == property } ?? index)
    }
  }

  private func open(selected: Int) {
    if let list = list(selected: selected) { push(list) }
  }

  private func data(of block: Block, selected: Int, typed: String? = nil) -> TextPopup {
    let reopen = { [self] in open(selected: selected) }
    return TextPopup(
      title: "Data", text: block.data ?? "", isMultiline: true, hint: "an empty text removes it",
      anchor: .below(context.viewport.cursorRect), dialog: .data(blockID: block.id), typed: typed, cancel: reopen
    ) { [self] text in
      let outcome = workbench.perform(.setData(text, blockID: block.id))
      if outcome.refusal != nil { return outcome.refusal }
      if outcome.isChange { emit(.changed(.data, blockID: block.id)) }
      reopen()
      return nil
    }
  }
}
