import Markup

/// The corresponding parts of three texts: a file, the program in it as Mortise writes it (`before`), and the edited
/// program (`after`).
struct SourcePairs {
  /// The part of the file for each part of `before`, and the reverse; -1 for none.
  private(set) var toSource: [Int]
  private(set) var fromSource: [Int]
  /// The part of `before` for each part of `after`, and the reverse; -1 for none.
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

  /// Returns the part of the file for a part of `after`; -1 for none.
  func source(ofAfter index: Int) -> Int { toBefore[index] < 0 ? -1 : toSource[toBefore[index]] }

  /// Returns the last of some parts of `before` that has no part of `after` yet. Removes the parts after it, so that
  /// many parts of one kind don't take quadratic time.
  func lastWithoutAfter(in parts: inout [Int]) -> Int? {
    while let part = parts.last, fromBefore[part] >= 0 { parts.removeLast() }
    return parts.last
  }

  /// Removes children that change places with others: these have moved.
  /// - Parameter positions: the position of each child in the edited program, by its part of the file.
  static func inOrder(_ positions: [Int: Int]) -> [Int: Int] {
    let parts = positions.sorted { $0.key < $1.key }
    let run = IncreasingRun.indices(of: parts.map(\.value)).map { parts[$0] }
    return Dictionary(uniqueKeysWithValues: run.map { ($0.key, $0.value) })
  }
}

/// A text from which new parts of another text are copied: the other version in a merge.
package struct SourceDonor {
  var source: [UInt8]
  /// The program in the text, as Mortise writes it.
  var before: [UInt8]
}

/// A change of indentation, for a part that moves to another depth.
struct IndentShift {
  private let old: ArraySlice<UInt8>
  private let new: ArraySlice<UInt8>

  /// - Parameters:
  ///   - old: the white space before the part in its text.
  ///   - new: the white space before it in the file.
  /// - Returns: nil if nothing changes, or the part doesn't begin a line.
  init?(from old: ArraySlice<UInt8>, to new: ArraySlice<UInt8>) {
    if old == new || !old.contains(UInt8(ascii: "\n")) { return nil }
    (self.old, self.new) = (old, new)
  }

  func applied(to blank: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard blank.starts(with: old) else { return blank }
    // If the part doesn't begin a line in the file, nothing in it does.
    return new.contains(UInt8(ascii: "\n")) ? new + blank.dropFirst(old.count) : new
  }
}

extension Hasher {
  /// Adds all bytes of a text at once; hashing a slice would add them one by one.
  mutating func combine(text: ArraySlice<UInt8>) { text.withUnsafeBytes { combine(bytes: UnsafeRawBufferPointer($0)) } }
}
