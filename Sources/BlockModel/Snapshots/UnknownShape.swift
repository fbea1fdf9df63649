import Markup

/// Infers the shape of a block of an unknown type from a file.
public enum UnknownShape {
  /// Common names of statement inputs in block languages.
  private static let statementNames: Set<String> = [
    "DO", "STACK", "SUBSTACK", "SUBSTACK2", "BODY", "HANDLER", "ELSE", "THEN", "STATEMENT", "STATEMENTS", "CODE",
    "LOOP",
    "SETUP",
  ]

  /// Whether an input with this name probably accepts statements. Ignores trailing digits.
  public static func isStatementName(_ name: String) -> Bool {
    let upper = name.uppercased()
    if statementNames.contains(upper) { return true }
    let bare = String(upper.reversed().drop { $0.isNumber }.reversed())
    return statementNames.contains(bare)
  }

  /// Creates a field for a field record.
  static func field(for record: FieldRecord, variables: VariableMap) -> Field {
    let isVariable =
      switch record.state {
      case .variable: true
      case .json(let json): json["id"]?.string != nil
      default: false
      }
    guard isVariable else { return FieldUnknown(name: record.name, state: record.state) }
    let field = FieldVariable(name: record.name, defaultName: "item")
    field.load(record.state, variables: variables)
    return field
  }
}

/// The evidence in a snapshot for the connections of blocks of unknown types.
public struct ShapeEvidence {
  private struct Uses {
    var asValue = false
    var asStatement = false
    var hasFollower = false
    var hasStatementInput = false
  }

  private let snapshot: BlockSnapshot
  private let factory: BlockFactory
  private var uses: [String: Uses] = [:]
  /// The records of unknown types that have a block below them.
  private var followed: Set<Int> = []

  /// Reads the snapshot once; only types that the factory doesn't know are examined.
  public init(snapshot: BlockSnapshot, factory: BlockFactory) {
    self.snapshot = snapshot
    self.factory = factory
    for record in snapshot.records where record.slot == .next && record.parent >= 0 { noteFollower(of: record.parent) }
    for (index, record) in snapshot.records.enumerated() where !factory.knows(record.type) {
      switch record.slot {
      case .top: break
      case .next: uses[record.type, default: Uses()].asStatement = true
      case .input(_, let kind):
        if (kind ?? guessedInputKind(ofChild: index)) == .value {
          uses[record.type, default: Uses()].asValue = true
        } else {
          uses[record.type, default: Uses()].asStatement = true
        }
      }
    }
    for (index, record) in snapshot.records.enumerated() where record.parent >= 0 {
      let parent = snapshot.records[record.parent]
      guard !factory.knows(parent.type), case .input(_, let kind) = record.slot else { continue }
      if (kind ?? guessedInputKind(ofChild: index)) == .statement {
        uses[parent.type, default: Uses()].hasStatementInput = true
      }
    }
  }

  private mutating func noteFollower(of index: Int) {
    let type = snapshot.records[index].type
    guard !factory.knows(type) else { return }
    followed.insert(index)
    uses[type, default: Uses()].hasFollower = true
  }

  /// Guesses whether the input that contains a record accepts values or statements, for formats that don't specify it.
  public func guessedInputKind(ofChild child: Int) -> Input.Kind {
    // A block is better evidence than the shadow that it covers.
    let cover = child + snapshot.records[child].count
    let index = snapshot.records[child].isCovered && cover < snapshot.records.count ? cover : child
    let record = snapshot.records[index]
    guard case .input(let name, _) = record.slot else { return .statement }
    if let builder = factory.knownBuilder(for: record.type) {
      if builder.output.isPresent { return .value }
      if builder.previous.isPresent { return .statement }
    }
    if followed.contains(index) { return .statement }
    return UnknownShape.isStatementName(name) ? .statement : .value
  }

  /// Returns the connections of an unconnected block of an unknown type.
  func looseConnections(of type: String) -> [Connection.Kind] {
    let uses = uses[type] ?? Uses()
    if uses.asValue { return [.outputValue] }
    if uses.asStatement { return [.previousStatement, .nextStatement] }
    // A block that is never connected to a parent but contains statements begins a stack.
    if uses.hasStatementInput { return uses.hasFollower ? [.nextStatement] : [] }
    return [.previousStatement, .nextStatement]
  }
}
