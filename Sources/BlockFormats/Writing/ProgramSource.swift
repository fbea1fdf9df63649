import BlockModel
import Markup

/// The text that a program was read from, as a part of its file's style. What is written after an edit differs from it only
/// where the program does.
package struct ProgramSource: Hashable, Sendable {
  package let bytes: [UInt8]
  let layout: ProgramStyle
  /// Whether the app of the file has a version of Blockly up to 10.
  private let isOfOlderApp: Bool

  /// The most bytes of what is compared, once the stacks that the edit left are set aside; more would keep users waiting.
  private static let longest = 16_000_000

  /// - Parameter isOfOlderApp: whether the app of the file has a version of Blockly up to 10.
  package init(_ bytes: [UInt8], layout: ProgramStyle, isOfOlderApp: Bool = false) {
    (self.bytes, self.layout, self.isOfOlderApp) = (bytes, layout, isOfOlderApp)
  }

  /// The source of a file. One in another encoding is written in UTF-8, and says so in what precedes its root.
  package init(file: [UInt8], layout: ProgramStyle) {
    let encoding = TextEncoding.of(file)
    guard encoding != .utf8, let text = try? encoding.utf8(file),
      let start = layout.format == .json
        ? text.firstIndex(of: UInt8(ascii: "{")) : XMLSource(text, depth: 0)?.nodes.first?.range.lowerBound
    else {
      self.init(file, layout: layout)
      return
    }
    self.init(Array(layout.prologue.utf8) + text[start...], layout: layout)
  }

  /// Puts an edit into the text.
  /// - Parameters:
  ///   - written: the edited program in a layout.
  ///   - other: another text, from which new parts are copied that it has.
  ///   - cache: that of the program.
  /// - Returns: the same program; as it is in another layout than the text's.
  package func text(
    with written: ProgramWriter.Result, in layout: ProgramStyle, copying other: [UInt8]? = nil, factory: BlockFactory,
    cache: ProgramCache
  ) -> [UInt8] {
    let known = cache.existing(KnownSource.self).flatMap { $0.source == self ? $0 : nil } ?? KnownSource(self)
    cache.set(known)
    let donor = other.flatMap { other in
      canonical(other, factory).flatMap { $0 == other ? nil : SourceDonor(source: other, before: $0) }
    }
    guard layout == self.layout, !known.isCanonical || donor != nil, written.bytes != bytes else {
      return written.bytes
    }
    let comparison = SourceComparison(self, known, donor: donor, factory)
    return comparison.text(of: StackText(written.bytes, stacks: written.stacks)) ?? written.bytes
  }

  /// The program of the text as Mortise writes it.
  /// - Returns: nil if it can't be compared.
  func canonical(_ factory: BlockFactory) -> [UInt8]? { canonical(bytes, factory) }

  /// The program of any text as Mortise writes it in the layout of this one.
  /// - Returns: nil if it can't be compared.
  func canonical(_ text: [UInt8], _ factory: BlockFactory) -> [UInt8]? {
    guard text.count <= Self.longest, TextEncoding.of(text) == .utf8,
      let read = try? ProgramReader.read(text, factory: factory)
    else { return nil }
    return ProgramWriter.write(read.workspace, style: layout).bytes
  }

  /// Whether new parts are written as Blockly wrote them up to version 10: as the file does, or else as its app does.
  var isOlder: Bool {
    let (older, newer) =
      layout.format == .xml ? (" disabled=", " disabled-reasons=") : ("\"enabled\"", "\"disabledReasons\"")
    if bytes[...].contains(text: newer) { return false }
    return isOfOlderApp || bytes[...].contains(text: older)
  }
}

/// What was found out about a source, which is kept for the next time.
final class KnownSource {
  let source: ProgramSource
  /// Whether the whole source is known to be as Mortise writes it.
  var isCanonical = false
  private var last: (text: [UInt8], canonical: [UInt8]?)?

  init(_ source: ProgramSource) { self.source = source }

  /// What a part of the source is as Mortise writes it.
  func canonical(_ text: [UInt8], by make: () -> [UInt8]?) -> [UInt8]? {
    if let last, last.text == text { return last.canonical }
    let made = make()
    last = (text, made)
    return made
  }
}
