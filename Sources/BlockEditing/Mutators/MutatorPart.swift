/// A part of a block that a user adds, removes and moves: a branch, an item, a parameter.
public struct MutatorPart: Equatable, Sendable, Identifiable {
  /// What the part is, whatever its place: contents stay with it.
  public enum ID: Hashable, Sendable {
    /// A part that the block has, by its place among those of all kinds.
    case present(Int)
    /// A part that is added, by a running number.
    case new(Int)
  }

  /// What parts there may be.
  public struct Kind: Hashable, Sendable {
    /// What a user calls such a part: `else-if`.
    public var name: String
    /// The key that adds one; for a kind of which there is at most one, it also removes it.
    public var key: Character
    /// How many there may be.
    public var count: ClosedRange<Int>
    /// Whether a user gives each of them a name.
    public var isNamed: Bool

    public init(name: String, key: Character = "a", count: ClosedRange<Int> = 0...10_000, isNamed: Bool = false) {
      self.name = name
      self.key = key
      self.count = count
      self.isNamed = isNamed
    }

    /// Whether there can be several, so that they have an order.
    public var isMovable: Bool { count.upperBound > 1 }
  }

  public let id: ID
  public let kind: Kind
  /// The name that a user gave it; empty for a kind without names.
  public var name = ""
  /// The id of the variable that the name is the name of, for parameters.
  public var variableID: String?
  /// What it holds, in words: `i is divisible by 5 · 1 block`; empty for nothing.
  public var content = ""
  /// What is set aside when it is removed, in words; empty for nothing.
  public var loose = ""

  public init(id: ID, kind: Kind) {
    self.id = id
    self.kind = kind
  }
}

/// Something about a block that is either so or not, such as whether a function has statements.
public struct MutatorOption: Equatable, Sendable {
  /// What it is called: `statements allowed`.
  public var name: String
  public var isOn: Bool
  /// What is set aside when it is switched off, in words; empty for nothing.
  public var loose = ""

  public init(name: String, isOn: Bool) {
    self.name = name
    self.isOn = isOn
  }
}
