/// How long random edits are.
enum Streams {
  /// 0 to 200 actions; half of the streams are short.
  static func length(_ seed: UInt64) -> Int { seed % 2 == 0 ? Int(seed / 2 % 12) : Int(seed &* 7_919 % 201) }
}
