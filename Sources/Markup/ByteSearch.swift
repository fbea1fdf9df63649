import Glibc

extension ArraySlice<UInt8> {
  /// Returns the range of the first occurrence of a text. The standard library's generic version takes longer than
  /// reading a file.
  public func firstRange(ofText text: String) -> Range<Int>? {
    let pattern = Array(text.utf8)
    // The last byte of most patterns is rarer than their first one, but for quotation marks in JSON.
    guard let offset = pattern.lastIndex(where: { $0 != UInt8(ascii: "\"") }) ?? pattern.indices.last else {
      return nil
    }
    return withUnsafeBytes { bytes -> Range<Int>? in
      guard let start = bytes.baseAddress else { return nil }
      var position = offset
      while position < bytes.count,
        let found = memchr(start + position, Int32(pattern[offset]), bytes.count - position)
      {
        let index = UnsafeRawPointer(found) - start - offset
        let end = index + pattern.count
        if end > bytes.count { return nil }
        if memcmp(start + index, pattern, pattern.count) == 0 { return startIndex + index..<startIndex + end }
        position = index + offset + 1
      }
      return nil
    }
  }

  /// Returns the range of the last occurrence of a text.
  public func lastRange(ofText text: String) -> Range<Int>? {
    // Most files don't contain it, and a forward search finds that out faster.
    guard contains(text: text) else { return nil }
    let pattern = Array(text.utf8)
    return withUnsafeBytes { bytes in
      var index = bytes.count - pattern.count
      while bytes[index] != pattern[0] || !bytes[index..<index + pattern.count].elementsEqual(pattern) { index -= 1 }
      return startIndex + index..<startIndex + index + pattern.count
    }
  }

  /// Whether the bytes contain a text.
  public func contains(text: String) -> Bool { firstRange(ofText: text) != nil }
}

extension String {
  /// Splits a text at a separator, omitting empty parts. The standard library's version compares characters, which
  /// takes twenty times as long.
  package func split(atText separator: String) -> [String] {
    let bytes = Array(utf8)
    var (parts, rest): ([String], ArraySlice<UInt8>) = ([], bytes[...])
    while let found = rest.firstRange(ofText: separator) {
      parts.append(String(decoding: rest[..<found.lowerBound], as: UTF8.self))
      rest = rest[found.upperBound...]
    }
    parts.append(String(decoding: rest, as: UTF8.self))
    return parts.filter { !$0.isEmpty }
  }
}
