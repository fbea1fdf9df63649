import BlockModel
import Markup

/// The text that a program was read from, as a part of its file's style. What is written after an edit differs from it only
/// where the program does.
package struct ProgramSource: Hashable, Sendable {
  private let bytes: [UInt8]
  private let layout: ProgramStyle

  /// The most bytes that are compared; more would keep users waiting.
  private static let longest = 2_000_000

  package init(_ bytes: [UInt8], layout: ProgramStyle) { (self.bytes, self.layout) = (bytes, layout) }

  /// Puts an edit into the text.
  /// - Parameters:
  ///   - written: the edited program, as `ProgramWriter` writes it in a layout.
  ///   - cache: that of the program.
  /// - Returns: the same program; as it is in another layout than the text's.
  package func text(
    with written: [UInt8], in layout: ProgramStyle, factory: BlockFactory, cache: ProgramCache
  ) -> [UInt8] {
    guard layout == self.layout, let before = before(factory, cache), before != bytes else { return written }
    if before == written { return bytes }
    let patched =
      layout.format == .xml
      ? XMLSourcePatch.text(of: bytes, before: before, after: written, indent: layout.xml.indent)
      : JSONSourcePatch.text(of: bytes, before: before, after: written, indent: layout.json.indent)
    guard let text = patched,
      // Whatever the text looks like, it must be the edited program.
      let read = try? ProgramReader.read(text, factory: factory),
      ProgramWriter.write(read.workspace, style: layout).bytes == written
    else { return written }
    return text
  }

  /// The program as it was read, as `ProgramWriter` writes it; nil if it isn't to be compared.
  private func before(_ factory: BlockFactory, _ cache: ProgramCache) -> [UInt8]? {
    if let known = cache.existing(WrittenSource.self), known.source == self { return known.text }
    var text: [UInt8]?
    if bytes.count <= Self.longest, TextEncoding.of(bytes) == .utf8,
      let read = try? ProgramReader.read(bytes, factory: factory)
    {
      text = ProgramWriter.write(read.workspace, style: layout).bytes
    }
    cache.set(WrittenSource(self, text))
    return text
  }

  /// A source as `ProgramWriter` writes it, which is made once.
  private final class WrittenSource {
    let source: ProgramSource
    let text: [UInt8]?

    init(_ source: ProgramSource, _ text: [UInt8]?) { (self.source, self.text) = (source, text) }
  }
}
