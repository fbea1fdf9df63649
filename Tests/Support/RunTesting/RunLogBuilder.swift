/// Writes what a runtime logs: see docs/develop/runtimes.md.
public struct RunLogBuilder {
  private var bytes: [UInt8] = []
  /// What is usual, as Lua writes it; nil if all of it is written as items.
  private var words: [UInt64]?

  public indirect enum Value: Hashable {
    case nothing
    case truth(Bool)
    case integer(Int)
    case number(Double)
    case text(String)
    case list(Int)
    case longText(Int)
    case other(String)
  }

  public init(hasWords: Bool = false) { words = hasWords ? [] : nil }

  /// Returns what was written since, and begins anew.
  public mutating func take() -> [UInt8] {
    defer { (bytes, words) = ([], words.map { _ in [] }) }
    guard let words else { return bytes }
    var head = [UInt8(ascii: "T")]
    withUnsafeBytes(of: UInt32(8 * words.count).littleEndian) { head += $0 }
    for word in words { withUnsafeBytes(of: word.littleEndian) { head += $0 } }
    return head + bytes
  }

  public mutating func step(_ number: Int) {
    if words != nil { words?.append(UInt64(number)) } else { write(.integer(number)) }
  }

  public mutating func set(_ key: Int, _ value: Value) {
    if words != nil {
      let word: UInt64? =
        switch value {
        case .integer(let integer): UInt64(UInt32(bitPattern: Int32(integer)))
        case .truth(let truth): 1 << 60 | (truth ? 1 : 0)
        case .list(let number): 2 << 60 | UInt64(number)
        default: nil
        }
      words?.append(word.map { $0 | UInt64(key) << 32 } ?? .max)
      if word != nil { return }
    }
    write(.integer(key))
    write(value)
    bytes.append(0x86)
  }

  public mutating func call(_ function: Int, _ arguments: [Value]) { event(-1, function, list: arguments) }

  public mutating func returns(_ function: Int, _ value: Value = .nothing) { event(-2, function, value) }

  public mutating func list(_ number: Int, _ items: [Value]) { event(-3, number, list: items) }

  public mutating func setItem(_ list: Int, _ index: Int, _ value: Value) { change(-4, list, index, value) }

  public mutating func insert(_ list: Int, _ index: Int, _ value: Value) { change(-5, list, index, value) }

  public mutating func remove(_ list: Int, _ index: Int) { event(-6, list, .integer(index)) }

  /// A block has the value of a variable.
  public mutating func read(_ block: Int, ofVariable key: Int) {
    words?.append(3 << 60 | UInt64(block) << 32 | UInt64(key))
  }

  /// An event with a number and a value, such as -11, 0, and a text for output.
  public mutating func event(_ code: Int, _ number: Int, _ value: Value) {
    words?.append(.max)
    write(.integer(code))
    write(.integer(number))
    write(value)
    bytes.append(0x87)
  }

  private mutating func event(_ code: Int, _ number: Int, list: [Value]) {
    words?.append(.max)
    write(.integer(code))
    write(.integer(number))
    bytes += Array("](".utf8)
    for value in list { write(value) }
    bytes += [UInt8(ascii: "e"), 0x87]
  }

  private mutating func change(_ code: Int, _ list: Int, _ index: Int, _ value: Value) {
    if words != nil {
      let kind: UInt64 = code == -4 ? 4 : 6
      let word: UInt64? =
        switch value {
        case .integer(let integer): integer < 0 ? nil : kind << 60 | UInt64(integer)
        case .truth(let truth): (kind + 1) << 60 | (truth ? 1 : 0)
        default: nil
        }
      words?.append(word.map { $0 | UInt64(list) << 44 | UInt64(index) << 24 } ?? .max)
      if word != nil { return }
    }
    bytes.append(UInt8(ascii: "("))
    for value in [.integer(code), .integer(list), .integer(index), value] { write(value) }
    bytes.append(UInt8(ascii: "t"))
  }

  private mutating func write(_ value: Value) {
    switch value {
    case .nothing: bytes.append(UInt8(ascii: "N"))
    case .truth(let truth): bytes.append(truth ? 0x88 : 0x89)
    case .integer(let integer) where 0...255 ~= integer: bytes += [UInt8(ascii: "K"), UInt8(integer)]
    case .integer(let integer):
      bytes.append(UInt8(ascii: "J"))
      withUnsafeBytes(of: Int32(integer).littleEndian) { bytes += $0 }
    case .number(let number):
      bytes.append(UInt8(ascii: "G"))
      withUnsafeBytes(of: number.bitPattern.bigEndian) { bytes += $0 }
    case .text(let text):
      bytes.append(UInt8(ascii: "X"))
      withUnsafeBytes(of: UInt32(text.utf8.count).littleEndian) { bytes += $0 }
      bytes += Array(text.utf8)
    case .list(let number):
      write(.integer(number))
      bytes.append(0x85)
    case .longText(let number):
      write(.integer(-number))
      bytes.append(0x85)
    case .other(let text):
      write(.text(text))
      bytes.append(0x85)
    }
  }
}
