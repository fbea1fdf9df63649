/// A way to a place in the app: a path of keys with values, printed as `block=ID/field=NAME`.
nonisolated public struct DeepLink: Hashable, Sendable {
  /// One step of the way.
  public struct Part: Hashable, Sendable {
    public var key: String
    public var value: String

    public init(_ key: String, _ value: String) {
      self.key = key
      self.value = value
    }
  }

  public var parts: [Part]

  public init(_ parts: [Part]) { self.parts = parts }

  public var isEmpty: Bool { parts.isEmpty }

  /// What is left behind the first parts.
  public func dropFirst(_ count: Int = 1) -> DeepLink { DeepLink(Array(parts.dropFirst(count))) }
}

extension DeepLink: CustomStringConvertible {
  /// Reads a link. Everything that was printed is read back as it was. What a user has typed is taken as far as it can
  /// be: a key may stand without a value, and a percent sign without two digits, or with some that spell no text, means
  /// itself.
  public init(printed text: some StringProtocol) {
    let pieces = text.utf8.split(separator: UInt8(ascii: "/"))
    self.init(
      pieces.map { piece in
        let halves = piece.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        return Part(PercentText.decoded(halves[0]), halves.count > 1 ? PercentText.decoded(halves[1]) : "")
      })
  }

  /// The link in one word, in which no shell and no terminal finds anything to change.
  public var description: String {
    parts.map { "\(PercentText.encoded($0.key))=\(PercentText.encoded($0.value))" }.joined(separator: "/")
  }
}
