import BlockEvents
import BlockModel
import Markup

extension UndoHistory {
  /// The undo and redo stacks as JSON, one line per group, for `restore(_:factory:)` in another session.
  public func lines() -> String {
    var text = ""
    for group in undoGroups { text += line(of: group, isRedo: false) }
    for group in redoGroups { text += line(of: group, isRedo: true) }
    return text
  }

  private func line(of group: UndoGroup, isRedo: Bool) -> String {
    JSONValue.building { json in
      json.beginObject()
      json.member("redo", isRedo)
      json.key("events")
      json.beginArray()
      for event in group.events { json.value(event.json(in: workspace)) }
      json.endArray()
      json.endObject()
    }.text() + "\n"
  }

  /// Restores the stacks of an earlier session and discards the current ones. The program must be in the state in which
  /// that session ended.
  /// - Throws: `ReplayError` for the first line that is not a group; nothing has changed then.
  public func restore(_ lines: String, factory: BlocklyEventFactory) throws(ReplayError) {
    var (undo, redo) = ([UndoGroup](), [UndoGroup]())
    for (index, line) in lines.utf8.split(separator: UInt8(ascii: "\n")).enumerated() {
      do {
        let json = try JSONParser.parse(Array(line))
        var events: [BlocklyEvent] = []
        for event in json["events"]?.elements.map({ $0 }) ?? [] {
          events.append(try factory.event(from: event, workspaceID: workspace.id))
        }
        let group = UndoGroup(
          events: events, mark: 0, size: events.reduce(0) { $0 + $1.memorySize })
        if json["redo"]?.boolean == true { redo.append(group) } else { undo.append(group) }
      } catch {
        throw ReplayError("step \(index + 1) can't be read: \(error)")
      }
    }
    restore(undo: undo, redo: redo)
  }
}
