import BlockFormats
import BlockLibrary
import BlockModel
import Markup

/// Short descriptions of both sides of a conflict, for users that see the blocks.
package nonisolated enum ConflictWords {
  /// Returns a program's problem in the wording of the blocks: earlier versions named inputs in a copy's comment.
  package static func words(of problem: BlockRemark, in workspace: Workspace) -> BlockRemark {
    guard let block = problem.blockID.flatMap({ workspace.blocks[$0] }), ConflictCopy.isCopy(block),
      let note = block.comment.flatMap({ ConflictNote(text: $0.text) }),
      problem.message == ConflictCopy.problem(note.messages.joined(separator: "; "))
    else { return problem }
    return BlockRemark(blockID: block.id, message: ConflictCopy.problem(text(of: note.messages)))
  }

  /// - Parameter messages: the messages of the conflict's copy, as any version of a merge wrote them.
  package static func text(of messages: [String]) -> String {
    var texts: [String] = []
    for message in messages {
      let text = text(of: message)
      // Parts of one line have the same lines.
      if !texts.contains(text) { texts.append(text) }
    }
    return texts.joined(separator: "; ")
  }

  private static func text(of message: String) -> String {
    guard let change = ConflictNote.change(in: message) else { return message }
    // A part's name follows its inputs, and a property has no words in the line.
    let property = ContentProperty.allCases.first {
      change.part == $0.rawValue || change.part.hasSuffix(" " + $0.rawValue)
    }
    let name = property?.name ?? change.part.split(separator: " ").last.map(String.init) ?? change.part
    let parts = property == nil ? parts(change.before, change.ours, change.theirs) : []
    return parts.isEmpty ? "both sides changed its \(name)" : text(of: parts)
  }

  /// - Parameters:
  ///   - part: the part that both sides change.
  ///   - before: the line with it in the base.
  static func text(of part: ContentPart, before: String, ours: String, theirs: String) -> String {
    var parts: [Part] = []
    if case .property = part {} else { parts = self.parts(before, ours, theirs) }
    return parts.isEmpty ? "both sides changed its \(part.name)" : text(of: parts)
  }

  /// A part of a line that both sides changed differently.
  private struct Part: Equatable {
    var before: String
    var ours: String
    var theirs: String
  }

  /// The maximum length of a message that fits an 80-column status line after the conflict's number, beside its hint.
  private static let roomInLine = 46

  private static func text(of parts: [Part]) -> String {
    let text = sentence(of: parts)
    if parts.count == 1, text.count > roomInLine, ![parts[0].before, parts[0].ours, parts[0].theirs].contains("") {
      return
        "ours “\(trimmed(parts[0].ours))”, theirs “\(trimmed(parts[0].theirs))”, before “\(trimmed(parts[0].before))”"
    }
    return text
  }

  private static func sentence(of all: [Part]) -> String {
    // The same change at several places of a line is named once.
    let parts = all.reduce(into: [Part]()) { if !$0.contains($1) { $0.append($1) } }
    return parts.enumerated().map { index, part in
      let (before, ours, theirs) = (quoted(part.before), quoted(part.ours), quoted(part.theirs))
      if part.before.isEmpty { return "ours added \(ours), theirs \(theirs)" }
      if part.ours.isEmpty { return "ours deleted \(before), theirs changed it to \(theirs)" }
      // “ours changed” is written once for several parts in a row.
      let isFirst = index == 0 || parts[index - 1].before.isEmpty || parts[index - 1].ours.isEmpty
      return (isFirst ? "ours changed " : "") + "\(before) to \(ours), theirs "
        + (part.theirs.isEmpty ? "deleted it" : "to \(theirs)")
    }.joined(separator: "; ")
  }

  /// A single word or number needs no quotation marks.
  private static func quoted(_ text: String) -> String {
    let text = trimmed(text)
    return text.contains { !$0.isLetter && !$0.isNumber && !"_.-".contains($0) } ? "“\(text)”" : text
  }

  /// The maximum length of a text in a message, in characters: a program's texts may have megabytes.
  private static let longestText = 400

  /// Shortens a long text for a message.
  package static func cut(_ text: String) -> String {
    text.utf8.count > longestText && text.count > longestText ? text.prefix(longestText - 1) + "…" : text
  }

  /// Cuts a text, and removes the spaces around it: an added or deleted word includes its space.
  private static func trimmed(_ whole: String) -> String {
    let text = cut(whole)
    let words = text.split(separator: " ", omittingEmptySubsequences: false).drop { $0.isEmpty }
    return words.dropLast(words.reversed().prefix { $0.isEmpty }.count).joined(separator: " ")
  }

  // MARK: - Comparing

  /// A replacement for a range of characters of the line before.
  private struct Edit {
    var range: Range<Int>
    var text: String
  }

  private static func edits(_ before: String, _ after: String) -> [Edit] {
    var edits: [Edit] = []
    var position = 0
    for span in WordChanges.spans(before, after) {
      let end = position + span.text.count
      switch span.kind {
      case .same: position = end
      case .deleted:
        edits.append(Edit(range: position..<end, text: ""))
        position = end
      case .inserted:
        if let last = edits.last, last.range.upperBound == position {
          edits[edits.count - 1].text = span.text
        } else {
          edits.append(Edit(range: position..<position, text: span.text))
        }
      }
    }
    return edits
  }

  /// The parts that both sides changed differently: at most two; more are shown as one.
  private static func parts(_ before: String, _ ours: String, _ theirs: String) -> [Part] {
    let sides = [edits(before, ours), edits(before, theirs)]
    var ranges: [Range<Int>] = []
    for edit in sides.joined().sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      if let last = ranges.last, edit.range.lowerBound <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound..<max(last.upperBound, edit.range.upperBound)
      } else {
        ranges.append(edit.range)
      }
    }
    let characters = Array(before)
    func text(_ range: Range<Int>, _ edits: [Edit]) -> String {
      var (text, position) = ("", range.lowerBound)
      // Joined ranges contain whole edits.
      let first = edits.sortedIndex { $0.range.lowerBound >= range.lowerBound }
      for edit in edits[first...] {
        if edit.range.lowerBound > range.upperBound { break }
        text += String(characters[position..<edit.range.lowerBound]) + edit.text
        position = edit.range.upperBound
      }
      return text + String(characters[position..<range.upperBound])
    }
    func part(_ range: Range<Int>) -> Part {
      Part(before: String(characters[range]), ours: text(range, sides[0]), theirs: text(range, sides[1]))
    }
    let differing = ranges.filter { range in
      let part = part(range)
      return part.before != part.ours && part.before != part.theirs && part.ours != part.theirs
    }
    guard differing.count > 2, let first = differing.first, let last = differing.last else {
      return differing.map(part)
    }
    return [part(first.lowerBound..<last.upperBound)]
  }
}
