import BlockFormats
import MortiseFiles
import Workbench

/// The effect of a journal line, without its details.
nonisolated enum JournalEffect: Sendable {
  case base
  /// The ids of the events' groups, as numbers of `JournalGroups.id`.
  case events([UInt64])
  case undo(Int)
  case redo(Int)
  case saving
  /// The name of the format that the program was saved in.
  case saved(String)
  case editor
  case draft(JournalIndex.DraftPart)
}

/// A line to be written, with its line break. A base includes the program.
nonisolated struct JournalRecord: Sendable {
  let text: [UInt8]
  let effect: JournalEffect

  init(_ line: JournalLine, program: [UInt8] = []) {
    text = if case .base = line { line.text + program + [UInt8(ascii: "\n")] } else { line.text }
    effect = line.effect
  }
}

extension JournalLine {
  nonisolated var effect: JournalEffect {
    switch self {
    case .base: .base
    case .events(let events, _): .events(events.map { JournalGroups.id($0["group"]?.string) })
    case .undo(let count): .undo(count)
    case .redo(let count): .redo(count)
    case .saving: .saving
    case .saved(let save): .saved(save.format)
    case .editor: .editor
    case .draft(let draft): .draft(draft.map { $0.isWhole ? .whole : .continued } ?? .end)
    }
  }
}
