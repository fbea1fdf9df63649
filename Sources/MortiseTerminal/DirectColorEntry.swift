import CTerminal
import Markup

/// Makes a terminfo entry with direct colours from a terminal's own entry, for terminals that show true colours
/// although their entries don't say so (term(5) describes the format).
struct DirectColorEntry {
  /// Reads the format's numbers, which are little-endian.
  private struct Reader {
    let bytes: [UInt8]
    var position = 0
    var hasFailed = false

    mutating func take(_ count: Int) -> [UInt8] {
      guard count >= 0, position + count <= bytes.count else {
        hasFailed = true
        return []
      }
      defer { position += count }
      return Array(bytes[position..<position + count])
    }

    mutating func numbers(_ count: Int, width: Int) -> [Int32] {
      guard count >= 0, count < bytes.count else {
        hasFailed = true
        return []
      }
      return (0..<count).map { _ in
        let bits = take(width).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        return width == 2 ? Int32(Int16(truncatingIfNeeded: bits)) : Int32(bitPattern: bits)
      }
    }

    /// Skips to the next part of an entry: parts begin at even positions.
    mutating func align() { if position % 2 == 1, position < bytes.count { position += 1 } }
  }

  /// The flags, numbers and strings, and the texts that the strings are offsets in.
  private struct Table {
    var flags: [UInt8]
    var numbers: [Int32]
    var strings: [Int32]
    var text: [UInt8]

    /// The text at an offset, without the zero that ends it.
    func text(at offset: Int32) -> ArraySlice<UInt8> {
      offset < 0 || Int(offset) >= text.count ? [] : text[Int(offset)...].prefix { $0 != 0 }
    }

    mutating func set(_ index: Int, to string: String) {
      strings[index] = Int32(text.count)
      text += Array(string.utf8) + [0]
    }
  }

  private static let wideMagic = 0o1036
  private static let magic = 0o432

  // The indices of the standard capabilities (term.h).
  private static let (colors, pairs) = (13, 14)
  private static let (foreground, background) = (359, 360)

  /// The sequence for a colour: below 8 an index, and otherwise red, green and blue.
  private static func sequence(_ first: Int) -> String {
    "\u{1B}[%?%p1%{8}%<%t\(first)%p1%d%e\(first)8;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;m"
  }

  /// The value for curses' environment variable TERMINFO.
  let variable: String

  /// The entry for a terminal.
  /// - Returns: nil if its entry can't be read, already has direct colours, or has less than 256 colours.
  init?(terminal: String) {
    var buffer = [UInt8](repeating: 0, count: 32 * 1024)
    let count = cn_read_terminfo_entry(terminal, &buffer, buffer.count)
    guard count > 0, let entry = Self.changed(Array(buffer.prefix(count))) else { return nil }
    variable = "TERMINFO=b64:" + Base64.encode(entry)
  }

  /// Returns a compiled entry with direct colours; nil for one that can't be changed, or lacks 256 colours.
  static func changed(_ bytes: [UInt8]) -> [UInt8]? {
    var reader = Reader(bytes: bytes)
    let header = reader.numbers(6, width: 2).map(Int.init)
    guard !reader.hasFailed, [magic, wideMagic].contains(header[0]) else { return nil }
    let width = header[0] == magic ? 2 : 4
    let name = reader.take(header[1])
    var table = Table(flags: reader.take(header[2]), numbers: [], strings: [], text: [])
    reader.align()
    table.numbers = reader.numbers(header[3], width: width)
    table.strings = reader.numbers(header[4], width: 2)
    table.text = reader.take(header[5])
    guard !reader.hasFailed, table.numbers.count > pairs, table.strings.count > background,
      table.numbers[colors] == 256
    else { return nil }
    guard let extended = extended(&reader, numberWidth: width) else { return nil }
    table.numbers[colors] = 1 << 24
    table.numbers[pairs] = 1 << 16
    table.set(foreground, to: sequence(3))
    table.set(background, to: sequence(4))
    let head = [wideMagic, name.count, table.flags.count, table.numbers.count, table.strings.count, table.text.count]
    guard table.text.count < 1 << 15 else { return nil }
    return encoded(head, name, table) + extended
  }

  /// Reads the extended capabilities, and returns them with the flag `RGB`, which makes curses treat colours as red,
  /// green and blue.
  private static func extended(_ reader: inout Reader, numberWidth: Int) -> [UInt8]? {
    reader.align()
    let flag = Array("RGB".utf8) + [0]
    var table = Table(flags: [], numbers: [], strings: [], text: [])
    var names: [Int32] = []
    if reader.position < reader.bytes.count {
      let header = reader.numbers(5, width: 2).map(Int.init)
      guard !reader.hasFailed else { return nil }
      table.flags = reader.take(header[0])
      reader.align()
      table.numbers = reader.numbers(header[1], width: numberWidth)
      table.strings = reader.numbers(header[2], width: 2)
      names = reader.numbers(header[0] + header[1] + header[2], width: 2)
      table.text = reader.take(header[4])
      guard !reader.hasFailed, header[3] == table.strings.count + names.count else { return nil }
    }
    // The names' offsets count from the end of the values.
    let valuesEnd = table.strings.reduce(0) { $1 < 0 ? $0 : $0 + table.text(at: $1).count + 1 }
    guard !names.contains(where: { table.text(at: $0 + Int32(valuesEnd)).elementsEqual(flag.dropLast()) }) else {
      return nil
    }
    names.insert(Int32(table.text.count - valuesEnd), at: table.flags.count)
    table.flags.append(1)
    table.text += flag
    let head = [
      table.flags.count, table.numbers.count, table.strings.count, table.strings.count + names.count, table.text.count,
    ]
    guard table.text.count < 1 << 15 else { return nil }
    table.strings += names
    return encoded(head, [], table)
  }

  /// Returns a part of an entry, with numbers of 32 bits and an even length.
  private static func encoded(_ header: [Int], _ name: [UInt8], _ table: Table) -> [UInt8] {
    var bytes: [UInt8] = []
    func append(_ number: Int32, width: Int) {
      for byte in 0..<width { bytes.append(UInt8(truncatingIfNeeded: number >> Int32(8 * byte))) }
    }
    for number in header { append(Int32(number), width: 2) }
    bytes += name + table.flags
    if bytes.count % 2 == 1 { bytes.append(0) }
    for number in table.numbers { append(number, width: 4) }
    for offset in table.strings { append(offset, width: 2) }
    bytes += table.text
    if bytes.count % 2 == 1 { bytes.append(0) }
    return bytes
  }
}
