import BlockModel
import BlockNotation

/// The changes between two programs, as lines in the wording of the blocks: the new program, with deleted lines at
/// their old places.
package struct ChangeListing {
  package enum Sign: String, Sendable {
    case same = " "
    case inserted = "+"
    case deleted = "-"
    case changed = "~"
    case moved = ">"
  }

  /// A line.
  package struct Row {
    package var sign: Sign
    /// The indentation, in the new program if it has the line.
    package var level = 0
    /// The indentation in the old program; nil if it is the same.
    package var oldLevel: Int?
    /// The line of the old program, without the indentation; nil for an inserted line.
    package var old: String?
    /// The line of the new program, without the indentation; nil for a deleted line.
    package var new: String?
    /// Details that the line doesn't show, such as where it was moved from; `""` for none.
    package var note = ""
    package var oldBlock: Block?
    package var newBlock: Block?
    /// Whether the line was inserted or deleted, but its block is in both programs, as with a new “else”.
    package var isPartOfKept = false

    /// The line of the new program, or else of the old one.
    package var text: String { new ?? old ?? "" }
  }

  /// A stack, or another part of a program.
  package struct Section {
    package enum Kind: Sendable { case stack, comments, variables, file }

    package var kind: Kind
    package var title: String
    /// All lines, including unchanged ones.
    package var rows: [Row]

    /// The rows to show: those that differ, with up to this many unchanged ones around them.
    package func hunks(context: Int) -> [Range<Int>] {
      var hunks: [Range<Int>] = []
      for index in rows.indices where rows[index].sign != .same {
        let (start, end) = (max(0, index - context), min(rows.count, index + context + 1))
        if let last = hunks.last, start <= last.upperBound {
          hunks[hunks.count - 1] = last.lowerBound..<end
        } else {
          hunks.append(start..<end)
        }
      }
      return hunks
    }
  }

  package private(set) var sections: [Section] = []

  /// - Parameters:
  ///   - library: the wordings of the programs' factory.
  ///   - showsAll: whether stacks without changes are listed, too.
  package init(_ changes: ProgramChanges, library: NotationLibrary, showsAll: Bool = false) {
    var stacks = StackListing(changes, library: library)
    sections = stacks.sections(showsAll: showsAll)
    addVariables(changes)
    addComments(changes, stacks.newLines)
    let (old, new) = (changes.match.oldWorkspace, changes.match.newWorkspace)
    addFile(ProgramLines.foreignLines(of: old), ProgramLines.foreignLines(of: new))
  }

  /// Adds parts of the file that aren't blocks, line by line.
  package mutating func addFile(_ old: [String], _ new: [String]) {
    if old != new { addToFile(Self.rows(old, new)) }
  }

  /// Adds a difference of the file that lines can't show.
  package mutating func addChange(ofFile words: String) {
    addToFile([Row(sign: .changed, old: words, new: words)])
  }

  private mutating func addToFile(_ rows: [Row]) {
    if let index = sections.firstIndex(where: { $0.kind == .file }) {
      sections[index].rows += rows
    } else {
      sections.append(Section(kind: .file, title: "the rest of the file", rows: rows))
    }
  }

  private mutating func addVariables(_ changes: ProgramChanges) {
    var rows = changes.variables.map { Row(sign: .changed, old: $0.old, new: $0.new) }
    rows += changes.deletedVariables.map { Row(sign: .deleted, old: $0.words) }
    rows += changes.createdVariables.map { Row(sign: .inserted, new: $0.words) }
    if !rows.isEmpty { sections.append(Section(kind: .variables, title: "variables", rows: rows)) }
  }

  private mutating func addComments(_ changes: ProgramChanges, _ lines: ProgramLines) {
    for change in changes.comments {
      let rows = Self.rows(change.old.map(lines.lines) ?? [], change.new.map(lines.lines) ?? [])
      let title = change.old == nil ? "new comment" : change.new == nil ? "deleted comment" : "comment"
      sections.append(Section(kind: .comments, title: title, rows: rows))
    }
  }

  /// The rows for the differences of two texts.
  private static func rows(_ old: [String], _ new: [String]) -> [Row] {
    var rows: [Row] = []
    var (start, otherStart) = (0, 0)
    for pair in LineAlignment.pairs(old, new) + [(old.count, new.count)] {
      let changed = min(pair.old - start, pair.new - otherStart)
      for offset in 0..<changed {
        rows.append(Row(sign: .changed, old: old[start + offset], new: new[otherStart + offset]))
      }
      rows += old[(start + changed)..<pair.old].map { Row(sign: .deleted, old: $0) }
      rows += new[(otherStart + changed)..<pair.new].map { Row(sign: .inserted, new: $0) }
      if pair.old < old.count { rows.append(Row(sign: .same, old: old[pair.old], new: new[pair.new])) }
      (start, otherStart) = (pair.old + 1, pair.new + 1)
    }
    return rows
  }
}

/// Alignments of texts by their elements.
nonisolated enum LineAlignment {
  /// The pairs of equal elements, in their order.
  static func pairs<Element: Hashable>(_ old: [Element], _ new: [Element]) -> [ListAlignment.Pair] {
    var numbers: [Element: Int] = [:]
    func number(_ element: Element) -> Int {
      if let number = numbers[element] { return number }
      numbers[element] = numbers.count
      return numbers.count - 1
    }
    return ListAlignment.equal(old.map(number), new.map(number)).sorted { $0.old < $1.old }
  }
}
