import BlockModel
import Markup

extension EventMember {
  /// The exact position, if Blockly's coordinates round it; read after the rounded one.
  static func exact<Event: BlocklyEvent>(
    _ property: ReferenceWritableKeyPath<Event, WorkspacePoint?>
  ) -> EventMember {
    EventMember { (event: Event, json) throws(EventError) in
      guard let x = json["x"]?.number, let y = json["y"]?.number else { return }
      event[keyPath: property] = try WorkspaceRange.checked(WorkspacePoint(x: x, y: y))
    } write: { event, json, _ in
      guard let point = event[keyPath: property], point.x != point.x.rounded() || point.y != point.y.rounded() else {
        return
      }
      json.member("x", point.x)
      json.member("y", point.y)
    }
  }
}

extension WorkspacePoint {
  /// The position as Blockly rounds it in events.
  func eventText(separator: String) -> String {
    NumberText.text(x.rounded()) + separator + NumberText.text(y.rounded())
  }
}

extension JSONValue {
  /// Returns the position in a member such as `12, -3`; nil if there is none.
  func coordinate(_ name: String) throws(EventError) -> WorkspacePoint? {
    guard let text = self[name]?.string else { return nil }
    let parts = text.split(separator: ",").map { Double($0.filter { !$0.isWhitespace }) }
    guard parts.count == 2, let x = parts[0], let y = parts[1] else {
      throw EventError("“\(name)” isn't a position: \(text)")
    }
    return try WorkspaceRange.checked(WorkspacePoint(x: x, y: y))
  }
}
