import BlockModel

/// Generates group IDs that are as unique as Blockly's. It counts up from a random prefix: each action needs an ID, and
/// generating twenty random characters would take most of the action's time.
struct GroupIDs {
  private let beginning: [UInt8]
  private var count: UInt64 = 0

  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-".utf8)
  private static let countedLength = 8

  init() {
    var randomness = SystemNumbers()
    beginning = Array(BlocklyID.random(using: &randomness).utf8.dropLast(Self.countedLength))
  }

  mutating func next() -> String {
    count += 1
    var rest = count
    let (beginning, digits) = (beginning, Self.digits)
    return String(unsafeUninitializedCapacity: beginning.count + Self.countedLength) { buffer in
      for index in beginning.indices { buffer[index] = beginning[index] }
      for index in beginning.count..<beginning.count + Self.countedLength {
        buffer[index] = digits[Int(truncatingIfNeeded: rest & 63)]
        rest >>= 6
      }
      return beginning.count + Self.countedLength
    }
  }
}
