import BlockModel

/// The kind of a typed line: one statement or one value.
public enum LineKind: Sendable {
  /// A row of a stack.
  case statement
  /// The content of a value input.
  case value
}

/// The way in which a line continues the statement around it, as a mutation of that block.
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

/// The meanings of `//` in a line.
public enum LineSlashes: Sendable {
  /// A division whose quotient is rounded down.
  case division
  /// The beginning of a comment.
  case comment
}

/// The content of a line that becomes no block.
public enum LineRemark: Equatable, Sendable {
  /// A comment, for the next block.
  case comment(String)
  /// A text alone, with which Python documents the function around it.
  case documentation(String)
  /// Something that programs of blocks don't need, and the reason.
  case needless(String)
}

/// A possible meaning of an unfinished line.
public struct LineReading {
  /// The likelihood that the user means this, the highest first.
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
    /// An unknown word is replaced by one with a similar spelling or the same meaning.
    case similar
    /// The last letters are in a wording, in this order.
    case letters

    public static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
  }

  /// The whole line, with `_` for inputs for which nothing was typed.
  public var text: String
  /// The line up to the next input for which nothing was typed, or up to its end.
  public var completion: String
  /// The statement or value; for a continuation, its condition or value, which may be missing, or a list of its items.
  public var snapshot: BlockSnapshot
  /// The way in which the line continues the statement around it; nil for a separate line.
  public var continuation: LineContinuation?
  /// The content of the branch that a continuation adds: `else: print x`.
  package private(set) var branch = BlockSnapshot()
  /// The inputs for which nothing was typed, by the indices of their blocks in the snapshot, and after those in the
  /// branch.
  public var holes: [(record: Int, input: String)]
  /// The names of variables and functions that don't exist yet.
  public var newVariables: [String]
  /// The variables with these names.
  var newStates: [VariableState] = []
  /// See `newVariables`; in the order of the line.
  public var newFunctions: [String]
  /// The likelihood of the reading, compared with the others of the same line.
  public var rank = Rank.typed
  /// The meaning of `//` in it; nil if there is none.
  public var slashes: LineSlashes? { didSet { meaning += slashes == .comment ? "\n" : "" } }
  /// Whether its blocks differ from the line.
  var isTranslated = false
  /// The line in the words of its blocks, if they differ from the line; otherwise nil.
  public var wording: String?
  /// Whether it has an index that is counted from zero.
  public var countsFromZero = false
  /// The direction of a loop in it whose end may be before its start. Blocks then count the other way, while other
  /// languages do nothing. Nil if there is no such loop, or if it is in an “if”.
  package var emptyCount: CountDirection?
  /// Whether it has an “if”, which wasn't typed, around a loop that may have nothing to do.
  package var isGuarded = false
  /// Whether the line has type hints, for which there are no blocks.
  package internal(set) var omitsHints = false
  /// The differences between its blocks and the line in its language.
  package internal(set) var differences: [String] = []
  /// Further notes on its meaning.
  package internal(set) var notes: [String] = []
  /// Whether a value of unknown kind is assumed to be a list.
  var isAmbiguous = false
  /// Whether it has an index that may be counted from zero or from one.
  var hasIndex = false
  /// Whether the same line has another reading that is likelier.
  public var isOtherMeaning = false
  /// The type of its last block that shares its wording with others, if that isn't the likeliest type; nil for any
  /// other reading.
  package var otherType: String?
  /// A key that distinguishes it from other readings of the same text.
  var meaning = ""

  /// Adds the content of the branch that it adds.
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
    differences += branch.differences
    notes += branch.notes
    meaning += branch.meaning
  }

  /// Whether nothing is missing, and all names in it exist.
  public var isWhole: Bool { holes.isEmpty && newVariables.isEmpty && newFunctions.isEmpty }
}
