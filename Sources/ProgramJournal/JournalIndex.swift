import BlockFormats
import Workbench

/// The byte ranges of a journal's lines, and their combined effect. They count from the end of the header.
nonisolated struct JournalIndex: Sendable {
  var headerLength: Int
  private(set) var groups = JournalGroups()
  private var base: Range<Int>?
  /// The last line that names an editor.
  private var editor: Range<Int>?
  /// The last save in each format, in order. Earlier formats matter: a program that was saved in another format can't
  /// be written back as it was read.
  private var saves: [(range: Range<Int>, format: String)] = []
  /// The lines of the draft at the end: one that holds the whole draft, and those that continue it.
  private var drafts: [(range: Range<Int>, part: DraftPart)] = []
  private var contentLength = 0

  /// The part of the draft in an open dialog that a line holds.
  enum DraftPart { case whole, continued, end }

  init(headerLength: Int) { self.headerLength = headerLength }

  /// The length of the journal, the header included.
  var length: Int { headerLength + contentLength }

  /// Adds a line of `size` bytes at the end.
  /// - Returns: false if it isn't allowed there.
  mutating func add(_ effect: JournalEffect, size: Int) -> Bool {
    let range = contentLength..<contentLength + size
    switch effect {
    case .base:
      guard base == nil else { return false }
      base = range
    case .events(let ids):
      guard base != nil else { return false }
      groups.add(ids, at: range)
    case .undo(let count): guard groups.undo(count) else { return false }
    case .redo(let count): guard groups.redo(count) else { return false }
    case .saving: groups.beginSave()
    case .saved(let format):
      groups.save()
      if saves.last?.format == format { saves.removeLast() }
      saves.append((range, format))
    case .editor: editor = range
    case .draft(let part):
      guard base != nil || part == .end else { return false }
      if part != .continued { drafts = [] }
      if part != .end { drafts.append((range, part)) }
    }
    switch effect {
    case .base, .events, .undo, .redo: drafts = []
    case .saving, .saved, .editor, .draft: break
    }
    contentLength += size
    return true
  }

  /// A shorter journal that recovers the same: without the groups that no undo or redo reaches.
  struct Compacted {
    enum Piece {
      /// A part of this journal, by its offsets in the file.
      case copy(Range<Int>)
      case text([UInt8])
    }

    fileprivate(set) var pieces: [Piece]
    fileprivate(set) var index: JournalIndex

    fileprivate mutating func add(_ ranges: [Range<Int>], _ effect: JournalEffect, after header: Int) {
      for range in ranges {
        let absolute = header + range.lowerBound..<header + range.upperBound
        if case .copy(let last)? = pieces.last, last.upperBound == absolute.lowerBound {
          pieces[pieces.count - 1] = .copy(last.lowerBound..<absolute.upperBound)
        } else {
          pieces.append(.copy(absolute))
        }
      }
      _ = index.add(effect, size: ranges.reduce(0) { $0 + $1.count })
    }
  }

  /// - Returns: nil if nothing can be left out, or while a save is unconfirmed.
  func compacted() -> Compacted? {
    guard let base, let savedCount = groups.savedCount, !groups.isSaving, groups.areSeparate else { return nil }
    var result = Compacted(pieces: [.copy(0..<headerLength)], index: JournalIndex(headerLength: headerLength))
    if let editor { result.add([editor], .editor, after: headerLength) }
    result.add([base], .base, after: headerLength)
    let reachable = groups.reachable
    for number in 0...reachable.count {
      if number == savedCount {
        for save in saves { result.add([save.range], .saved(save.format), after: headerLength) }
      }
      if number < reachable.count {
        result.add(reachable[number].ranges, .events([reachable[number].id]), after: headerLength)
      }
    }
    if groups.undoneCount > 0 {
      let undo = JournalRecord(.undo(groups.undoneCount))
      result.pieces.append(.text(undo.text))
      _ = result.index.add(undo.effect, size: undo.text.count)
    }
    for draft in drafts { result.add([draft.range], .draft(draft.part), after: headerLength) }
    return result.index.length < length ? result : nil
  }
}
