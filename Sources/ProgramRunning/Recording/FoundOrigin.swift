/// A subject whose origin can be found. Times and entries are those of a `RecordingStore`.
enum OriginSource: Hashable, Sendable {
  /// A variable by its key, with the value that it has at a time for the statement of an entry. Changes by that
  /// statement itself don't count.
  case variable(key: Int, time: UInt32, entry: Int)
  case item(list: Int, index: Int, time: UInt32)
  case list(Int, time: UInt32)
  /// The result of the call that began at a time.
  case result(start: UInt32)
  /// A value of the statement of an entry.
  case value(block: Int, entry: Int)
  /// The effect of the statement of an entry.
  case statement(entry: Int)
  /// The output of the statement of an entry.
  case output(entry: Int)
  /// The reason why the statement of an entry ran.
  case control(entry: Int)
  /// The reason why a block didn't run before a time.
  case absence(block: Int, time: UInt32)
}

/// The origin of something, one hop back, or the reason why a block didn't run.
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
    /// The statement that set it is no longer kept.
    case dropped
    /// A block with unknown effects set it.
    case unknown
    /// A condition held, or not; nil if that isn't known.
    case decided(Bool?)
    /// A loop ended after so many rounds.
    case looped(Int)
    /// A loop began a round, from 1 on.
    case round(Int)
    /// A statement called the function.
    case called
    /// Nothing is around it: it runs with the program.
    case always
    case absent(Absence)
  }

  /// The reason why a block didn't run.
  enum Absence: Hashable, Sendable {
    case disabled
    /// A block around it is disabled.
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
      /// The decision by which the statement ran.
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
  /// The name if it isn't the subject's own: that of the variable that a statement set, or of a function.
  var name: String?
  var value: StoredValue?
  var parts: [Part] = []
}
