import BlockEditing
import BlockEvents
import BlockFormats
import BlockLibrary
import BlockModel
import BlockNotation
import Markup
import ProgramDiff
import SeededTesting
import Workbench

/// Two versions of a program, as files.
struct PairOfPrograms {
  let old: [UInt8]
  let new: [UInt8]
  let factory: BlockFactory

  static func read(_ bytes: [UInt8], _ factory: BlockFactory) throws -> ReadProgram {
    try ProgramReader.read(bytes, factory: factory, randomness: SeededNumbers(seed: 7))
  }

  /// What a program says, whatever its ids, places and format.
  static func meaning(of workspace: Workspace) -> String {
    let text = NotationWriter.write(workspace, library: NotationLibrary(factory: workspace.factory))
    return String(decoding: text, as: UTF8.self).split(separator: "\n\n").sorted().joined(separator: "\n\n")
  }

  /// Why the difference between the two is wrong; nil if it is right.
  func fault(isExact: Bool = false) throws -> (message: String?, events: [BlocklyEvent]) {
    let (own, other) = (try Self.read(old, factory), try Self.read(new, factory))
    let match = ProgramMatch(own.workspace, other.workspace, isExact: isExact)
    let difference: ProgramDifference
    do { difference = try ProgramDifference(changing: match) } catch { return ("\(error)", []) }
    let (result, wanted) = (own.workspace, other.workspace)
    let (meaning, wantedMeaning) = (Self.meaning(of: result), Self.meaning(of: wanted))
    if meaning != wantedMeaning {
      return ("the result has another meaning:\n\(Self.firstDifference(meaning, wantedMeaning))", difference.events)
    }
    if isExact {
      let written = ProgramWriter.write(result, style: other.style).bytes
      let expected = ProgramWriter.write(wanted, style: other.style).bytes
      if written != expected {
        let texts = [written, expected].map { String(decoding: $0, as: UTF8.self) }
        return ("the result has other bytes:\n\(Self.firstDifference(texts[0], texts[1]))", difference.events)
      }
    }
    // Another client replays the events from their JSON.
    let copy = try Self.read(old, factory).workspace
    let lines = difference.events.map { $0.json(in: result).text() }.joined(separator: "\n")
    let problems = EventReplay(workspace: copy).apply(Array(lines.utf8), named: "events")
    if let problem = problems.first { return ("replay: \(problem)", difference.events) }
    let style = own.style
    let (replayed, direct) = [copy, result].map { ProgramWriter.write($0, style: style).bytes }.pair
    if replayed != direct {
      let texts = [replayed, direct].map { String(decoding: $0, as: UTF8.self) }
      return ("replayed events give other bytes:\n\(Self.firstDifference(texts[0], texts[1]))", difference.events)
    }
    return (nil, difference.events)
  }

  private static func firstDifference(_ text: String, _ other: String) -> String {
    let (lines, others) = (text.split(separator: "\n"), other.split(separator: "\n"))
    for (line, other) in zip(lines, others) where line != other {
      return "is:     \(line.prefix(400))\nshould: \(other.prefix(400))"
    }
    return "is:     \(lines.count) lines\nshould: \(others.count) lines"
  }
}

extension Array {
  fileprivate var pair: (Element, Element) { (self[0], self[1]) }
}
