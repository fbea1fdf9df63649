/// Creates ids like Blockly's: 20 characters from a fixed alphabet of 87.
public enum BlocklyID {
  static let alphabet = Array(
    "!#$%()*+,-./:;=?@[]^_`{|}~ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
  static let length = 20

  /// Returns a new random id. It contains neither `{{` nor `}}`, which apps with templates, such as openHAB, would
  /// treat as references.
  public static func random(using generator: inout some RandomNumberGenerator) -> String {
    String(unsafeUninitializedCapacity: length) { buffer in
      for index in 0..<length {
        buffer[index] = alphabet[letterIndex(using: &generator)]
        // Replace the letter instead of drawing another number, so that a seed's later ids stay the same.
        if index > 0, buffer[index] == buffer[index - 1], "{}".utf8.contains(buffer[index]) {
          buffer[index] = UInt8(ascii: "|")
        }
      }
      return length
    }
  }

  /// Returns the same random index of the alphabet as `Int.random(in:using:)`, in a tenth of its time.
  private static func letterIndex(using generator: inout some RandomNumberGenerator) -> Int {
    let bound = UInt64(alphabet.count)
    var product = generator.next().multipliedFullWidth(by: bound)
    while product.low < bound, product.low < (0 &- bound) % bound {
      product = generator.next().multipliedFullWidth(by: bound)
    }
    return Int(product.high)
  }

  /// Returns an id that depends only on `text`, so that an item without an id gets the same one each time it is read.
  public static func derived(from text: String) -> String {
    var generator = TextSeededGenerator(text)
    return random(using: &generator)
  }

  /// FNV-1a over the text, then SplitMix64.
  private struct TextSeededGenerator: RandomNumberGenerator {
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325

    init(_ text: String) {
      for byte in text.utf8 { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }
}

/// Derives ids from taken or missing ones, identically in every session.
///
/// The id derived from a text may be taken too. Then the next one is derived from that id, and so on. Each search
/// continues the last one; otherwise, many equal ids would take quadratic time.
struct DerivedIDs {
  private var latest: [String: String] = [:]

  mutating func id(from text: String, isTaken: (String) -> Bool) -> String {
    var id = latest[text] ?? BlocklyID.derived(from: text)
    while isTaken(id) { id = BlocklyID.derived(from: id) }
    latest[text] = id
    return id
  }

  /// Restarts all searches, because ids have become free.
  mutating func restart() { latest = [:] }
}
