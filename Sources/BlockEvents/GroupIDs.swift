import BlockModel

/// Generates group IDs that are as unique as Blockly's. It counts up from a random prefix: each action needs an ID, and
/// generating twenty random characters would take most of the action's time.
struct GroupIDs {
  private var bytes: [UInt8]
  private var count: UInt64 = 0

  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-".utf8)
  /// The number of digits that count, at the end of an ID. The lowest digit comes first.
  private static let countedLength = 8

  init() {
    var randomness = SystemNumbers()
    bytes =
      BlocklyID.random(using: &randomness).utf8.dropLast(Self.countedLength)
      + Array(repeating: Self.digits[0], count: Self.countedLength)
  }

  mutating func next() -> String {
    count += 1
    var (rest, index) = (count, bytes.count - Self.countedLength)
    // Mostly, only the lowest digit changes.
    repeat {
      bytes[index] = Self.digits[Int(truncatingIfNeeded: rest & 63)]
      (rest, index) = (rest >> 6, index + 1)
    } while bytes[index - 1] == Self.digits[0] && index < bytes.count
    return String(decoding: bytes, as: UTF8.self)
  }
}
