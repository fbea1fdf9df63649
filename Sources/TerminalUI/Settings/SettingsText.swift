import Markup
import MortiseFiles
import Synchronization

/// Changes one setting in the text of a settings file, and not a byte of the others. In a new file, the comment in
/// place of the setting becomes the setting.
nonisolated struct SettingsText {
  private var bytes: [UInt8]
  /// The text with blanks for comments; positions are the same.
  private let plain: [UInt8]

  /// - Throws: `SettingsTextError` for a text that is not a JSON object, so that nothing can be added to it.
  init(_ bytes: [UInt8]) throws(SettingsTextError) {
    self.bytes = bytes
    plain = SettingsReader.plainJSON(bytes)
    do throws(MarkupError) {
      guard try JSONParser.parse(plain).kind == .object else {
        throw MarkupError(position: SourcePosition(line: 1, column: 1), cause: "the settings must be an object: { … }")
      }
    } catch {
      throw SettingsTextError(description: "\(error)")
    }
  }

  /// Returns the text with a setting.
  /// - Parameter value: a word without quotation marks.
  func setting(_ name: String, to value: String) -> [UInt8] {
    var result = bytes
    let value = SettingsTemplate.json(of: value)
    let members = members
    if let known = members.last(where: { $0.name == name }) {
      result.replaceSubrange(known.value, with: Array(value.utf8))
      return result
    }
    // A new file has a comment in its place.
    let comment = Array(SettingsTemplate.defaultLine(of: name).utf8)
    if !comment.isEmpty, let found = bytes.firstRange(of: comment) {
      result.replaceSubrange(found, with: Array("\"\(name)\": \(value),".utf8))
      // The comment may be in another object, or after a member without a comma.
      if (try? SettingsText(result))?.members.contains(where: { $0.name == name }) == true { return result }
      result = bytes
    }
    guard let start = plain.firstIndex(of: UInt8(ascii: "{")) else { return result }
    let newline = bytes.contains(UInt8(ascii: "\r")) ? "\r\n" : "\n"
    var line = "\(newline)  \"\(name)\": \(value),"
    // Text that follows on the same line gets its own line.
    if let next = bytes[(start + 1)...].first, next != UInt8(ascii: "\n"), next != UInt8(ascii: "\r") {
      line += newline
    }
    result.insert(contentsOf: Array(line.utf8), at: start + 1)
    return result
  }

  /// The settings of the file, and the positions of their values.
  private var members: [(name: String, value: Range<Int>)] {
    var members: [(name: String, value: Range<Int>)] = []
    var (depth, key, start) = (0, "", Int?.none)
    var index = 0
    func end(at index: Int) {
      guard let first = start else { return }
      let last = plain[first..<index].lastIndex { !Self.isBlank($0) } ?? first
      members.append((key, first..<last + 1))
      start = nil
    }
    while index < plain.count {
      let byte = plain[index]
      switch byte {
      case UInt8(ascii: "\""):
        let first = index
        index = Self.endOfString(in: plain, from: index)
        if depth == 1, start == nil { key = String(decoding: plain[first + 1..<index], as: UTF8.self) }
      case UInt8(ascii: ":") where depth == 1 && start == nil:
        start = plain[(index + 1)...].firstIndex { !Self.isBlank($0) }
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { end(at: index) }
      case UInt8(ascii: ",") where depth == 1: end(at: index)
      default: break
      }
      index += 1
    }
    return members
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// The index of the closing quotation mark.
  private static func endOfString(in bytes: [UInt8], from start: Int) -> Int {
    var index = start + 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index, bytes.count - 1)
  }
}

/// Why a settings file can't be changed.
nonisolated struct SettingsTextError: Error, CustomStringConvertible {
  let description: String
}

/// The user's settings file, which the editor changes.
public nonisolated struct SettingsFile: Sendable {
  /// Its name, for messages.
  let name: String
  private let read: @Sendable () throws(FileError) -> [UInt8]
  private let write: @Sendable ([UInt8]) throws(FileError) -> Void

  private static let lock = Mutex(())

  /// - Parameters:
  ///   - name: its name, for messages.
  ///   - read: reads the file; if it doesn't exist, returns the initial contents.
  ///   - write: writes the file in one step.
  public init(
    name: String, read: @escaping @Sendable () throws(FileError) -> [UInt8],
    write: @escaping @Sendable ([UInt8]) throws(FileError) -> Void
  ) {
    (self.name, self.read, self.write) = (name, read, write)
  }

  /// Changes a setting; everything else in the file stays as it is.
  /// - Throws: an error that says why nothing was changed.
  func set(_ setting: String, to value: String) throws {
    // The second of two changes must read the result of the first one.
    try Self.lock.withLock { _ in
      let bytes = try read()
      let text: SettingsText
      do throws(SettingsTextError) { text = try SettingsText(bytes) } catch {
        throw SettingsTextError(description: "\(name):\(error)")
      }
      try write(text.setting(setting, to: value))
    }
  }
}
