import BlockLibrary
import BlockModel

/// Where a recording of a run keeps the variables of a program. Each slot has a key; keys of value blocks, which are
/// their numbers, come before.
public struct RunSlots: Sendable {
  /// A variable of the program, or one that each call of a function has for itself.
  public struct Slot: Hashable, Sendable {
    /// The number of the function's definition; 0 outside of all functions.
    public var function: Int
    /// The variable's name in the program.
    public var variable: String
    /// Whether it hides the program's variable of that name: a parameter or, in some languages, a loop's variable.
    public var isLocal: Bool

    /// A slot.
    public init(function: Int, variable: String, isLocal: Bool) {
      (self.function, self.variable, self.isLocal) = (function, variable, isLocal)
    }
  }

  /// The slots, in the order of their keys.
  public let slots: [Slot]
  /// Whether the language's programs give all variables a value at their start, which is none.
  public let areDeclared: Bool
  private let firstKey: Int
  private let keys: [Slot: Int]

  /// - Parameters:
  ///   - slots: without duplicates.
  ///   - blockCount: the highest number of a block.
  ///   - areDeclared: whether variables have a value from the start on.
  public init(_ slots: [Slot], blockCount: Int, areDeclared: Bool) {
    (self.slots, self.areDeclared, firstKey) = (slots, areDeclared, blockCount + 1)
    keys = Dictionary(uniqueKeysWithValues: zip(slots, (blockCount + 1)...))
  }

  /// Returns the key of a slot by its index.
  public func key(ofSlot index: Int) -> Int { firstKey + index }

  /// Returns the key of a function's own variable; nil if it has none of that name.
  public func key(of variable: String, in function: Int) -> Int? {
    keys[Slot(function: function, variable: variable, isLocal: true)]
  }

  /// Returns the key of a variable of the program; nil if there is none of that name.
  public func key(ofGlobal variable: String) -> Int? {
    keys[Slot(function: 0, variable: variable, isLocal: false)]
  }
}
