import BlockEvents
import BlockModel
import Markup

extension UndoHistory {
  /// The undo and redo stacks as lines of JSON, one a step, which `restore(_:factory:)` reads in another session.
  public func lines() -> String {
    var text = ""
    for step in undoGroups { text += line(of: step, isRedo: false) }
    for step in redoGroups { text += line(of: step, isRedo: true) }
    return text
  }

  private func line(of step: Step, isRedo: Bool) -> String {
    JSONValue.building { json in
      json.beginObject()
      json.member("redo", isRedo)
      json.key("events")
      json.beginArray()
      for event in step.events { json.value(event.json(in: workspace)) }
      json.endArray()
      json.endObject()
    }.text() + "\n"
  }

  /// Takes the stacks of an earlier session over, for the program as it was left then. What was done since is forgotten.
  /// - Throws: `ReplayError` for the first line that is no step; nothing has changed then.
  public func restore(_ lines: String, factory: BlocklyEventFactory) throws(ReplayError) {
    var (undo, redo) = ([Step](), [Step]())
    for (index, line) in lines.split(separator: "\n").enumerated() {
      do {
        let json = try JSONParser.parse(Array(line.utf8))
        var events: [BlocklyEvent] = []
        for event in json["events"]?.elements.map({ $0 }) ?? [] {
          events.append(try factory.event(from: event, workspaceID: workspace.id))
        }
        let step = Step(
          events: events, mark: 0, size: events.reduce(0) { $0 + $1.memorySize })
        if json["redo"]?.boolean == true { redo.append(step) } else { undo.append(step) }
      } catch {
        throw ReplayError("step \(index + 1) can't be read: \(error)")
      }
    }
    restore(undo: undo, redo: redo)
  }
}
