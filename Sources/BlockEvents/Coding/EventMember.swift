import BlockModel
import Markup

/// A part of an event's JSON, and the property that holds it: how it is read and how it is written.
public struct EventMember {
  /// Reads the property from the object that the member is in.
  let read: (_ event: BlocklyEvent, _ json: JSONValue) throws(EventError) -> Void
  /// Writes the property into that object.
  let write: (_ event: BlocklyEvent, _ json: inout JSONBuilder, _ workspace: Workspace) -> Void

  /// A member that several properties make up.
  /// - Parameters:
  ///   - read: gets the object that the member is in; throws `EventError` for a missing or invalid member.
  ///   - write: writes the member with its name, or nothing.
  public init<Event: BlocklyEvent>(
    read: @escaping (Event, JSONValue) throws(EventError) -> Void,
    write: @escaping (Event, inout JSONBuilder, Workspace) -> Void
  ) {
    self.read = { (event, json) throws(EventError) in try read(Self.checked(event), json) }
    self.write = { event, json, workspace in write(Self.checked(event), &json, workspace) }
  }

  /// Stops where a table of `members` names the properties of another kind of event.
  private static func checked<Event: BlocklyEvent>(_ event: BlocklyEvent) -> Event {
    guard let event = event as? Event else {
      preconditionFailure("\(type(of: event)) has a member of \(Event.self)")
    }
    return event
  }

  /// A member that is only written: other members hold the same data.
  public init<Event: BlocklyEvent>(write: @escaping (Event, inout JSONBuilder, Workspace) -> Void) {
    self.init(read: { (_: Event, _) throws(EventError) in }, write: write)
  }

  /// A member with a coding of its own.
  /// - Parameters:
  ///   - read: gets the object that the member is in; throws `EventError` for a missing or invalid member.
  ///   - write: writes the member with its name, or nothing.
  public init<Event: BlocklyEvent, Value>(
    _ property: ReferenceWritableKeyPath<Event, Value>,
    read: @escaping (JSONValue) throws(EventError) -> Value,
    write: @escaping (Value, inout JSONBuilder, Workspace) -> Void
  ) {
    self.init { (event: Event, json) throws(EventError) in
      event[keyPath: property] = try read(json)
    } write: { event, json, workspace in
      write(event[keyPath: property], &json, workspace)
    }
  }

  // MARK: - Required members

  /// A string.
  public static func text<Event: BlocklyEvent>(
    _ name: String, _ property: ReferenceWritableKeyPath<Event, String>
  ) -> EventMember {
    EventMember(property) { (json) throws(EventError) in
      try json.text(name)
    } write: { value, json, _ in
      json.member(name, value)
    }
  }

  /// A string; nil, which is not written, if there is none.
  public static func text<Event: BlocklyEvent>(
    _ name: String, _ property: ReferenceWritableKeyPath<Event, String?>
  ) -> EventMember {
    EventMember(property) { (json) throws(EventError) in
      json[name]?.string
    } write: { value, json, _ in
      if let value { json.member(name, value) }
    }
  }

  /// True or false.
  public static func flag<Event: BlocklyEvent>(
    _ name: String, _ property: ReferenceWritableKeyPath<Event, Bool>
  ) -> EventMember {
    EventMember(property) { (json) throws(EventError) in
      try required(json[name]?.boolean, name, "neither true nor false")
    } write: { value, json, _ in
      json.member(name, value)
    }
  }

  /// A number.
  public static func number<Event: BlocklyEvent>(
    _ name: String, _ property: ReferenceWritableKeyPath<Event, Double>
  ) -> EventMember {
    EventMember(property) { (json) throws(EventError) in
      try required(json[name]?.number, name, "not a number")
    } write: { value, json, _ in
      json.member(name, value)
    }
  }

  /// One of several words.
  /// - Parameter what: a name for these words, for messages.
  public static func word<Event: BlocklyEvent, Word: RawRepresentable<String>>(
    _ name: String, _ property: ReferenceWritableKeyPath<Event, Word>, _ what: String
  ) -> EventMember {
    EventMember(property) { (json) throws(EventError) in
      let text = try json.text(name)
      guard let word = Word(rawValue: text) else { throw EventError("unknown \(what) “\(text)”") }
      return word
    } write: { value, json, _ in
      json.member(name, value.rawValue)
    }
  }

  private static func required<Value>(
    _ value: Value?, _ name: String, _ problem: String
  ) throws(EventError) -> Value {
    guard let value else { throw EventError("“\(name)” is missing or \(problem)") }
    return value
  }

  // MARK: - Members that may be missing

  /// True or false; not written if it is the default.
  public static func flag<Event: BlocklyEvent>(
    _ name: String, _ property: ReferenceWritableKeyPath<Event, Bool>, default: Bool
  ) -> EventMember {
    EventMember(property) { (json) throws(EventError) in
      json[name]?.boolean ?? `default`
    } write: { value, json, _ in
      if value != `default` { json.member(name, value) }
    }
  }

  /// An integer; nil, which is not written, if there is none.
  public static func integer<Event: BlocklyEvent>(
    _ name: String, _ property: ReferenceWritableKeyPath<Event, Int?>
  ) -> EventMember {
    EventMember(property) { (json) throws(EventError) in
      json[name]?.integer
    } write: { value, json, _ in
      if let value { json.member(name, value) }
    }
  }

  /// The raw value of a field.
  static func field<Event: BlocklyEvent>(
    _ name: String, _ property: ReferenceWritableKeyPath<Event, FieldState>
  ) -> EventMember {
    EventMember(property) { (json) throws(EventError) in
      FieldState(event: json[name])
    } write: { value, json, _ in
      json.member(name, value)
    }
  }

  // MARK: - Of all events

  /// The id of the affected block.
  public static let blockID = EventMember(\BlocklyEvent.blockID) { (json) throws(EventError) in
    try json.text("blockId")
  } write: { value, json, _ in
    json.member("blockId", value ?? "")
  }

  /// `recordUndo`, where it is false. Blockly writes it for create, delete and move events only; it is read for all.
  static let recordUndo = EventMember { (event: BlocklyEvent, json, _) in
    if !event.recordsUndo { json.member("recordUndo", false) }
  }

  // MARK: - Objects

  /// An object with members; not written if it is empty.
  public static func object(_ name: String, _ members: [EventMember]) -> EventMember {
    EventMember { (event: BlocklyEvent, json) throws(EventError) in
      guard let object = json[name] else { return }
      for member in members { try member.read(event, object) }
    } write: { event, json, workspace in
      json.nonEmptyObject(name) { json in
        for member in members { member.write(event, &json, workspace) }
      }
    }
  }

  /// The data that exact undo needs but Blockly's format does not cover. It is the last member, and Blockly ignores it.
  public static func mortise(_ members: [EventMember]) -> EventMember { object(MortiseMembers.name, members) }
}
