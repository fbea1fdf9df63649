/// Receives a JSON value piece by piece, so that one function can write to a file (`JSONWriter`) or build a value in
/// memory (`JSONBuilder`).
public protocol JSONSink {
  /// Begins an object: an element of an array, the value of the last key, or the whole value. Write a key before each
  /// of its members.
  mutating func beginObject()
  /// Ends the innermost open object.
  mutating func endObject()
  /// Begins an array, whose elements follow without keys.
  mutating func beginArray()
  /// Ends the innermost open array.
  mutating func endArray()
  /// Writes the key of the next member of the object.
  mutating func key(_ key: String)
  /// Writes a string, unescaped; the sink escapes what JSON demands.
  mutating func string(_ string: String)
  /// Writes a whole number with all its digits.
  mutating func integer(_ integer: Int)
  /// Writes a number as ECMAScript prints it; null for infinities and NaN, as Blockly saves them.
  mutating func number(_ number: Double)
  /// Writes a number as it is spelled in its source, such as `1.50`. The text must match JSON's grammar.
  mutating func numeral(_ text: String, value: Double)
  /// Writes `true` or `false`.
  mutating func boolean(_ boolean: Bool)
  /// Writes `null`.
  mutating func null()
}

extension JSONSink {
  /// Writes a whole value, however deep, in one pass over its tape.
  public mutating func value(_ value: JSONValue) {
    let storage = value.storage
    var index = value.index
    let end = value.end
    // Each open container's kind, and whether its next string is a key.
    var containers: [(isObject: Bool, expectsKey: Bool)] = []
    while index < end {
      let word = storage.tape[index]
      let entry = TapeEntry.kind(word)
      if entry == TapeEntry.string, let last = containers.last, last.isObject, last.expectsKey {
        key(storage.string(at: TapeEntry.payload(word)))
        containers[containers.count - 1].expectsKey = false
        index += 1
        continue
      }
      switch entry {
      case TapeEntry.object:
        beginObject()
        containers.append((true, true))
        index += 1
        continue
      case TapeEntry.array:
        beginArray()
        containers.append((false, false))
        index += 1
        continue
      case TapeEntry.objectEnd:
        endObject()
        containers.removeLast()
      case TapeEntry.arrayEnd:
        endArray()
        containers.removeLast()
      case TapeEntry.string: string(storage.string(at: TapeEntry.payload(word)))
      case TapeEntry.true: boolean(true)
      case TapeEntry.false: boolean(false)
      case TapeEntry.null: null()
      default:
        let number = JSONValue(storage: storage, index: index)
        if let text = number.numeral {
          numeral(text, value: number.number ?? 0)
        } else if entry == TapeEntry.integer, let integer = number.integer {
          self.integer(integer)
        } else {
          self.number(number.number ?? 0)
        }
        index += 1
      }
      index += 1
      if let last = containers.indices.last { containers[last].expectsKey = containers[last].isObject }
    }
  }

  /// Writes a member of an object whose value is a string.
  public mutating func member(_ name: String, _ text: String) {
    key(name)
    string(text)
  }

  /// Writes a member of an object whose value is `true` or `false`.
  public mutating func member(_ name: String, _ flag: Bool) {
    key(name)
    boolean(flag)
  }

  /// Writes a member of an object whose value is a number; null for infinities and NaN.
  public mutating func member(_ name: String, _ amount: Double) {
    key(name)
    number(amount)
  }

  /// Writes a member of an object whose value is copied from another document, however deep.
  public mutating func member(_ name: String, _ content: JSONValue) {
    key(name)
    value(content)
  }

  /// Writes a member whose value is an integer.
  public mutating func member(_ name: String, _ number: Int) {
    key(name)
    integer(number)
  }

  /// Writes a member whose value is an array of strings.
  public mutating func member(_ name: String, _ texts: [String]) {
    array(name) { for text in texts { $0.string(text) } }
  }

  /// Writes a member whose value is a string, or null.
  public mutating func member(_ name: String, orNull text: String?) {
    key(name)
    if let text { string(text) } else { null() }
  }

  /// Writes an object, as the value of a member unless `name` is nil.
  public mutating func object(_ name: String? = nil, _ members: (inout Self) -> Void) {
    if let name { key(name) }
    beginObject()
    members(&self)
    endObject()
  }

  /// Writes an array, as the value of a member unless `name` is nil.
  public mutating func array(_ name: String? = nil, _ elements: (inout Self) -> Void) {
    if let name { key(name) }
    beginArray()
    elements(&self)
    endArray()
  }
}
