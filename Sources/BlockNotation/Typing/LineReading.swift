import BlockModel

/// Where a typed line goes: it is one statement or one value.
public enum LineKind: Sendable {
  /// A row of a stack.
  case statement
  /// What an input of a value holds.
  case value
}

/// How a line goes on with the statement around it, as a mutation of that block.
public enum LineContinuation: Hashable, Sendable {
  /// An “else if” with a condition.
  case elseIf
  /// An “else”.
  case otherwise
  /// A function returns a value.
  case returns
  /// Further items of a list or text.
  case items
}

/// What `//` in a line can mean.
public enum LineSlashes: Sendable {
  /// What follows is a divisor; the quotient is rounded down.
  case division
  /// What follows is a comment.
  case comment
}

/// What a line says that is no block.
public enum LineRemark: Equatable, Sendable {
  /// A comment, for the next block.
  case comment(String)
  /// A text alone, with which Python documents the function around it.
  case documentation(String)
  /// Something that programs of blocks don't need, and why.
  case needless(String)
}

/// What an unfinished line can mean.
public struct LineReading {
  /// How sure it is that the user means this, the surest first.
  public enum Rank: Int, Comparable, Sendable {
    /// The line as it was typed.
    case typed
    /// Its last word completed to a name.
    case name
    /// Its last words completed to the beginning of a wording.
    case beginning
    /// The last words are other words of a wording.
    case words
    /// The line as it was typed, with a variable or function that doesn't exist yet.
    case newName
    /// A word that is none is taken for one with a similar spelling or the same meaning.
    case similar
    /// The last letters are in a wording, in this order.
    case letters

    public static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
  }

  /// The whole line, with `_` for inputs that nothing was typed for.
  public var text: String
  /// The line up to the next input that nothing was typed for, or up to its end.
  public var completion: String
  /// The statement or value; of a continuation, its condition or value, which may be missing, or a list of its items.
  public var snapshot: BlockSnapshot
  /// How the line goes on with the statement around it; nil for a line of its own.
  public var continuation: LineContinuation?
  /// What stands in the branch that a continuation adds: `else: print x`.
  package private(set) var branch = BlockSnapshot()
  /// The inputs that nothing was typed for, by the indices of their blocks in the snapshot, and behind those in the
  /// branch.
  public var holes: [(record: Int, input: String)]
  /// The names of variables and functions that don't exist yet.
  public var newVariables: [String]
  /// The variables of these names.
  var newStates: [VariableState] = []
  /// See `newVariables`; in the order of the line.
  public var newFunctions: [String]
  /// How sure the reading is, compared with the others of the same line.
  public var rank = Rank.typed
  /// What `//` in it means; nil if there is none.
  public var slashes: LineSlashes? { didSet { meaning += slashes == .comment ? "\n" : "" } }
  /// Whether its blocks say something that the line doesn't.
  var isTranslated = false
  /// The line in the words of its blocks, where those say something that the line doesn't; nil for any other.
  public var wording: String?
  /// Whether it has an index that is counted from zero.
  public var countsFromZero = false
  /// Which way a loop in it counts. If its end is before its start, blocks count the other way, where other languages do
  /// nothing; nil if that can't be, or if the loop is in an “if”.
  package var emptyCount: CountDirection?
  /// Whether it has an “if” around a loop that may have nothing to do, which wasn't typed.
  package var isGuarded = false
  /// Whether such a loop will probably be started with nothing to do.
  var startsEmpty = false
  /// Whether the line says what kind of value belongs to a name, which no block does.
  package internal(set) var omitsHints = false
  /// What its blocks do that other languages may not.
  package internal(set) var notes: [String] = []
  /// Whether a value is taken for a list of which the program doesn't say what it is.
  var isAmbiguous = false
  /// Whether it has an index that may be counted from zero or from one.
  var hasIndex = false
  /// Whether the same line has another reading that is likelier.
  public var isOtherMeaning = false
  /// The type of its last block that shares its wording with others, where that isn't the likeliest one; nil for any
  /// other reading.
  package var otherType: String?
  /// What distinguishes it from other readings of the same text.
  var meaning = ""

  /// Takes what stands in the branch that it adds.
  mutating func goOn(with branch: LineReading) {
    self.branch = branch.snapshot
    holes += branch.holes.map { ($0.record + snapshot.records.count, $0.input) }
    newVariables += branch.newVariables
    newStates += branch.newStates
    newFunctions += branch.newFunctions
    isAmbiguous = isAmbiguous || branch.isAmbiguous
    hasIndex = hasIndex || branch.hasIndex
    countsFromZero = countsFromZero || branch.countsFromZero
    isGuarded = isGuarded || branch.isGuarded
    emptyCount = emptyCount ?? branch.emptyCount
    notes += branch.notes
    meaning += branch.meaning
  }

  /// Whether nothing is missing, and it names nothing that doesn't exist yet.
  public var isWhole: Bool { holes.isEmpty && newVariables.isEmpty && newFunctions.isEmpty }
}
