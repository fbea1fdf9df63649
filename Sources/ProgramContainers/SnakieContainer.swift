import Archives
import Markup

/// Python with a program in the comment at its end: JSON, deflated, in Base64.
struct SnakieContainer: Container {
  let name = "snakie"
  let app = "Snakie"
  let fileExtensions: [String] = []
  let code = EmbeddedCodeUse.run
  let language: String? = "python"

  private static let tag = "snakie-blocks v"
  private static let newestVersion = 1
  /// The number of Base64 digits on a line.
  private static let lineCount = 76

  func content(of file: [UInt8]) throws -> ContainerContent? {
    guard let footer = Footer.last(in: file) else { return nil }
    guard footer.version <= Self.newestVersion else {
      throw ContainerError("the blocks were saved by a newer Snakie (version \(footer.version) of its files)")
    }
    let damaged = ContainerError("the blocks at the end of the file are damaged")
    guard let packed = Base64.decode(footer.payload) else { throw damaged }
    let json = try ContainerError.reading { try Deflate.inflate(packed[...], .raw) }
    guard let root = try JSONParser.parseIfValid(json), let workspace = root["ws"], workspace.kind == .object else {
      throw damaged
    }
    let hash = root["hash"].flatMap { $0.string == nil ? nil : $0 }
    let ranges = JSONParser.ranges(of: [workspace.tapeIndex] + (hash.map { [$0.tapeIndex] } ?? []), in: json)
    guard let programRange = ranges[workspace.tapeIndex] else { throw damaged }
    let program = EmbeddedProgram(text: Array(json[programRange]), code: Array(file[footer.code]), start: footer.start)
    return ContainerContent([program]) { _, text, code in
      if text == program.text, code == nil || code == program.code { return file }
      var parts = [Replacement(range: programRange, bytes: text.trimmedEnd)]
      // Snakie compares this hash to detect changes of the code.
      if let code, let hashRange = hash.flatMap({ ranges[$0.tapeIndex] }) {
        parts.append(Replacement(range: hashRange, bytes: Array("\"\(SnakieHash.of(code))\"".utf8)))
      }
      // Deflating fails only without memory.
      guard let packed = try? Deflate.deflate(json.replacing(parts), .raw) else { return file }
      let digits = Array(Base64.encode(packed).utf8)
      let lines = stride(from: 0, to: digits.count, by: Self.lineCount).map { start in
        Array("# ".utf8) + digits[start..<min(start + Self.lineCount, digits.count)]
      }
      var changes = [Replacement(range: footer.lines, bytes: Array(lines.joined(separator: footer.lineBreak)))]
      if let code { changes.append(Replacement(range: footer.code, bytes: code)) }
      return file.replacing(changes)
    }
  }

  /// The comment at the end of a file.
  private struct Footer {
    let version: Int
    /// The offset of its first line.
    let start: Int
    /// The code above it.
    let code: Range<Int>
    /// The lines below the first one, without the line break at their end.
    let lines: Range<Int>
    let lineBreak: [UInt8]
    /// The Base64 digits of the lines.
    let payload: [UInt8]

    /// Finds the last footer in a file, as a string in the code may look like one.
    static func last(in file: [UInt8]) -> Footer? {
      var end = file.count
      while let tag = file[..<end].lastRange(ofText: SnakieContainer.tag) {
        end = tag.lowerBound
        let start = file[..<end].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        let words = file[start..<end].filter { $0 != 0x20 && $0 != 0x09 }
        let digits = file[tag.upperBound...].prefix { $0 >= 0x30 && $0 <= 0x39 }
        guard words == Array("#--8<--".utf8), let version = Int(String(decoding: digits, as: UTF8.self)), version > 0,
          let lineEnd = file[tag.upperBound...].firstIndex(of: 0x0A)
        else { continue }
        let codeEnd = file[..<start].lastIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }.map { $0 + 1 } ?? 0
        let (lines, payload) = payload(in: file, from: lineEnd + 1)
        if payload.isEmpty { continue }
        return Footer(
          version: version, start: start, code: 0..<codeEnd, lines: lines,
          lineBreak: file[lineEnd - 1] == 0x0D ? [0x0D, 0x0A] : [0x0A], payload: payload)
      }
      return nil
    }

    /// Returns the comment's lines from an offset on, without the line break at their end, and the digits in them.
    private static func payload(in file: [UInt8], from start: Int) -> (lines: Range<Int>, payload: [UInt8]) {
      var payload: [UInt8] = []
      var (next, last) = (start, start)
      while next < file.count {
        let line = file[next...].prefix { $0 != 0x0A }
        let body = line.drop { $0 == 0x20 || $0 == 0x09 }
        guard body.first == UInt8(ascii: "#") else { break }
        payload += body.dropFirst().filter { ![0x20, 0x09, 0x0D].contains($0) }
        last = line.last == 0x0D ? line.endIndex - 1 : line.endIndex
        next = line.endIndex + 1
      }
      return (start..<last, payload)
    }
  }
}

/// The hash by which Snakie detects that code has changed since it was saved.
enum SnakieHash {
  /// - Parameter code: in UTF-8. White space at the ends of lines and of the code is ignored.
  static func of(_ code: [UInt8]) -> String {
    let lines = String(decoding: code, as: UTF8.self).utf8.split(omittingEmptySubsequences: false) { $0 == 0x0A }
    let trimmed = lines.map { line in
      line[..<(line.lastIndex { ![0x20, 0x09, 0x0D].contains($0) }.map { line.index(after: $0) } ?? line.startIndex)]
    }
    let text = Array(Array(trimmed.joined(separator: [0x0A])).trimmedEnd)
    return [UInt32(0x811C_9DC5), 0x7F8E_1A3B].map { seed in
      // FNV-1a.
      let hash = text.reduce(seed) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
      let digits = String(hash, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }
}
