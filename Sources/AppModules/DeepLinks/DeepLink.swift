import Markup

/// A location in the app: keys with values, printed as `block=ID/field=NAME`.
nonisolated public struct DeepLink: Hashable, Sendable {
  /// A key with its value.
  public struct Part: Hashable, Sendable {
    /// The key, such as `block`, by which a responder recognises the part. It may be any text, as printing encodes it.
    public var key: String
    /// The target of the part, such as a block's id; empty if the key alone suffices.
    public var value: String

    /// The part `key=value`; neither is encoded yet.
    public init(_ key: String, _ value: String) {
      self.key = key
      self.value = value
    }
  }

  /// The parts, in the order in which they are followed.
  public var parts: [Part]

  /// A link made of parts. `init(printed:)` parses one that a user typed.
  public init(_ parts: [Part]) { self.parts = parts }

  /// Whether nothing is left to follow.
  public var isEmpty: Bool { parts.isEmpty }

  /// The link without its first parts.
  public func dropFirst(_ count: Int = 1) -> DeepLink { DeepLink(Array(parts.dropFirst(count))) }
}

nonisolated extension DeepLink: CustomStringConvertible {
  /// Parses a link. A printed link is read back unchanged. Parsing is lenient for links that users type: a value may be
  /// missing, and a percent sign that encodes nothing is taken literally.
  public init(printed text: some StringProtocol) {
    let pieces = text.utf8.split(separator: UInt8(ascii: "/"))
    self.init(
      pieces.map { piece in
        let halves = piece.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        return Part(Self.decoded(halves[0]), halves.count > 1 ? Self.decoded(halves[1]) : "")
      })
  }

  /// The link as one word without characters that are special to shells or terminals.
  public var description: String {
    parts.map { "\(Self.encoded($0.key))=\(Self.encoded($0.value))" }.joined(separator: "/")
  }

  /// The bytes that need no encoding for links, shells and terminals.
  private static let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.,:@+".utf8)

  private static func encoded(_ text: String) -> String {
    String(decoding: PercentCoding.encode(Array(text.utf8), keeping: plain), as: UTF8.self)
  }

  /// Returns the decoded text. Invalid encodings stay as they are.
  private static func decoded(_ text: some Collection<UInt8>) -> String {
    String(validating: PercentCoding.decode(Array(text)), as: UTF8.self) ?? String(decoding: text, as: UTF8.self)
  }
}

/// Follows some deep links.
@MainActor public protocol DeepLinkResponder: AnyObject {
  /// Responders of higher priority are asked first; among equals, the one that was registered first. The priority is
  /// read at registration.
  var priority: Int { get }

  /// Resolves at least the first part of a link.
  /// - Returns: nil if the link is not for this responder, or leads nowhere.
  func response(to link: DeepLink) -> DeepLinkResponse?
}

extension DeepLinkResponder {
  public var priority: Int { 0 }
}

/// A responder's answer to a link: how to follow it.
public struct DeepLinkResponse {
  /// The action that follows the link.
  public enum Outcome {
    /// Opens a module.
    case route(PresentableRoutingStep)
    /// Runs a closure.
    case action(() -> Void)
  }

  /// The action that follows the first parts of the link.
  public let outcome: Outcome
  /// The rest of the link, to be followed afterwards. It must be shorter than the link.
  public let remainder: DeepLink

  /// - Parameter remainder: the parts that `outcome` does not follow; none by default.
  public init(_ outcome: Outcome, remainder: DeepLink = DeepLink([])) {
    self.outcome = outcome
    self.remainder = remainder
  }
}
