/// The functions of a pasted program, each before its first call: other languages look for them when they are called, and
/// a typed call needs one that is there.
struct PastedFunctions {
  typealias Line = PastedLines.Line

  private(set) var lines: [Line] = []

  /// A statement without indentation, with its body and the comments above it.
  private struct Part {
    var lines: ArraySlice<Line>
    /// The function that it defines.
    var name: Substring?
    var called: Set<Substring>
  }

  init(_ pasted: [Line]) {
    let parts = Self.parts(of: pasted)
    let functions = Dictionary(
      parts.enumerated().compactMap { index, part in part.name.map { ($0, index) } },
      uniquingKeysWith: { first, _ in first })
    var isWaiting = [Bool](repeating: true, count: parts.count)
    for index in parts.indices where isWaiting[index] {
      var stack = [index]
      isWaiting[index] = false
      while let last = stack.last {
        // The functions that it calls come first; those that call each other stay as they stand.
        let next = parts[last].called.compactMap { functions[$0] }.filter { isWaiting[$0] }.min()
        if let next {
          isWaiting[next] = false
          stack.append(next)
        } else {
          lines += Self.withoutLastReturn(parts[last])
          stack.removeLast()
        }
      }
    }
  }

  private static func parts(of lines: [Line]) -> [Part] {
    guard let top = lines.first?.indentation else { return [] }
    var parts: [Part] = []
    var start = 0
    for index in lines.indices {
      let next = index + 1 < lines.count ? lines[index + 1] : nil
      // What goes on with a statement, and a comment above one, belong to it.
      let isBelow = next.map { $0.indentation > top || ["}", "else", "elif"].contains(where: $0.text.hasPrefix) }
      let isComment = lines[index].text.first == "#" || lines[index].text.hasPrefix("//")
      if isBelow ?? false || isComment && next != nil { continue }
      let part = lines[start...index]
      let head = part.first { $0.text.first != "#" && !$0.text.hasPrefix("//") }
      let name = head.flatMap { $0.indentation <= top ? PastedNames.function(definedBy: $0.text) : nil }
      let called = part.reduce(into: Set<Substring>()) { $0.formUnion(PastedNames.called(in: $1.text)) }
      parts.append(Part(lines: part, name: name, called: called))
      start = index + 1
    }
    return parts
  }

  /// A function without a `return` at its end that gives nothing.
  private static func withoutLastReturn(_ part: Part) -> ArraySlice<Line> {
    guard part.name != nil, let last = part.lines.lastIndex(where: { !$0.text.hasPrefix("}") }),
      ["return", "return;"].contains(part.lines[last].text), last > part.lines.startIndex + 1,
      part.lines[last].indentation == part.lines.dropFirst().map(\.indentation).min()
    else { return part.lines }
    return part.lines[..<last] + part.lines[(last + 1)...]
  }
}
