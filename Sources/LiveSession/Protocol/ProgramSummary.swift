import Markup

/// A program in the list of a class.
public nonisolated struct ProgramSummary: Hashable, Sendable {
  /// The name of its file.
  public var name: String
  /// The people who have it open.
  public var people: [Person]
  /// The time of its last change in this session, in seconds since 1970; nil if it wasn't changed.
  public var changed: Int?

  init(name: String, people: [Person], changed: Int?) {
    (self.name, self.people, self.changed) = (name, people, changed)
  }

  init?(_ json: JSONValue) {
    guard let name = json["name"]?.string?.bounded else { return nil }
    self.init(
      name: name, people: json["people"]?.elements.compactMap { Person($0) } ?? [], changed: json["changed"]?.count)
  }

  func write(to json: inout some JSONSink) {
    json.member("name", name)
    json.array("people") { json in for person in people { json.object(nil) { person.write(to: &$0) } } }
    if let changed { json.member("changed", changed) }
  }
}
