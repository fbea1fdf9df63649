/// The codes of a program's values, to find the value that a part of a line comes from. Constants are left out.
public struct ValueCodes: Sendable {
  private let numbers: BlockNumbers
  /// All codes, one after the other.
  private var bytes: [UInt8] = []
  private var ranges: [Int: Range<Int>] = [:]
  /// The number of bytes that may still be kept for the values of a statement: nested values repeat each other's code.
  private var budget = 0

  private static let bytesOfStatement = 64 << 10

  init(numbers: BlockNumbers) { self.numbers = numbers }

  /// Notes that the next values belong to another statement.
  mutating func beginStatement() { budget = Self.bytesOfStatement }

  /// Whether there is room for another value of the statement.
  var hasRoom: Bool { budget > 0 }

  /// Adds the code of a value, unless it has no number.
  mutating func add(_ code: UnsafeBufferPointer<UInt8>, of blockID: String) {
    budget -= code.count
    let number = numbers.number(of: blockID)
    guard budget >= 0, number > 0 else { return }
    ranges[number] = bytes.count..<bytes.count + code.count
    bytes += code
  }

  /// Returns the code of a value; nil if it isn't kept.
  package func code(of number: Int) -> ArraySlice<UInt8>? { ranges[number].map { bytes[$0] } }

  /// Returns the smallest value around a part of a line.
  /// - Parameters:
  ///   - line: a line of the code.
  ///   - part: the range of its bytes.
  ///   - statement: the number of the line's statement.
  /// - Returns: the value's number; that of the statement if the part belongs to none of its values.
  public func block(around part: Range<Int>, of line: ArraySlice<UInt8>, in statement: Int) -> Int {
    // Values with the same code are in the line in the order of their numbers.
    var candidates: [ArraySlice<UInt8>: [Int]] = [:]
    for number in statement...numbers.last(in: statement) where numbers.statement(of: number) == statement {
      if let code = code(of: number), code.count >= part.count { candidates[code, default: []].append(number) }
    }
    var best: (length: Int, number: Int)?
    for (code, blocks) in candidates where best.map({ code.count < $0.length }) ?? true {
      let offsets = Self.offsets(of: code, in: line)
      let index = offsets.firstIndex { $0 <= part.lowerBound && part.upperBound <= $0 + code.count }
      if let index { best = (code.count, blocks[min(index, blocks.count - 1)]) }
    }
    return best?.number ?? statement
  }

  /// Returns the offsets of a code in a line, from the line's start.
  private static func offsets(of code: ArraySlice<UInt8>, in line: ArraySlice<UInt8>) -> [Int] {
    var offsets: [Int] = []
    var rest = line
    while let range = rest.firstRange(of: code) {
      offsets.append(range.lowerBound - line.startIndex)
      rest = rest[range.upperBound...]
    }
    return offsets
  }
}
