import BlockModel
import Markup

/// The text that a program was read from, as a part of its file's style. The text written after an edit differs from it
/// only where the program does.
package struct ProgramSource: Hashable, Sendable {
  package let bytes: [UInt8]
  let layout: ProgramStyle
  /// Whether the file's app uses a version of Blockly up to 10.
  private let isOfOlderApp: Bool

  /// The maximum number of bytes to compare, without the stacks that the edit didn't change; more would keep users
  /// waiting.
  private static let longest = 16_000_000

  /// - Parameter isOfOlderApp: whether the file's app uses a version of Blockly up to 10.
  package init(_ bytes: [UInt8], layout: ProgramStyle, isOfOlderApp: Bool = false) {
    (self.bytes, self.layout, self.isOfOlderApp) = (bytes, layout, isOfOlderApp)
  }

  /// Creates the source of a file. A file in another encoding is converted to UTF-8, with the declaration of the
  /// layout's prologue.
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

  /// Applies an edit to the text.
  /// - Parameters:
  ///   - written: the edited program in a layout.
  ///   - other: another text, from which the new parts that it has are copied.
  ///   - cache: the program's cache.
  /// - Returns: the text with the edit; the bytes of `written` if the layout isn't that of the text.
  package func text(
    with written: ProgramWriter.Result, in layout: ProgramStyle, copying other: [UInt8]? = nil, factory: BlockFactory,
    cache: ProgramCache
  ) -> [UInt8] {
    guard layout == self.layout, written.bytes != bytes else { return written.bytes }
    let known = cache.existing(KnownSource.self).flatMap { $0.source == self ? $0 : nil } ?? KnownSource(self)
    cache.set(known)
    let donor = other.flatMap { other in
      canonical(other, factory).flatMap { $0 == other ? nil : SourceDonor(source: other, before: $0) }
    }
    if known.isCanonical, donor == nil { return written.bytes }
    let comparison = SourceComparison(self, known, donor: donor, factory)
    return comparison.text(of: StackText(written.bytes, stacks: written.stacks)) ?? written.bytes
  }

  /// Returns the program in any text as Mortise writes it in the layout of this one.
  /// - Returns: nil if it can't be compared.
  func canonical(_ text: [UInt8], _ factory: BlockFactory) -> [UInt8]? {
    guard text.count <= Self.longest, TextEncoding.of(text) == .utf8,
      let read = try? ProgramReader.read(text, factory: factory)
    else { return nil }
    return ProgramWriter.write(read.workspace, style: layout).bytes
  }

  /// Whether new parts are written as Blockly up to version 10 does: if the file has such parts, or else if its app
  /// uses such a version.
  var isOlder: Bool {
    let (older, newer) =
      layout.format == .xml ? (" disabled=", " disabled-reasons=") : ("\"enabled\"", "\"disabledReasons\"")
    if bytes[...].contains(text: newer) { return false }
    return isOfOlderApp || bytes[...].contains(text: older)
  }
}

/// Cached facts about a source.
final class KnownSource {
  let source: ProgramSource
  /// Whether the whole source is known to be as Mortise writes it.
  var isCanonical = false
  private var last: (text: [UInt8], canonical: [UInt8]?)?

  init(_ source: ProgramSource) { self.source = source }

  /// Returns a text of the source as Mortise writes it. The latest result is cached.
  func canonical(_ text: [UInt8], by make: () -> [UInt8]?) -> [UInt8]? {
    if let last, last.text == text { return last.canonical }
    let made = make()
    last = (text, made)
    return made
  }
}
