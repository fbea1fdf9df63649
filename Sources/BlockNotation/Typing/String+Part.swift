extension String {
  /// Whether this text contains what was typed. A long paste is in no short text, and the library would prepare the
  /// search for it each time. Equal characters take at most four times as many bytes in another form.
  package func hasPart(_ typed: some StringProtocol) -> Bool {
    if typed.utf8.count > 4 * utf8.count { return false }
    let isASCII = typed.utf8.allSatisfy { $0 < 0x80 }
    // The library's search takes ten times as long. Where there is no ASCII byte, there is no ASCII character.
    if isASCII, !hasBytes(of: typed) { return false }
    return (isASCII && utf8.allSatisfy { $0 < 0x80 }) || contains(typed)
  }

  private func hasBytes(of part: some StringProtocol) -> Bool {
    let found = utf8.withContiguousStorageIfAvailable { own in
      part.utf8.withContiguousStorageIfAvailable { part in
        guard let first = part.first, part.count <= own.count else { return part.isEmpty }
        return (0...own.count - part.count).contains { start in
          own[start] == first && own[start..<start + part.count].elementsEqual(part)
        }
      }
    }
    return (found ?? nil) ?? true
  }
}
