import BlockModel
import Markup

/// The comparison of a program's source with the edited program. Stacks that the edit didn't change are set aside
/// first, so that only the others take time.
struct SourceComparison {
  private let source: ProgramSource
  private let known: KnownSource
  private let donor: SourceDonor?
  private let factory: BlockFactory

  private typealias Edits = [(range: Range<Int>, bytes: [UInt8])]

  /// - Parameter donor: another text, from which the new parts that it has are copied.
  init(_ source: ProgramSource, _ known: KnownSource, donor: SourceDonor?, _ factory: BlockFactory) {
    (self.source, self.known, self.donor, self.factory) = (source, known, donor, factory)
  }

  /// Returns the source with the edit.
  /// - Parameter written: the edited program as Mortise writes it.
  /// - Returns: nil if the texts can't be compared.
  func text(of written: StackText) -> [UInt8]? {
    guard var marks = StackMarks(source.layout, factory: factory) else { return nil }
    // For the files of most apps, Mortise writes unedited parts as the same bytes.
    let (own, after) = withoutEnds(written, &marks)
    guard let before = known.canonical(own, by: { source.canonical(own, factory) }) else { return nil }
    if before == own {
      known.isCanonical = true
      if donor == nil { return written.bytes }
    }
    if before == after { return source.bytes }
    if let text = withoutCopies(own, before, after, marks) { return text }
    // The rest may depend on the stacks that were set aside.
    return source.canonical(source.bytes, factory).flatMap { patched(source.bytes, $0, written.bytes) }
  }

  /// Returns the source and the edited program without the stacks at the beginning and the end that are the same bytes
  /// in both.
  private func withoutEnds(_ written: StackText, _ marks: inout StackMarks) -> (own: [UInt8], after: [UInt8]) {
    let (first, last) = written.runs(sharedWith: source.bytes)
    let shift = source.bytes.count - written.bytes.count
    var (own, new): (Edits, Edits) = ([], [])
    for (run, offset) in [(first, 0), (last, shift)] where !run.isEmpty {
      let range = written.stacks[run.lowerBound].lowerBound..<written.stacks[run.upperBound - 1].upperBound
      let mark = marks.mark(for: written.bytes[range])
      new.append((range, mark))
      own.append((range.lowerBound + offset..<range.upperBound + offset, mark))
    }
    return (StackText(source.bytes, stacks: []).replacing(own), written.replacing(new))
  }

  /// Compares without unchanged stacks; nil if the texts can't be compared.
  private func withoutCopies(_ own: [UInt8], _ before: [UInt8], _ after: [UInt8], _ marks: StackMarks) -> [UInt8]? {
    let format = source.layout.format
    guard let own = StackText(own, format: format), let before = StackText(before, format: format),
      let after = StackText(after, format: format), own.stacks.count == before.stacks.count
    else { return nil }
    var marks = marks
    var places: [Int: [Int]] = [:]
    for index in after.stacks.indices.reversed() { places[after.hash(of: index), default: []].append(index) }
    var (ownEdits, beforeEdits, afterEdits): (Edits, Edits, Edits) = ([], [], [])
    for index in own.stacks.indices where isComplete(own[index], before[index]) {
      let hash = before.hash(of: index)
      guard let place = places[hash]?.last, after[place] == before[index] else { continue }
      places[hash]?.removeLast()
      let mark = marks.mark(for: own[index])
      ownEdits.append((own.stacks[index], mark))
      beforeEdits.append((before.stacks[index], mark))
      afterEdits.append((after.stacks[place], mark))
    }
    afterEdits.sort { $0.range.lowerBound < $1.range.lowerBound }
    return patched(own.replacing(ownEdits), before.replacing(beforeEdits), after.replacing(afterEdits))
      .flatMap { marks.restored($0) }
  }

  /// Whether a stack of the file has all parts that Blockly writes.
  private func isComplete(_ own: ArraySlice<UInt8>, _ before: ArraySlice<UInt8>) -> Bool {
    source.layout.format == .xml || own == before || JSONSourcePatch.isComplete(Array(own), as: Array(before))
  }

  private func patched(_ own: [UInt8], _ before: [UInt8], _ after: [UInt8]) -> [UInt8]? {
    let text =
      switch source.layout.format {
      case .xml:
        XMLSourcePatch.text(
          of: own, before: before, after: after, isOlder: source.isOlder, indent: source.layout.xml.indent, donor: donor
        )
      case .json:
        JSONSourcePatch.text(
          of: own, before: before, after: after, isOlder: source.isOlder, indent: source.layout.json.indent,
          donor: donor)
      }
    // Make sure that the text is the edited program.
    guard let text, source.canonical(text, factory) == after else { return nil }
    return text
  }
}
