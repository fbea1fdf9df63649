/// Builds a copy of an element, mapping the values of its attributes.
package struct AttributeMapper: XMLSink {
  package var builder = XMLBuilder()
  /// Whether texts that consist of white space are omitted.
  private let leavesOutSpace: Bool
  /// The new value of an attribute; nil to leave it out.
  private let map: (_ element: String, _ name: String, _ value: String) -> String?
  /// The element that began last, to which the next attributes belong.
  private var element = ""

  package init(
    leavingOutSpace: Bool = false, map: @escaping (_ element: String, _ name: String, _ value: String) -> String?
  ) {
    (leavesOutSpace, self.map) = (leavingOutSpace, map)
  }

  package mutating func begin(_ name: String) {
    element = name
    builder.begin(name)
  }
  package mutating func attribute(_ name: String, _ value: String) {
    if let value = map(element, name, value) { builder.attribute(name, value) }
  }
  package mutating func text(_ text: String) {
    if !leavesOutSpace || !text.allSatisfy(\.isWhitespace) { builder.text(text) }
  }
  package mutating func comment(_ text: String) { builder.comment(text) }
  package mutating func instruction(_ text: String) { builder.instruction(text) }
  package mutating func end() { builder.end() }
}

/// Builds a copy of a JSON value, mapping its strings, but not its keys.
package struct StringMapper: JSONSink {
  package var builder = JSONBuilder()
  private let map: (String) -> String

  package init(map: @escaping (String) -> String) { self.map = map }

  package mutating func beginObject() { builder.beginObject() }
  package mutating func endObject() { builder.endObject() }
  package mutating func beginArray() { builder.beginArray() }
  package mutating func endArray() { builder.endArray() }
  package mutating func key(_ key: String) { builder.key(key) }
  package mutating func string(_ string: String) { builder.string(map(string)) }
  package mutating func integer(_ integer: Int) { builder.integer(integer) }
  package mutating func number(_ number: Double) { builder.number(number) }
  package mutating func numeral(_ text: String, value: Double) { builder.numeral(text, value: value) }
  package mutating func boolean(_ boolean: Bool) { builder.boolean(boolean) }
  package mutating func null() { builder.null() }
}
