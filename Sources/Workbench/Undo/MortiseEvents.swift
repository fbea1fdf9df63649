import BlockEditing
import BlockEvents

extension BlocklyEventFactory {
  /// Returns a factory that knows Blockly's events and the editor's own.
  public static func withMortiseEvents() -> BlocklyEventFactory {
    let factory = BlocklyEventFactory()
    BookmarkEvent.register(with: factory)
    return factory
  }
}
