/// What an origin can be asked for. Times and entries are those of a `RecordingStore`.
enum OriginSource: Hashable, Sendable {
  /// A variable by its key, with the value that it has at a time for the statement of an entry. What that statement sets
  /// itself doesn't count.
  case variable(key: Int, time: UInt32, entry: Int)
  case item(list: Int, index: Int, time: UInt32)
  case list(Int, time: UInt32)
  /// What a call returned that began at a time.
  case result(start: UInt32)
  /// A value of the statement of an entry.
  case value(block: Int, entry: Int)
  /// What the statement of an entry did.
  case statement(entry: Int)
  /// What the statement of an entry wrote.
  case output(entry: Int)
  /// Why the statement of an entry ran.
  case control(entry: Int)
  /// Why a block didn't run before a time.
  case absence(block: Int, time: UInt32)
}

/// Where something came from, by one hop, or why a block didn't run.
struct FoundOrigin {
  enum Kind: Hashable, Sendable {
    /// A statement set it; a loop did so in a round, from 1 on.
    case set(round: Int?)
    /// A call passed it as the value of a parameter.
    case passed
    /// A function returned it.
    case returned
    /// A statement put an item into a list, or took one out of it.
    case changedList(RecordedList.Change.Kind)
    /// A list was made with it.
    case made
    /// A value of the statement.
    case evaluated
    /// The statement itself.
    case ran
    /// A statement wrote it.
    case wrote
    /// Nothing has set it.
    case unset
    /// What set it is no longer kept.
    case dropped
    /// A block set it of which nobody knows what it does.
    case unknown
    /// A condition held, or not; nil if that isn't known.
    case decided(Bool?)
    /// A loop ended after so many rounds.
    case looped(Int)
    /// A loop went into a round, from 1 on.
    case round(Int)
    /// A statement called the function.
    case called
    /// Nothing is around it: it runs with the program.
    case always
    case absent(Absence)
  }

  /// Why a block didn't run.
  enum Absence: Hashable, Sendable {
    case disabled
    /// The block around it is.
    case disabledAround
    /// The function, by its number, was never called.
    case notCalled(Int)
    /// A condition of an “if” was true or false; nil if that isn't known.
    case otherBranch(Bool?)
    /// The loop had no round.
    case noRound
    /// A statement before it left the loop, or returned from the function.
    case left
    /// A loop before it went on for so many rounds.
    case endless(Int)
    /// The program ended, failed or was stopped before.
    case ended
    /// It ran, but only later.
    case later
    /// The value wasn't needed.
    case notNeeded
    case dropped
  }

  /// Something that was used.
  struct Part {
    enum Kind: Hashable, Sendable {
      case variable(String)
      /// An item by its number as the program counts; the list by its variable, if it is one.
      case item(Int, of: String?)
      /// A list as it was before.
      case list
      case literal
      case typed
      case result(String)
      case random
      case unknown
      /// What decided that the statement ran.
      case control
      /// A caller that didn't run.
      case caller
    }

    var kind: Kind
    /// The block that has the value.
    var block: Int
    /// The value and the time at which it was used.
    var value: StoredValue?
    var time: UInt32
    var source: OriginSource?
  }

  var kind: Kind
  /// The entry of the statement that did it.
  var entry: Int?
  /// The block that did it, or decided.
  var block = 0
  /// What it is, if that isn't what was asked for: the variable that a statement set, or a function.
  var name: String?
  var value: StoredValue?
  var parts: [Part] = []
}
