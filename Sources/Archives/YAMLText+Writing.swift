extension YAMLText {
  /// Returns the text with another value in a scalar, written in the scalar's style if that can hold it, else in double
  /// quotes. Every other byte is copied.
  /// - Throws: when the result would not mean the same except for this value. No known text causes that.
  package func replacing(_ scalar: YAMLScalar, with value: String) throws(ArchiveError) -> YAMLText {
    value == scalar.value ? self : try rewriting(scalar, with: value)
  }

  /// Rewrites a scalar, even with the same value.
  func rewriting(_ scalar: YAMLScalar, with value: String) throws(ArchiveError) -> YAMLText {
    let writer = YAMLScalarWriter(scalar, in: bytes)
    for candidate in writer.candidates(for: value) {
      let result = Array(bytes[..<scalar.range.lowerBound]) + candidate + bytes[scalar.range.upperBound...]
      guard let text = try? YAMLText(result), text.differs(from: self, onlyIn: scalar.event, value: value) else {
        continue
      }
      return text
    }
    throw ArchiveError("the YAML can't take this value at \(scalar.path.joined(separator: "."))")
  }

  private func differs(from old: YAMLText, onlyIn index: Int, value: String) -> Bool {
    guard events.count == old.events.count, events[index].kind == .scalar, events[index].value == Array(value.utf8),
      events[index].anchor == old.events[index].anchor, events[index].tag == old.events[index].tag
    else { return false }
    return events.indices.allSatisfy { $0 == index || events[$0].meansTheSame(as: old.events[$0]) }
  }
}
