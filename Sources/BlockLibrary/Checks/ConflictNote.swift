/// The content of the comment of a conflict's copy. With it, the conflict can be settled even after another app has
/// saved the file.
package struct ConflictNote {
  /// The version that the copy is from: `theirs`, or `before` for a block that theirs deleted.
  package var side: String
  /// Descriptions of the sides' changes, a sentence each.
  package var messages: [String]
  /// The parts that both sides change: for each, the inputs that lead to it from the line's block, and its description.
  package var parts: [String] = []
  /// Our version of the copied block; nil for none.
  package var block: BlockReference?
  /// The block's place in theirs; nil for the same place as in ours.
  package var place: Place?
  /// In a comment of the workspace: the function that theirs added, which is deleted when ours is taken.
  package var addition: BlockReference?
  /// Whether the block was disabled before it became a copy.
  package var wasDisabled = false
  /// The block's own comment.
  package var ownComment: String?

  /// A reference by which a block is found again.
  package enum BlockReference: Equatable {
    case id(String)
    /// In a file without ids: the number of the stack, not counting copies, that of the block in it, both from 1, and
    /// the block's line.
    case index(stack: Int, block: Int, alike: Alike? = nil, line: String)
  }

  /// The position of a block among those of its type with the same line.
  package struct Alike: Equatable {
    /// Its number among them, from 1.
    package var number: Int
    /// The number of these blocks, at least two.
    package var count: Int

    package init(number: Int, of count: Int) { (self.number, self.count) = (number, count) }
  }

  /// A place in the program.
  package enum Place: Equatable {
    case below(BlockReference)
    case above(BlockReference)
    case input(String, of: BlockReference)
    /// By itself.
    case stack
  }

  package init(side: String, messages: [String]) { (self.side, self.messages) = (side, messages) }

  private static let (before, betweenOurs, betweenTheirs) = (": before “", "”, ours “", "”, theirs “")

  /// Returns the part that both sides change, and the line's three versions, from a message that an earlier Mortise
  /// wrote; nil for other messages, and for ambiguous ones.
  package static func change(
    in message: String
  ) -> (part: String, before: String, ours: String, theirs: String)? {
    func halves(_ text: Substring, _ separator: String) -> (Substring, Substring)? {
      let ranges = text.ranges(of: separator)
      guard ranges.count == 1, let range = ranges.first else { return nil }
      return (text[..<range.lowerBound], text[range.upperBound...])
    }
    guard message.hasSuffix("”"), let (part, texts) = halves(message.dropLast(), before),
      let (old, sides) = halves(texts, betweenOurs), let (ours, theirs) = halves(sides, betweenTheirs)
    else { return nil }
    return (String(part), String(old), String(ours), String(theirs))
  }

  /// Whether the copy is about a part that both sides change.
  /// - Parameter part: the inputs that lead to the part from the line's block, and its description; nil for any.
  package func isAbout(_ part: [String]? = nil) -> Bool {
    guard let part = part?.joined(separator: " ") else {
      return !parts.isEmpty || messages.contains { $0.contains(Self.before) }
    }
    return parts.contains(part) || messages.contains { $0.hasPrefix(part + Self.before) }
  }

  // MARK: - Text

  private static let (part, ours, place, disabled, comment) = ("Part: ", "Ours: ", "Place: ", "Disabled", "Comment:")
  private static let theirs = "Theirs: "

  /// The text of a comment of the workspace.
  package static func commentText(_ message: String, addition: BlockReference?) -> String {
    ConflictCopy.mark + ": " + message + (addition.map { "\n\n" + theirs + $0.text } ?? "")
  }

  /// The comment's text.
  package var text: String {
    // The machine-readable part is a paragraph of its own, because a canvas shows only the first one.
    var lines = [ConflictCopy.mark + ", " + side + ":"] + messages + [""]
    lines += parts.map { Self.part + $0 }
    if let block { lines.append(Self.ours + block.text) }
    if let place { lines.append(Self.place + place.text) }
    if wasDisabled { lines.append(Self.disabled) }
    if let ownComment { lines += [Self.comment, ownComment] }
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n")
  }

  /// Reads a comment's text; nil if it isn't that of a copy.
  package init?(text: String) {
    guard text.hasPrefix(ConflictCopy.mark) else { return nil }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let head = lines[0].dropFirst(ConflictCopy.mark.count)
    let words = head.split { ":, ".contains($0) }
    self.init(side: String(words.count == 1 ? words[0] : head.dropFirst(2)), messages: [])
    for (index, line) in lines.enumerated().dropFirst() where !line.isEmpty {
      if line == Self.comment {
        ownComment = lines[(index + 1)...].joined(separator: "\n")
        return
      } else if line == Self.disabled {
        wasDisabled = true
      } else if let found = BlockReference(line.without(prefix: Self.ours)) {
        block = found
      } else if let found = BlockReference(line.without(prefix: Self.theirs)) {
        addition = found
      } else if let found = Place(line.without(prefix: Self.place)) {
        place = found
      } else if let found = line.without(prefix: Self.part) {
        parts.append(String(found))
      } else {
        messages.append(line)
      }
    }
  }
}

extension ConflictNote.BlockReference {
  fileprivate var text: String {
    switch self {
    case .id(let id): "id " + id
    case .index(let stack, let block, let alike, let line):
      "block \(block) of stack \(stack)\(alike.map { ", \($0.number) of \($0.count) alike" } ?? ""): \(line)"
    }
  }

  fileprivate init?(_ text: Substring?) {
    guard let text else { return nil }
    if let id = text.without(prefix: "id ") {
      self = .id(String(id))
    } else if let match = text.prefixMatch(
      of: #/block (?<block>\d+) of stack (?<stack>\d+)(, (?<number>\d+) of (?<count>\d+) alike)?: /#),
      let block = Int(match.block), let stack = Int(match.stack), block > 0, stack > 0
    {
      // Earlier versions didn't write the position among alike blocks.
      let (number, count) = (match.number.flatMap { Int($0) }, match.count.flatMap { Int($0) })
      let alike = number.flatMap { number in count.map { ConflictNote.Alike(number: number, of: $0) } }
      if let alike, alike.number < 1 { return nil }
      self = .index(stack: stack, block: block, alike: alike, line: String(text[match.range.upperBound...]))
    } else {
      return nil
    }
  }
}

extension ConflictNote.Place {
  fileprivate var text: String {
    switch self {
    case .below(let block): "below " + block.text
    case .above(let block): "above " + block.text
    case .input(let name, let block): "in \(name) of \(block.text)"
    case .stack: "a stack of its own"
    }
  }

  fileprivate init?(_ text: Substring?) {
    guard let text else { return nil }
    if text == "a stack of its own" {
      self = .stack
    } else if let block = ConflictNote.BlockReference(text.without(prefix: "below ")) {
      self = .below(block)
    } else if let block = ConflictNote.BlockReference(text.without(prefix: "above ")) {
      self = .above(block)
    } else if let rest = text.without(prefix: "in "), let end = rest.firstIndex(of: " "),
      let block = ConflictNote.BlockReference(rest[end...].without(prefix: " of "))
    {
      self = .input(String(rest[..<end]), of: block)
    } else {
      return nil
    }
  }
}

extension StringProtocol where SubSequence == Substring {
  fileprivate func without(prefix: String) -> Substring? { hasPrefix(prefix) ? dropFirst(prefix.count) : nil }
}
