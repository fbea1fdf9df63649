/// A text value in YAML.
package struct YAMLScalar: Hashable, Sendable {
  /// The style of a value: plain, in quotes, or as a block of lines after `|` or `>`.
  package enum Style: Sendable { case plain, singleQuoted, doubleQuoted, literal, folded }

  /// The keys and, in lists, the numbers from 0 that lead to the value.
  package let path: [String]
  /// The number of the document in the file, from 0.
  package let document: Int
  /// The decoded value.
  package let value: String
  /// Its bytes in the file. A block's include its last line break.
  package let range: Range<Int>
  package let style: Style

  /// The column of the collection around it. Its lines must be indented further.
  let indentation: Int
  /// Its index among the events.
  let event: Int
}

/// YAML with values that can be read and replaced; everything else keeps its bytes.
package struct YAMLText: Sendable {
  /// A part of a path to values.
  package enum Step: Hashable, Sendable {
    /// The value of a key.
    case key(String)
    /// Every item of a list, or value of a mapping.
    case any

    func matches(_ label: String, isKey: Bool) -> Bool {
      switch self {
      case .key(let key): isKey && key == label
      case .any: true
      }
    }
  }

  package let bytes: [UInt8]
  let events: [YAMLEvent]

  /// Reads YAML in UTF-8, which may hold several documents.
  /// - Throws: with the line of the first error; or when the text is nested too deeply, or has too many parts.
  package init(_ bytes: [UInt8]) throws(ArchiveError) {
    self.bytes = bytes
    events = try YAMLEvent.all(in: bytes)
  }

  /// An open list or mapping.
  private struct Level {
    let isMapping: Bool
    let isFlow: Bool
    /// The number of steps of the path that lead here; nil if it isn't on the path.
    let matched: Int?
    var indentation: Int
    /// The key of the next value in a mapping; nil if a key is next, or if the key isn't a text.
    var key: String?
    var isKeyNext = true
    var index = 0
  }

  /// Finds the values at a path, in their order in the file. Aliases are not resolved.
  package func scalars(at path: [Step]) -> [YAMLScalar] {
    var found: [YAMLScalar] = []
    var levels: [Level] = []
    var labels: [String] = []
    var document = -1
    for (index, event) in events.enumerated() {
      switch event.kind {
      case .documentStart: document += 1
      case .documentEnd: break
      case .sequenceEnd, .mappingEnd:
        levels.removeLast()
        Self.finishNode(in: &levels, &labels, key: nil)
      case .scalar, .alias, .sequenceStart, .mappingStart:
        let isKey = levels.last.map { $0.isMapping && $0.isKeyNext } ?? false
        let matched = isKey ? nil : Self.step(into: levels.last, path, &labels)
        if let last = levels.indices.last, !levels[last].isFlow, isKey { levels[last].indentation = event.column }
        if event.kind == .sequenceStart || event.kind == .mappingStart {
          let indentation = event.isFlow ? levels.last?.indentation ?? -1 : event.column
          levels.append(
            Level(
              isMapping: event.kind == .mappingStart, isFlow: event.isFlow, matched: matched, indentation: indentation))
          continue
        }
        if event.kind == .scalar, matched == path.count, hasPlace(index) {
          found.append(
            YAMLScalar(
              path: labels, document: document, value: String(decoding: event.value, as: UTF8.self),
              range: scalarRange(of: event), style: event.style, indentation: levels.last?.indentation ?? -1,
              event: index))
        }
        let key = isKey && event.kind == .scalar ? String(decoding: event.value, as: UTF8.self) : nil
        Self.finishNode(in: &levels, &labels, key: key)
      }
    }
    return found
  }

  /// Begins a value of a collection, and adds its key or number to the labels.
  /// - Returns: the number of steps of the path that lead to it; nil if it isn't on the path.
  private static func step(into level: Level?, _ path: [Step], _ labels: inout [String]) -> Int? {
    guard let level else { return 0 }
    let label = level.isMapping ? level.key : String(level.index)
    labels.append(label ?? "")
    guard let label, let matched = level.matched, matched < path.count,
      path[matched].matches(label, isKey: level.isMapping)
    else { return nil }
    return matched + 1
  }

  /// Ends a key or value.
  private static func finishNode(in levels: inout [Level], _ labels: inout [String], key: String?) {
    guard let last = levels.indices.last else { return }
    if levels[last].isMapping && levels[last].isKeyNext {
      levels[last].key = key
    } else {
      labels.removeLast()
      levels[last].index += 1
      levels[last].key = nil
    }
    if levels[last].isMapping { levels[last].isKeyNext.toggle() }
  }

  /// Whether a value can be written at an event. An omitted one needs a colon or dash before it: its key may have no
  /// colon.
  private func hasPlace(_ index: Int) -> Bool {
    guard events[index].range.isEmpty else { return true }
    let before = index == 0 ? 0 : events[index - 1].range.upperBound
    let isSpace: (UInt8) -> Bool = { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
    guard before <= events[index].range.lowerBound,
      let last = bytes[before..<events[index].range.lowerBound].last(where: { !isSpace($0) })
    else { return false }
    return last == UInt8(ascii: ":") || last == UInt8(ascii: "-")
  }

  /// Returns the bytes of a scalar without its anchor and tag.
  private func scalarRange(of event: YAMLEvent) -> Range<Int> {
    var start = event.range.lowerBound
    let end = event.range.upperBound
    guard !event.anchor.isEmpty || !event.tag.isEmpty else { return event.range }
    func skip(while condition: (UInt8) -> Bool) {
      while start < end && condition(bytes[start]) { start += 1 }
    }
    let isSpace = { (byte: UInt8) in byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }
    while start < end {
      switch bytes[start] {
      case UInt8(ascii: "&"), UInt8(ascii: "!"): skip { !isSpace($0) }
      case UInt8(ascii: "#"): skip { $0 != 0x0A && $0 != 0x0D }
      case let byte where isSpace(byte): skip(while: isSpace)
      default: return start..<end
      }
    }
    return start..<end
  }
}
