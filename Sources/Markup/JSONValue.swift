/// A JSON value of any depth: a place on a flat, shared, unchanging tape.
///
/// Reading one never recurses. Strings are made when they are asked for.
public struct JSONValue: Sendable {
  public enum Kind: Hashable, Sendable { case object, array, string, number, boolean, null }

  let storage: JSONStorage
  let index: Int

  init(storage: JSONStorage, index: Int) {
    self.storage = storage
    self.index = index
  }

  private var word: UInt64 { storage.tape[index] }
  private var entry: UInt8 { TapeEntry.kind(word) }

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

  public var isNull: Bool { entry == TapeEntry.null }

  public var string: String? {
    entry == TapeEntry.string ? storage.string(at: TapeEntry.payload(word)) : nil
  }

  public var boolean: Bool? {
    switch entry {
    case TapeEntry.true: true
    case TapeEntry.false: false
    default: nil
    }
  }

  public var number: Double? {
    switch entry {
    case TapeEntry.integer: Double(Int64(bitPattern: storage.tape[index + 1]))
    case TapeEntry.unsigned: Double(storage.tape[index + 1])
    case TapeEntry.double: Double(bitPattern: storage.tape[index + 1])
    default: nil
    }
  }

  /// The number as an integer, or nil when it is none or doesn't fit.
  public var integer: Int? {
    switch entry {
    case TapeEntry.integer: Int(bitPattern: UInt(storage.tape[index + 1]))
    case TapeEntry.unsigned: Int(exactly: storage.tape[index + 1])
    default: number.flatMap { Int(exactly: $0) }
    }
  }

  /// Where the value behind this one stands on the tape.
  var end: Int {
    TapeEntry.end(ofValueAt: index, storage.tape)
  }

  /// The bytes of a string, as long as the value lives; nil for any other kind.
  var utf8: UnsafeBufferPointer<UInt8>? {
    entry == TapeEntry.string ? storage.utf8(at: TapeEntry.payload(word)) : nil
  }

  /// The elements of an array; nothing for any other kind.
  public var elements: JSONElements {
    let isArray = entry == TapeEntry.array
    return JSONElements(storage: storage, index: index + 1, end: isArray ? end - 1 : index + 1)
  }

  /// The members of an object, in the order of the text; nothing for any other kind.
  public var members: JSONMembers {
    let isObject = entry == TapeEntry.object
    return JSONMembers(storage: storage, index: index + 1, end: isObject ? end - 1 : index + 1)
  }

  /// Whether this is an object or array with nothing in it.
  public var isEmpty: Bool { isContainer && end == index + 2 }

  /// The member of an object with this key; of several the last one, as in ECMAScript.
  public subscript(key: String) -> JSONValue? {
    var found: JSONValue?
    for (name, value) in members where name == key { found = value }
    return found
  }

  /// How many entries of the document the value takes.
  public var size: Int { end - index }

  /// Where the value stands among the document's entries: `JSONParser.positions` turns it into a line and column.
  public var place: Int { index }

  /// The same value in storage of its own, so that it doesn't keep the document it was read from.
  public var detached: JSONValue {
    var builder = JSONBuilder()
    builder.value(self)
    return builder.finish()
  }
}

extension JSONStorage {
  /// The string whose length stands at `offset`.
  func string(at offset: Int) -> String {
    String(decoding: utf8(at: offset), as: UTF8.self)
  }

  /// The bytes of the string whose length stands at `offset`; they live as long as the storage.
  func utf8(at offset: Int) -> UnsafeBufferPointer<UInt8> {
    let length = Int(UnsafeRawPointer(strings + offset).loadUnaligned(as: UInt32.self))
    return UnsafeBufferPointer(start: strings + offset + 4, count: length)
  }

  /// Whether the string whose length stands at `offset` is this one.
  func isString(at offset: Int, _ other: StaticString) -> Bool {
    let bytes = utf8(at: offset)
    guard bytes.count == other.utf8CodeUnitCount else { return false }
    for place in 0..<bytes.count where bytes[place] != other.utf8Start[place] { return false }
    return true
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
  /// Equal kinds, texts and numbers, members in the same order.
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
