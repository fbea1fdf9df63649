/// The blocks of lists, and those that take a part of a list or text.
extension Evaluation {
  /// The place of an item or letter.
  enum Place: String {
    case first = "FIRST"
    case last = "LAST"
    case fromStart = "FROM_START"
    case fromEnd = "FROM_END"
  }

  func list(repeating item: Operand, _ count: Operand) throws(EvaluationProblem) -> Operand {
    let number: Int
    switch language {
    case .python:
      guard case .integer(let integer)? = numeral(count) else { throw notWhole(count) }
      number = integer
    case .javaScript:
      let limit = try javaScriptNumber(count).rounded(.up)
      number = limit.isNaN ? 0 : Int(exactly: limit) ?? (limit < 0 ? 0 : .max)
    case .lua:
      switch numeral(count) {
      case .integer(let integer)?: number = integer
      case .number(let limit)?:
        number = limit.isNaN ? 0 : Int(exactly: limit.rounded(.down)) ?? (limit < 0 ? 0 : .max)
      case nil: throw noNumber(count)
      }
    }
    if number > Self.mostEffort {
      throw .unknown("a list of \(number == .max ? "so many" : "\(number)") items is too long to be watched")
    }
    return try makeList(language == .lua && item == .nothing ? [] : repeated([item], number))
  }

  private func notWhole(_ operand: Operand) -> EvaluationProblem {
    if case .other = operand { return noNumber(operand) }
    return .failure("this can only be repeated a whole number of times")
  }

  func length(_ operand: Operand) throws(EvaluationProblem) -> Operand {
    let count: Int
    switch operand {
    case .text(let text): count = text.count
    case .list(let list): count = try self.count(of: list)
    case .other: throw .unknown("the length of something that isn't a list or text isn't known")
    default:
      if language == .javaScript, !operand.isNothing { return .undefined }
      throw .failure(operand.isNothing ? "this has no value yet" : "\(operand.kind) has no length")
    }
    return language == .javaScript ? .number(Double(count)) : .integer(count)
  }

  func isEmpty(_ operand: Operand) throws(EvaluationProblem) -> Operand {
    // In JavaScript, a value without a length counts as empty.
    switch try length(operand) {
    case .integer(let count): .truth(count == 0)
    case .number(let count): .truth(count == 0)
    default: .truth(true)
    }
  }

  func position(of item: Operand, in list: Operand, isFirst: Bool) throws(EvaluationProblem) -> Operand {
    if language == .javaScript, case .text = list { return try occurrence(of: item, in: list, isFirst: isFirst) }
    let items = try sequence(list)
    var found: Int?
    for index in isFirst ? Array(items.indices) : items.indices.reversed() {
      let isEqual = try language == .javaScript ? areStrictlyEqual(items[index], item) : areEqual(items[index], item)
      if isEqual {
        found = index
        break
      }
    }
    return indexResult(found)
  }

  func reversedList(_ operand: Operand) throws(EvaluationProblem) -> Operand {
    try makeList(sequence(operand).reversed())
  }

  // MARK: - Indices

  /// Returns an index as Python's code calculates it: an integer, with the offset added.
  private func pythonIndex(_ operand: Operand, _ offset: Int) throws(EvaluationProblem) -> Int {
    if case .text = operand {
      if offset == 0 { throw .unknown("a text in place of a number can't be watched here") }
      throw noNumber(operand)
    }
    switch numeral(operand) {
    // The limits are beyond any list, and leave room for a sign and a sum.
    case .integer(let integer)?: return min(max(integer, .min / 2), .max / 2) + offset
    case .number(let number)?:
      let sum = number + Double(offset)
      guard sum.isFinite else { throw .failure("\(words(number)) isn't a whole number") }
      let index = Int(exactly: sum.rounded(.towardZero)) ?? (sum < 0 ? .min : .max)
      return min(max(index, .min / 2), .max / 2)
    case nil: throw noNumber(operand)
    }
  }

  private func javaScriptIndex(_ operand: Operand, _ offset: Int) throws(EvaluationProblem) -> Double {
    switch operand {
    case .number(let number): return number + Double(offset)
    case .truth(let truth): return (truth ? 1 : 0) + Double(offset)
    default: throw .unknown("\(operand.kind) in place of a number can't be watched here")
    }
  }

  /// Returns the index that JavaScript's `list[index]` refers to; nil for none.
  private func javaScriptItemIndex(_ operand: Operand) throws(EvaluationProblem) -> Int? {
    // A property by the name “true”, unless something is subtracted.
    if case .truth = operand, base == 0 { return nil }
    return Int(exactly: try javaScriptIndex(operand, -base))
  }

  /// Returns a number as an integer, as Lua's functions for texts convert it.
  private func luaIndex(_ operand: Operand) throws(EvaluationProblem) -> Int {
    switch numeral(operand) {
    case .integer(let integer)?: return integer
    case .number(let number)?:
      guard let integer = Int(exactly: number) else { throw .failure("\(words(number)) isn't a whole number") }
      return integer
    case nil: throw noNumber(operand)
    }
  }

  /// Returns a number converted to an integer, as in JavaScript: 0 for NaN, and an index beyond all lists for infinity.
  private func truncated(_ number: Double) -> Int {
    number.isNaN ? 0 : Int(exactly: number.rounded(.towardZero)) ?? (number < 0 ? .min / 2 : .max / 2)
  }

  /// The number of the first item, which the code subtracts from an index.
  private var base: Int { isZeroBased ? 0 : 1 }

  private func noItem(_ index: Operand?, _ count: Int, _ whole: Operand) -> EvaluationProblem {
    var isText = false
    if case .text = whole { isText = true }
    let (item, list) = isText ? ("letter", "text") : ("item", "list")
    guard let index, let words = try? string(text(of: index)) else {
      return .failure("an empty \(list) has no \(item)s")
    }
    return .failure("there is no \(item) \(words) in a \(list) of \(count)")
  }

  // MARK: - Items and letters

  /// Returns an item of a list.
  func item(of whole: Operand, _ place: Place, _ index: Operand?) throws(EvaluationProblem) -> Operand {
    switch language {
    case .python: return try pythonItem(of: whole, place, index)
    case .javaScript:
      if whole.isNothing { throw .failure("this has no value yet") }
      let count: Int
      switch whole {
      case .text(let text): count = text.count
      case .list(let list): count = try self.count(of: list)
      case .other: throw .unknown("something that isn't a list can't be watched here")
      default:
        // In JavaScript, other values can be indexed, but not sliced.
        if place == .first || place == .fromStart { return .undefined }
        throw .failure("\(whole.kind) isn't a list")
      }
      let position: Int? =
        switch place {
        case .first: 0
        case .last: count > 0 ? count - 1 : nil
        case .fromStart: try javaScriptItemIndex(index ?? .undefined)
        case .fromEnd:
          sliceStart(try truncated(-javaScriptIndex(index ?? .undefined, 1 - base)), count)
        }
      guard let position, position >= 0, position < count else { return .undefined }
      return try part(of: whole, position)
    case .lua:
      guard case .list(let list) = whole else {
        if case .text = whole { throw .unknown("a text in place of a list can't be watched in Lua") }
        if case .other = whole { throw .unknown("something that isn't a list can't be watched here") }
        throw .failure(whole.isNothing ? "this has no value yet" : "\(whole.kind) isn't a list")
      }
      let count = try self.count(of: list)
      var position: Operand
      switch place {
      case .first: position = .integer(1)
      case .last: position = .integer(count)
      case .fromStart: position = index ?? .nothing
      case .fromEnd: position = try subtract(.integer(count + 1), index ?? .nothing)
      }
      if case .number(let number) = position { position = Int(exactly: number).map { .integer($0) } ?? .nothing }
      guard case .integer(let number) = position, number >= 1, number <= count else { return .nothing }
      return try item(number - 1, of: list)
    }
  }

  private func part(of whole: Operand, _ index: Int) throws(EvaluationProblem) -> Operand {
    switch whole {
    case .text(let text): .text([text[index]])
    case .list(let list): try item(index, of: list)
    default: throw noNumber(whole)
    }
  }

  private func pythonItem(of whole: Operand, _ place: Place, _ index: Operand?) throws(EvaluationProblem) -> Operand {
    let count: Int
    switch whole {
    case .text(let text): count = text.count
    case .list(let list): count = try self.count(of: list)
    case .other: throw .unknown("something that isn't a list or text can't be watched here")
    default: throw .failure(whole.isNothing ? "this has no value yet" : "\(whole.kind) has no items")
    }
    var position =
      switch place {
      case .first: 0
      case .last: -1
      case .fromStart: try pythonIndex(index ?? .nothing, -base)
      case .fromEnd: -(try pythonIndex(index ?? .nothing, 1 - base))
      }
    if position < 0 { position += count }
    guard position >= 0, position < count else { throw noItem(index, count, whole) }
    return try part(of: whole, position)
  }

  /// Returns a letter of a text.
  func letter(of whole: Operand, _ place: Place, _ index: Operand?) throws(EvaluationProblem) -> Operand {
    switch language {
    case .python: return try pythonItem(of: whole, place, index)
    case .javaScript:
      if case .list(let list) = whole, place == .last {
        let count = try count(of: list)
        return try makeList(items(max(0, count - 1)..<count, of: list))
      }
      let text = try text(whole)
      let start: Int
      switch place {
      case .first: start = 0
      case .last: start = text.count - 1
      case .fromStart: start = try truncated(javaScriptIndex(index ?? .undefined, -base))
      case .fromEnd:
        start = sliceStart(try truncated(-javaScriptIndex(index ?? .undefined, 1 - base)), text.count)
      }
      return .text(text.indices.contains(start) ? [text[start]] : [])
    case .lua:
      let text = try text(whole)
      let start: Int
      switch place {
      case .first: start = 1
      case .last: start = -1
      case .fromStart: start = try luaIndex(index ?? .nothing)
      case .fromEnd: start = try luaIndex(subtract(.integer(0), index ?? .nothing))
      }
      return .text(luaPart(text, start, start))
    }
  }

  /// Returns the result of Lua's `string.sub`.
  private func luaPart(_ text: Text, _ start: Int, _ end: Int) -> Text {
    let count = text.count
    let start = start > 0 ? start : start == 0 || start < -count ? 1 : count + start + 1
    let end = end > count ? count : end >= 0 ? end : end < -count ? 0 : count + end + 1
    return start > end ? [] : Array(text[start - 1..<end])
  }

  /// Returns the index at which a slice begins or ends, in Python and JavaScript.
  private func sliceStart(_ index: Int, _ count: Int) -> Int {
    index < 0 ? max(0, count + index) : min(index, count)
  }

  // MARK: - Parts

  /// Returns a part of a list or text.
  func part(
    of whole: Operand, from start: (Place, Operand?), to end: (Place, Operand?), isText: Bool
  ) throws(EvaluationProblem) -> Operand {
    switch language {
    case .python:
      let count = try sliceCount(whole)
      let first =
        switch start.0 {
        case .first, .last: 0
        case .fromStart: try pythonIndex(start.1 ?? .nothing, -base)
        case .fromEnd: -(try pythonIndex(start.1 ?? .nothing, 1 - base))
        }
      var last: Int
      switch end.0 {
      case .first, .last: last = count
      case .fromStart: last = try pythonIndex(end.1 ?? .nothing, 1 - base)
      case .fromEnd:
        last = -(try pythonIndex(end.1 ?? .nothing, -base))
        if last == 0 { last = count }
      }
      return try slice(whole, sliceStart(first, count), sliceStart(last, count))
    case .javaScript:
      if isText, start.0 == .first, end.0 == .last { return whole }
      let count = try sliceCount(whole)
      let first: Double =
        switch start.0 {
        case .first, .last: 0
        case .fromStart: try javaScriptIndex(start.1 ?? .undefined, -base)
        case .fromEnd: try Double(count) - javaScriptIndex(start.1 ?? .undefined, 1 - base)
        }
      let last: Double =
        switch end.0 {
        case .first, .last: Double(count)
        case .fromStart: try javaScriptIndex(end.1 ?? .undefined, 1 - base)
        case .fromEnd: try Double(count) - javaScriptIndex(end.1 ?? .undefined, -base)
        }
      return try slice(whole, sliceStart(truncated(first), count), sliceStart(truncated(last), count))
    case .lua: return try isText ? luaTextPart(whole, start, end) : luaListPart(whole, start, end)
    }
  }

  private func sliceCount(_ whole: Operand) throws(EvaluationProblem) -> Int {
    switch whole {
    case .text(let text): return text.count
    case .list(let list): return try count(of: list)
    case .other: throw .unknown("something that isn't a list or text can't be watched here")
    default: throw .failure(whole.isNothing ? "this has no value yet" : "\(whole.kind) has no parts")
    }
  }

  private func slice(_ whole: Operand, _ start: Int, _ end: Int) throws(EvaluationProblem) -> Operand {
    let range = start..<max(start, end)
    if case .list(let list) = whole { return try makeList(items(range, of: list)) }
    try charge(range.count)
    return .text(Array(try text(whole)[range]))
  }

  private func luaTextPart(
    _ whole: Operand, _ start: (Place, Operand?), _ end: (Place, Operand?)
  ) throws(EvaluationProblem) -> Operand {
    func index(_ place: (Place, Operand?)) throws(EvaluationProblem) -> Int {
      switch place.0 {
      case .first: 1
      case .last: -1
      case .fromStart: try luaIndex(place.1 ?? .nothing)
      case .fromEnd: try luaIndex(subtract(.integer(0), place.1 ?? .nothing))
      }
    }
    let first = try index(start)
    // Without an end index, the part extends to the end of the text.
    if case (.fromStart, .nothing?) = end { return .text(luaPart(try text(whole), first, -1)) }
    return .text(luaPart(try text(whole), first, try index(end)))
  }

  private func luaListPart(
    _ whole: Operand, _ start: (Place, Operand?), _ end: (Place, Operand?)
  ) throws(EvaluationProblem) -> Operand {
    var count = 0
    if case .list(let list) = whole {
      count = try self.count(of: list)
    } else if start.0 == .fromEnd || end.0 == .fromEnd || end.0 == .last {
      _ = try sequence(whole)
    }
    func bound(_ place: (Place, Operand?)) throws(EvaluationProblem) -> Int {
      let value: Operand
      switch place.0 {
      case .first: return 1
      case .last: return count
      case .fromStart: value = place.1 ?? .nothing
      case .fromEnd: value = try subtract(.integer(count + 1), place.1 ?? .nothing)
      }
      // A text of digits counts, too.
      switch numeral(value) {
      case .integer(let integer)?: return integer
      case .number(let number)?:
        guard let integer = Int(exactly: number.rounded(.down)) else {
          throw .unknown("\(words(number)) isn't the number of an item")
        }
        return integer
      case nil: throw noNumber(value)
      }
    }
    var (first, last) = (try bound(start), try bound(end))
    // The program's loop visits all numbers, even those without items.
    let steps = last.subtractingReportingOverflow(first)
    if !steps.overflow, steps.partialValue > 0 { try charge(steps.partialValue) }
    (first, last) = (max(1, first), min(count, last))
    guard case .list(let list) = whole else {
      // The program accepts any value that it doesn't read.
      if steps.partialValue >= 0 { _ = try sequence(whole) }
      return try makeList([])
    }
    // Counting from a fraction never reaches an item's number.
    if case .number(let number)? = start.1.flatMap(numeral), number != number.rounded() { return try makeList([]) }
    return try makeList(first > last ? [] : items(first - 1..<last, of: list))
  }
}
