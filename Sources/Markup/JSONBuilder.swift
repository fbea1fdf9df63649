/// Builds a `JSONValue` in memory.
public struct JSONBuilder: JSONSink {
  private var tape: [UInt64] = [TapeEntry.word(TapeEntry.root, 0)]
  private var strings: [UInt8] = []
  private var open: [Int] = []

  /// Creates a builder without a value. Write exactly one, and take it with `finish()`.
  public init() {}

  public mutating func beginObject() { begin(TapeEntry.object) }
  public mutating func endObject() { end(TapeEntry.objectEnd) }
  public mutating func beginArray() { begin(TapeEntry.array) }
  public mutating func endArray() { end(TapeEntry.arrayEnd) }
  public mutating func key(_ key: String) { string(key) }

  public mutating func string(_ string: String) {
    tape.append(TapeEntry.word(TapeEntry.string, strings.count))
    keep(string)
  }

  private mutating func keep(_ string: String) {
    let length = UInt32(string.utf8.count)
    for shift in stride(from: 0, to: 32, by: 8) { strings.append(UInt8(truncatingIfNeeded: length >> UInt32(shift))) }
    strings.append(contentsOf: string.utf8)
  }

  public mutating func integer(_ integer: Int) {
    tape.append(TapeEntry.word(TapeEntry.integer, 0))
    tape.append(UInt64(bitPattern: Int64(integer)))
  }

  public mutating func number(_ number: Double) {
    // JSON has no infinities and no NaN; Blockly saves them as null.
    guard number.isFinite else { return null() }
    tape.append(TapeEntry.word(TapeEntry.double, 0))
    tape.append(number.bitPattern)
  }

  public mutating func numeral(_ text: String, value: Double) {
    tape.append(TapeEntry.word(TapeEntry.double, strings.count + 1))
    tape.append(value.bitPattern)
    keep(text)
  }

  public mutating func boolean(_ boolean: Bool) {
    tape.append(TapeEntry.word(boolean ? TapeEntry.true : TapeEntry.false, 0))
  }

  public mutating func null() { tape.append(TapeEntry.word(TapeEntry.null, 0)) }

  /// Returns the finished value. Exactly one value must have been written, and every container closed.
  public func finish() -> JSONValue {
    precondition(open.isEmpty && tape.count > 1, "an unfinished JSON value")
    return JSONValue(storage: JSONStorage(tape: tape, strings: strings), index: 1)
  }

  private mutating func begin(_ entry: UInt8) {
    open.append(tape.count)
    tape.append(TapeEntry.word(entry, 0))
  }

  private mutating func end(_ entry: UInt8) {
    let start = open.removeLast()
    tape.append(TapeEntry.word(entry, start))
    tape[start] |= UInt64(tape.count)
  }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral
{
  public init(stringLiteral value: String) { self = JSONValue.building { $0.string(value) } }
  public init(booleanLiteral value: Bool) { self = JSONValue.building { $0.boolean(value) } }
  public init(integerLiteral value: Int) { self = JSONValue.building { $0.integer(value) } }
  public init(floatLiteral value: Double) { self = JSONValue.building { $0.number(value) } }

  /// Returns the value that `fill` writes.
  public static func building(_ fill: (inout JSONBuilder) -> Void) -> JSONValue {
    var builder = JSONBuilder()
    fill(&builder)
    return builder.finish()
  }

  /// Returns a string value, for texts that aren't literals.
  public static func string(_ value: String) -> JSONValue { building { $0.string(value) } }
  /// Returns a number value; null for infinities and NaN, which JSON doesn't have.
  public static func number(_ value: Double) -> JSONValue { building { $0.number(value) } }
  /// Returns a boolean value, for flags that aren't literals.
  public static func boolean(_ value: Bool) -> JSONValue { building { $0.boolean(value) } }

  /// Returns an object with these members, in this order.
  public static func object(_ members: KeyValuePairs<String, JSONValue>) -> JSONValue {
    object { for (key, value) in members { $0.member(key, value) } }
  }

  /// Returns an object of the members that `members` writes.
  public static func object(_ members: (inout JSONBuilder) -> Void) -> JSONValue {
    building { $0.object(nil, members) }
  }
}
