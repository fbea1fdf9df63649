/// The source of a program that MakeCode has put into a file for a controller.
package struct EmbeddedSource: Hashable, Sendable {
  /// JSON that describes the compression of the text.
  package var meta: [UInt8]
  /// The compressed text.
  package var text: [UInt8]

  private static let magic: [UInt8] = [0x41, 0x14, 0x0E, 0x2F, 0xB8, 0x2F, 0xA2, 0xBB]
  /// The bytes of data in each record that holds a part of the source.
  private static let recordCount = 16

  /// Finds the source in the records of a hex file.
  /// - Throws: when there is none, or when it is not complete.
  package init(in file: IntelHex) throws(ArchiveError) {
    var left = 0
    var metaCount = 0
    var bytes: [UInt8]?
    for record in file.records where record.type == 0 || record.type == 0x0E {
      guard record.data.count == Self.recordCount else { continue }
      if record.data.starts(with: Self.magic) {
        guard bytes == nil else { throw ArchiveError("the file holds the source of more than one program") }
        metaCount = record.data.littleEndian(at: 8, count: 2) ?? 0
        left = metaCount + (record.data.littleEndian(at: 10, count: 4) ?? 0)
        guard left <= file.records.count * Self.recordCount else { throw Self.cutOff }
        bytes = []
      } else if left > 0 {
        let part = record.data.prefix(left)
        bytes?.append(contentsOf: part)
        left -= part.count
      }
    }
    guard let bytes else { throw ArchiveError("the file doesn't hold the source of its program") }
    guard left == 0 else { throw Self.cutOff }
    meta = Array(bytes.prefix(metaCount))
    text = Array(bytes.dropFirst(metaCount))
  }

  private static let cutOff = ArchiveError("the source of the program is not complete")
}
