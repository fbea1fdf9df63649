/// The output of a program and the typed input, by their times.
struct RecordedOutput {
  private var times = Chunks<UInt32>()
  private var texts = Chunks<String>()
  /// The number of line breaks up to the end of each text.
  private var lineEnds = Chunks<Int>()
  /// The lines up to some of the texts, by the texts' indices.
  private var marks: [(index: Int, lines: OutputLines)] = []
  private var present = OutputLines(mostLines: 2000)
  private var unmarked = 0
  private(set) var bytes = 0

  /// The number of bytes between two marks.
  private static let markInterval = 1 << 16

  mutating func add(_ text: String, at time: UInt32) {
    if unmarked > Self.markInterval {
      marks.append((texts.endIndex, present))
      unmarked = 0
    }
    times.append(time)
    texts.append(text)
    lineEnds.append((lineEnds.last ?? 0) + text.unicodeScalars.count { $0 == "\n" || $0 == "\u{B}" || $0 == "\u{C}" })
    unmarked += text.utf8.count
    bytes += text.utf8.count + 48
    present.add(Array(text.utf8))
  }

  /// Returns the lines at a time.
  func lines(at time: UInt32) -> OutputLines {
    let end = times.firstIndex { $0 <= time }
    if end == texts.endIndex { return present }
    let mark = marks.last { $0.index <= end }
    var lines = mark?.lines ?? OutputLines(mostLines: 2000)
    let start = max(mark?.index ?? 0, texts.startIndex)
    for index in start..<max(start, end) { lines.add(Array(texts[index].utf8)) }
    return lines
  }

  /// Returns the time at which a line began, counted from 0 over all lines; nil if that isn't known.
  func time(ofLine line: Int) -> UInt32? {
    // The text with the line's first character, after the break that ends the line before.
    var index = lineEnds.firstIndex { $0 < line }
    if index < texts.endIndex, lineEnds[index] == line, texts[index].unicodeScalars.last == "\n" { index += 1 }
    return index < times.endIndex && (index > times.startIndex || times.startIndex == 0) ? times[index] : nil
  }

  mutating func drop(before time: UInt32) {
    let first = times.firstIndex { $0 < time }
    // Later output needs the lines before it.
    let mark = marks.last { $0.index <= first }?.index ?? 0
    for index in texts.startIndex..<max(texts.startIndex, mark) { bytes -= texts[index].utf8.count + 48 }
    times.dropFirst(to: mark)
    texts.dropFirst(to: mark)
    lineEnds.dropFirst(to: mark)
    marks.removeAll { $0.index < mark }
  }
}
