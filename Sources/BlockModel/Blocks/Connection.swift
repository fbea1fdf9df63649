/// One side of a connection between two blocks.
public final class Connection {
  /// The four kinds of Blockly's connections.
  public enum Kind: Sendable {
    /// An input's connection: holds a value.
    case inputValue
    /// A value's connection: leads to the input that holds it.
    case outputValue
    /// The connection of a statement or a statement input: holds the statement below or inside.
    case nextStatement
    /// A statement's connection: leads to the statement above or around it.
    case previousStatement

    /// The kind that connects to this one.
    public var opposite: Kind {
      switch self {
      case .inputValue: .outputValue
      case .outputValue: .inputValue
      case .nextStatement: .previousStatement
      case .previousStatement: .nextStatement
      }
    }

    /// Whether this is the parent's side: an input or the next connection.
    public var isSuperior: Bool { self == .inputValue || self == .nextStatement }
  }

  /// The connection's kind; it never changes.
  public let kind: Kind
  /// The block that the connection belongs to. A new input's connection must not be asked for it before the input is
  /// added to a block.
  public var sourceBlock: Block {
    guard let owner else { preconditionFailure("the connection belongs to no block yet") }
    return owner
  }
  unowned var owner: Block?
  // These references are cleared when their object is deallocated; counting them would take longer.
  /// The input that the connection belongs to; nil for output, previous and next.
  public internal(set) unowned(unsafe) var sourceInput: Input?
  /// The connection to which this one is connected, and whose target is this one; nil when not connected.
  public internal(set) unowned(unsafe) var target: Connection? { didSet { targetBlock = target?.owner } }
  /// The connected block; nil when not connected. Cleared when that block is deallocated. Walks through programs
  /// consist of this step, so it bypasses `target` and its checked reference to the block.
  public fileprivate(set) unowned(unsafe) var targetBlock: Block?
  /// The types that may connect; nil for any.
  public var typeChecks: [String]?
  /// Whether a file uses this connection and the definition has none.
  public internal(set) var isInferred = false
  /// The shadow, with its edits and ids, that a connected real block covers. Only superior connections have one.
  public var coveredShadow: BlockSnapshot?

  init(kind: Kind, sourceBlock: Block?, sourceInput: Input? = nil, typeChecks: [String]? = nil) {
    self.kind = kind
    owner = sourceBlock
    self.sourceInput = sourceInput
    self.typeChecks = typeChecks
  }

  deinit { target?.target = nil }

  /// Clears the reference of the connected connection to this one's block, which is being deallocated.
  func forgetBlock() { target?.targetBlock = nil }

  /// Whether the type checks allow a connection: they have a type in common, or one side has no check.
  public func isTypeCompatible(_ other: Connection) -> Bool {
    guard let mine = typeChecks, let theirs = other.typeChecks else { return true }
    return mine.contains { theirs.contains($0) }
  }
}
