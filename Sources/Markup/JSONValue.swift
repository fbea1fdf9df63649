/// A JSON value of any depth: an index on a flat, shared, immutable tape.
///
/// Reading never recurses. Strings are created on request.
public struct JSONValue: Sendable {
  /// The types of RFC 8259. All numbers have the same kind, and so do `true` and `false`.
  public enum Kind: Hashable, Sendable { case object, array, string, number, boolean, null }

  let storage: JSONStorage
  let index: Int

  init(storage: JSONStorage, index: Int) {
    self.storage = storage
    self.index = index
  }

  private var word: UInt64 { storage.tape[index] }
  private var entry: UInt8 { TapeEntry.kind(word) }

  /// The value's type; the properties named after the other kinds are nil or empty.
  public var kind: Kind {
    switch entry {
    case TapeEntry.object: .object
    case TapeEntry.array: .array
    case TapeEntry.string: .string
    case TapeEntry.true, TapeEntry.false: .boolean
    case TapeEntry.null: .null
    default: .number
    }
  }

  /// Whether the value is a literal `null`. A missing member is no value at all.
  public var isNull: Bool { entry == TapeEntry.null }

  /// The text of a string, unescaped; nil for any other kind.
  public var string: String? {
    entry == TapeEntry.string ? storage.string(at: TapeEntry.payload(word)) : nil
  }

  /// The truth of `true` or `false`; nil for any other kind, as nothing is converted.
  public var boolean: Bool? {
    switch entry {
    case TapeEntry.true: true
    case TapeEntry.false: false
    default: nil
    }
  }

  /// The nearest double of a number; nil for any other kind. `numeral` has digits that it can't hold.
  public var number: Double? {
    switch entry {
    case TapeEntry.integer: Double(Int64(bitPattern: storage.tape[index + 1]))
    case TapeEntry.unsigned: Double(storage.tape[index + 1])
    case TapeEntry.double: Double(bitPattern: storage.tape[index + 1])
    default: nil
    }
  }

  /// The number as an integer; nil when it isn't one or doesn't fit.
  public var integer: Int? {
    switch entry {
    case TapeEntry.integer: Int(bitPattern: UInt(storage.tape[index + 1]))
    case TapeEntry.unsigned: Int(exactly: storage.tape[index + 1])
    default: number.flatMap { Int(exactly: $0) }
    }
  }

  /// The number as it is written, such as `1.50`, `2e3`, `-0`, or with more digits than a double has; nil if ECMAScript
  /// would write it the same way.
  public var numeral: String? {
    guard kind == .number, let number, let numerals = storage.numerals else { return nil }
    let payload = TapeEntry.payload(word)
    guard payload > 0 else { return nil }
    var text = JSONText(start: numerals + (payload - 1)).string
    if text.hasSuffix(JSONScanner.exponent) { text.removeLast(JSONScanner.exponent.count) }
    return text == NumberText.text(number) ? nil : text
  }

  /// The tape index just past this value.
  var end: Int {
    TapeEntry.end(ofValueAt: index, storage.tape)
  }

  /// The elements of an array; empty for any other kind.
  public var elements: JSONElements {
    let isArray = entry == TapeEntry.array
    return JSONElements(storage: storage, index: index + 1, end: isArray ? end - 1 : index + 1)
  }

  /// The members of an object, in text order; empty for any other kind.
  public var members: JSONMembers {
    let isObject = entry == TapeEntry.object
    return JSONMembers(storage: storage, index: index + 1, end: isObject ? end - 1 : index + 1)
  }

  /// Whether this is an empty object or array.
  public var isEmpty: Bool { isContainer && end == index + 2 }

  /// The member of an object with this key; the last one if there are several, as in ECMAScript.
  public subscript(key: String) -> JSONValue? {
    guard entry == TapeEntry.object else { return nil }
    let tape = JSONTape(of: self)
    var key = key
    var found: Int?
    // Creating a string for each key would take most of the time of reading definitions.
    key.withUTF8 { key in
      for index in tape.keys(ofObjectAt: index) where tape.key(at: index).hasBytes(key) { found = index + 1 }
    }
    return found.map(tape.value)
  }

  /// The number of tape words that the value occupies.
  public var size: Int { end - index }

  /// The value's tape index. `JSONParser.positions` converts it to a line and column.
  public var tapeIndex: Int { index }

  /// A copy in its own storage, which does not keep the source document alive.
  public var detached: JSONValue {
    var builder = JSONBuilder()
    builder.value(self)
    return builder.finish()
  }
}

extension JSONStorage {
  /// Returns the string whose length prefix is at `offset`.
  func string(at offset: Int) -> String {
    JSONText(start: strings + offset).string
  }
}

/// The elements of a JSON array.
public struct JSONElements: Sequence, IteratorProtocol {
  let storage: JSONStorage
  var index: Int
  let end: Int

  public mutating func next() -> JSONValue? {
    guard index < end else { return nil }
    let value = JSONValue(storage: storage, index: index)
    index = value.end
    return value
  }
}

/// The members of a JSON object.
public struct JSONMembers: Sequence, IteratorProtocol {
  let storage: JSONStorage
  var index: Int
  let end: Int

  public mutating func next() -> (key: String, value: JSONValue)? {
    guard index < end else { return nil }
    let key = storage.string(at: TapeEntry.payload(storage.tape[index]))
    let value = JSONValue(storage: storage, index: index + 1)
    index = value.end
    return (key, value)
  }
}

extension JSONValue: Equatable {
  /// Compares kinds, strings, numbers, and the order of members.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    if left.storage === right.storage, left.index == right.index { return true }
    var (i, j) = (left.index, right.index)
    let (iEnd, jEnd) = (left.end, right.end)
    while i < iEnd, j < jEnd {
      let a = JSONValue(storage: left.storage, index: i)
      let b = JSONValue(storage: right.storage, index: j)
      switch a.entry {
      case TapeEntry.integer, TapeEntry.unsigned, TapeEntry.double:
        guard let x = a.number, x == b.number else { return false }
      case TapeEntry.string:
        guard a.string == b.string else { return false }
      default:
        guard a.entry == b.entry else { return false }
      }
      i += a.isContainer ? 1 : a.end - i
      j += b.isContainer ? 1 : b.end - j
    }
    return i == iEnd && j == jEnd
  }

  fileprivate var isContainer: Bool { entry == TapeEntry.object || entry == TapeEntry.array }
}
