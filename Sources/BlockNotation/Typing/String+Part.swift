extension String {
  /// Whether this text contains the typed one. A short text can't contain a long paste, for which the library would
  /// prepare a search each time. Equal characters take at most four times as many bytes in another form.
  package func hasPart(_ typed: some StringProtocol) -> Bool {
    if typed.utf8.count > 4 * utf8.count { return false }
    let isASCII = typed.utf8.allSatisfy { $0 < 0x80 }
    // The library's search takes ten times as long. Without the ASCII bytes, there are no such ASCII characters.
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
