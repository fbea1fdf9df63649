import BlockFormats
import CExpat
import Markup

/// The cost of parsing alone, without building a program: the parser's work, and a Swift string for every string in the
/// text.
enum BareParse {
  static func run(_ bytes: [UInt8], format: ProgramFormat) throws -> Int {
    switch format {
    case .json: try simdjson(bytes)
    case .xml: expat(bytes)
    }
  }

  /// Walks over simdjson's tape and makes every string.
  /// - Returns: the total length of the strings in bytes, which proves that none was skipped.
  private static func simdjson(_ bytes: [UInt8]) throws -> Int {
    var total = 0
    var waiting: [JSONValue] = [try JSONParser.parse(bytes)]
    while let value = waiting.popLast() {
      switch value.kind {
      case .object:
        for (key, member) in value.members {
          total += key.utf8.count
          waiting.append(member)
        }
      case .array: waiting += value.elements
      case .string: total += value.string?.utf8.count ?? 0
      case .number: total += value.number == 0 ? 0 : 1
      case .boolean, .null: total += 1
      }
    }
    return total
  }

  /// Runs expat with handlers that make every string.
  private static func expat(_ bytes: [UInt8]) -> Int {
    guard let parser = XML_ParserCreate(nil) else { return 0 }
    defer { XML_ParserFree(parser) }
    var total = 0
    withUnsafeMutablePointer(to: &total) { pointer in
      XML_SetUserData(parser, pointer)
      XML_SetElementHandler(
        parser,
        { data, name, attributes in
          guard let total = data?.assumingMemoryBound(to: Int.self), let name, var next = attributes else { return }
          total.pointee += String(cString: name).utf8.count
          while let text = next[0] {
            total.pointee += String(cString: text).utf8.count
            next += 1
          }
        }, { _, _ in })
      XML_SetCharacterDataHandler(parser) { data, text, count in
        guard let total = data?.assumingMemoryBound(to: Int.self), let text else { return }
        let buffer = UnsafeRawBufferPointer(start: text, count: Int(count))
        total.pointee += String(decoding: buffer, as: UTF8.self).utf8.count
      }
      _ = bytes.withUnsafeBytes { buffer in
        XML_Parse(parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), Int32(buffer.count), 1)
      }
    }
    return total
  }
}
