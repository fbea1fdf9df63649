/// A part of a block that the user can add, remove and move: a branch, an item, a parameter.
public struct MutatorPart: Equatable, Sendable, Identifiable {
  /// Identifies a part regardless of its place, so that its contents stay with it.
  public enum ID: Hashable, Sendable {
    /// A present part of the block, by its index among all parts.
    case present(Int)
    /// An added part, by a serial number.
    case new(Int)
  }

  /// A kind of part.
  public struct Kind: Hashable, Sendable {
    /// The name shown to the user, such as `else-if`.
    public var name: String
    /// The key that adds a part. If the block can have only one such part, the key also removes it.
    public var key: Character
    /// The number of parts of this kind that a block can have.
    public var count: ClosedRange<Int>
    /// Whether the user names the parts.
    public var isNamed: Bool

    /// - Parameters:
    ///   - key: unique among the block's kinds.
    ///   - count: the minimum and maximum number of such parts in a block.
    public init(name: String, key: Character = "a", count: ClosedRange<Int> = 0...10_000, isNamed: Bool = false) {
      self.name = name
      self.key = key
      self.count = count
      self.isNamed = isNamed
    }

    /// Whether a block can have several parts of this kind, which then have an order.
    public var isMovable: Bool { count.upperBound > 1 }
  }

  /// Stays the same while the part is moved and renamed in a draft.
  public let id: ID
  /// One of the layout's `kinds`.
  public let kind: Kind
  /// The name given by the user; empty for a kind without names.
  public var name = ""
  /// For parameters, the ID of the variable with that name.
  public var variableID: String?
  /// A description of the contents, such as `i is divisible by 5 · 1 block`; empty if there are none.
  public var content = ""
  /// A description of the blocks that are disconnected if the part is removed; empty if there are none.
  public var disconnected = ""

  /// - Parameter id: `.present` in `MutatorPartsLayout.readParts()`.
  public init(id: ID, kind: Kind) {
    self.id = id
    self.kind = kind
  }
}

/// A property of a block that can be on or off, such as whether a function has statements.
public struct MutatorOption: Equatable, Sendable {
  /// The name shown to the user, such as `has statements`.
  public var name: String
  /// Whether the option is on in the draft.
  public var isOn: Bool
  /// A description of the blocks that are disconnected if it is switched off; empty if there are none.
  public var disconnected = ""

  /// - Parameter name: as the dialog shows it, such as `has statements`.
  public init(name: String, isOn: Bool) {
    self.name = name
    self.isOn = isOn
  }
}
