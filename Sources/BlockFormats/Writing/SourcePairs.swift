import Markup

/// The parts of three texts that are each other's: of a file, of the program in it as Mortise writes it (`before`), and of
/// the edited program (`after`).
struct SourcePairs {
  /// The part of the file for each of `before`, and the other way round; -1 for none.
  private(set) var toSource: [Int]
  private(set) var fromSource: [Int]
  /// The part of `before` for each of `after`, and the other way round; -1 for none.
  private(set) var toBefore: [Int]
  private(set) var fromBefore: [Int]

  /// - Parameters: the numbers of parts.
  init(source: Int, before: Int, after: Int) {
    toSource = Array(repeating: -1, count: before)
    fromSource = Array(repeating: -1, count: source)
    toBefore = Array(repeating: -1, count: after)
    fromBefore = Array(repeating: -1, count: before)
  }

  mutating func pair(source: Int, before: Int) { (toSource[before], fromSource[source]) = (source, before) }

  mutating func pair(before: Int, after: Int) { (toBefore[after], fromBefore[before]) = (before, after) }

  /// The part of the file for one of `after`; -1 for none.
  func source(ofAfter index: Int) -> Int { toBefore[index] < 0 ? -1 : toSource[toBefore[index]] }

  /// The last of some parts of `before` that has none of `after` yet. Those behind it are removed, so that many parts of one
  /// kind take the time of few.
  func lastWithoutAfter(in parts: inout [Int]) -> Int? {
    while let part = parts.last, fromBefore[part] >= 0 { parts.removeLast() }
    return parts.last
  }

  /// Leaves out children that change places with others: these have moved.
  /// - Parameter positions: the position of each child in the edited program, by its part of the file.
  static func inOrder(_ positions: [Int: Int]) -> [Int: Int] {
    let parts = positions.sorted { $0.key < $1.key }
    let run = IncreasingRun.indices(of: parts.map(\.value)).map { parts[$0] }
    return Dictionary(uniqueKeysWithValues: run.map { ($0.key, $0.value) })
  }
}

/// A text from which parts are copied that are new in another: the other side of a merge.
package struct SourceDonor {
  var source: [UInt8]
  /// The program in it, as Mortise writes it.
  var before: [UInt8]
}

/// A change of the white space at the beginning of lines, for a part at another depth than before.
struct IndentShift {
  private let old: ArraySlice<UInt8>
  private let new: ArraySlice<UInt8>

  /// - Parameters:
  ///   - old: the white space before the part in its text.
  ///   - new: that before it in the file.
  /// - Returns: nil if nothing changes, or the part doesn't begin a line.
  init?(from old: ArraySlice<UInt8>, to new: ArraySlice<UInt8>) {
    if old == new || !old.contains(UInt8(ascii: "\n")) { return nil }
    (self.old, self.new) = (old, new)
  }

  func applied(to blank: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard blank.starts(with: old) else { return blank }
    // Where the part doesn't begin a line in the file, nothing in it does.
    return new.contains(UInt8(ascii: "\n")) ? new + blank.dropFirst(old.count) : new
  }
}

extension Hasher {
  /// Adds bytes at once; those of a slice are added one by one.
  mutating func combine(text: ArraySlice<UInt8>) { text.withUnsafeBytes { combine(bytes: UnsafeRawBufferPointer($0)) } }
}
