/// One evaluation of a line: the recorded state, the lists that it makes, and its effort so far.
final class Evaluation {
  typealias Text = [UInt32]

  let language: ValueLanguage
  let isZeroBased: Bool
  private let state: any RecordedState
  private var made: [[Operand]] = []
  private var effort = 0
  /// Whether the result may differ from the program's in its last digits: node calculates sines and powers differently.
  private(set) var isApproximate = false

  /// The maximum number of items and characters that a line may process. It is limited because the next key waits.
  static let mostEffort = 2_000_000

  init(_ language: ValueLanguage, isZeroBased: Bool, state: any RecordedState) {
    (self.language, self.isZeroBased, self.state) = (language, isZeroBased, state)
  }

  /// Counts processed items or characters, and throws if there are too many.
  func charge(_ count: Int) throws(EvaluationProblem) {
    effort = effort.addingReportingOverflow(count).overflow ? .max : effort + count
    if count < 0 || effort > Self.mostEffort { throw .unknown("this takes too long to calculate here") }
  }

  /// Returns a number, and notes that its last digit may be different in node. Whole numbers are exact everywhere.
  func approximated(_ number: Double) -> Operand {
    if language == .javaScript, number.isFinite, number != number.rounded() { isApproximate = true }
    return .number(number)
  }

  // MARK: - Recorded values

  func value(ofVariable name: String) throws(EvaluationProblem) -> Operand {
    guard let value = state.value(ofVariable: name) else { return language == .javaScript ? .undefined : .nothing }
    let operand = try operand(value)
    if operand == .missing { throw .unknown("“\(name)” was not recorded: it is too large") }
    return operand
  }

  private func operand(_ value: RunValue) throws(EvaluationProblem) -> Operand {
    switch value {
    case .nothing: return language == .javaScript ? .nothingOrUndefined : .nothing
    case .truth(let truth): return .truth(truth)
    case .integer(let integer): return language == .javaScript ? .number(Double(integer)) : .integer(integer)
    case .number(let number): return .number(number)
    case .text(let text):
      // U+FFFD stands for invalid text, such as half a letter in Lua.
      if text.utf8.count > 2, text.unicodeScalars.contains("\u{FFFD}") { return .missing }
      try charge(text.utf8.count)
      return .text(units(text))
    case .list(let list): return .list(.recorded(list))
    case .other(let words):
      // Large integers are recorded by their digits.
      if language != .javaScript, let integer = Int(words) { return .integer(integer) }
      return .other(words)
    case .made, .missing: return .missing
    }
  }

  // MARK: - Lists

  static let holes = EvaluationProblem.unknown("a list with nothing among its items has no fixed length in Lua")

  func makeList(_ items: [Operand]) throws(EvaluationProblem) -> Operand {
    try charge(items.count)
    if language == .lua, items.contains(.nothing) {
      throw Self.holes
    }
    made.append(items)
    return .list(.made(made.count - 1))
  }

  func count(of list: Operand.ListReference) throws(EvaluationProblem) -> Int {
    switch list {
    case .made(let index): return made[index].count
    case .recorded(let number):
      guard let count = state.count(ofList: number) else { throw .unknown("the list was not recorded: it is too long") }
      return count
    }
  }

  /// Returns an item of a list. The index must be valid.
  func item(_ index: Int, of list: Operand.ListReference) throws(EvaluationProblem) -> Operand {
    try items(index..<index + 1, of: list)[0]
  }

  func items(of list: Operand.ListReference) throws(EvaluationProblem) -> [Operand] {
    try items(0..<count(of: list), of: list)
  }

  /// Returns items of a list. The range must be valid.
  func items(_ range: Range<Int>, of list: Operand.ListReference) throws(EvaluationProblem) -> [Operand] {
    try charge(range.count)
    switch list {
    case .made(let index): return Array(made[index][range])
    case .recorded(let number):
      var items: [Operand] = []
      items.reserveCapacity(range.count)
      for value in state.items(ofList: number, range) {
        let item = try operand(value)
        if item == .missing { throw .unknown("an item of the list was not recorded: it is too large") }
        if language == .lua, item == .nothing {
          throw Self.holes
        }
        items.append(item)
      }
      guard items.count == range.count else { throw .unknown("the list was not recorded") }
      return items
    }
  }

  // MARK: - Texts

  func units(_ text: String) -> Text {
    switch language {
    case .python: text.unicodeScalars.map(\.value)
    case .javaScript: text.utf16.map(UInt32.init)
    case .lua: text.utf8.map(UInt32.init)
    }
  }

  func string(_ units: Text) -> String {
    switch language {
    case .python:
      var scalars = String.UnicodeScalarView()
      scalars.append(contentsOf: units.map { Unicode.Scalar($0) ?? "\u{FFFD}" })
      return String(scalars)
    case .javaScript: return String(decoding: units.map { UInt16(truncatingIfNeeded: $0) }, as: UTF16.self)
    case .lua: return String(decoding: units.map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
    }
  }

  // MARK: - Results

  func result(_ operand: Operand) throws(EvaluationProblem) -> RunValue {
    switch operand {
    case .list(.made(let index)):
      // Lists that a line makes are nested no deeper than the line is long.
      try charge(made[index].count)
      var items: [RunValue] = []
      for item in made[index] { items.append(try result(item)) }
      return .made(items)
    case .list(.recorded(let number)): return .list(number)
    case .nothing, .undefined, .nothingOrUndefined: return .nothing
    case .truth(let truth): return .truth(truth)
    case .integer(let integer): return .integer(integer)
    case .number(let number): return .number(number)
    case .text(let text): return .text(string(text))
    case .other(let words): return .other(words)
    case .missing: throw .unknown("this was not recorded")
    }
  }
}

/// The recorded state of a program at a step of its run.
public protocol RecordedState {
  /// Returns the value of a variable by its name in the program, or of a parameter of the running function; nil if it
  /// has none.
  func value(ofVariable name: String) -> RunValue?
  /// Returns the number of items of a list, by the list's number; nil if they are not recorded.
  func count(ofList list: Int) -> Int?
  /// Returns the items of a list in a range of indices from 0.
  func items(ofList list: Int, _ range: Range<Int>) -> [RunValue]
}
