import BlockEvents
import BlockFormats
import BlockLayout
import BlockLibrary
import BlockModel
import CorpusFiles
import Markup
import ProgramContainers
import SeededTesting
import Testing
import WorkbenchTesting

@testable import Workbench

/// In files of Blockly's and other apps, an edit changes its own bytes only: each kind of edit, at some blocks of each file.
@MainActor @Suite struct EditsInFilesTests {
  private enum Kind: CaseIterable {
    case insert, duplicate, delete, move, disable
  }

  /// Blockly's programs and ours, and folders of other apps' programs.
  nonisolated private static let folders = ["", "blockly-tests", "makecode", "older", "containers"]

  private static func files(in folder: String) -> [String] {
    if folder.isEmpty {
      return Corpus.files(in: Corpus.folder + "/blockly-12.3") + Corpus.allFiles(in: Corpus.folder + "/openroberta")
        + Corpus.files(in: "examples")
    }
    return Corpus.others.map { corpus in
      Corpus.allFiles(in: corpus + "/" + folder).flatMap { path in
        let inside = Corpus.allFiles(in: path)
        return inside.isEmpty ? [path] : inside
      }
    } ?? []
  }

  @Test(arguments: folders) func anEditChangesItsOwnBytes(folder: String) throws {
    var (count, files) = (0, 0)
    for path in Self.files(in: folder) {
      guard let start = try? Self.open(path), Self.text(of: start) != nil else { continue }
      let ids = Self.targets(in: start.workspace)
      files += 1
      for seed in Seeds.first(1, from: 2026) {
        var random = SeededGenerator(seed: seed)
        for kind in Kind.allCases {
          guard let id = ids.randomElement(using: &random) else { continue }
          if try Self.check(kind, at: id, in: path, seed) { count += 1 }
        }
      }
    }
    #expect(count >= files * 2, "only \(count) edits of \(files) files")
  }

  private static func open(_ path: String) throws -> WorkbenchController {
    WorkbenchController(
      document: try Document.open(path, opensFirst: true, factory: try Corpus.factory(), seed: 1),
      toolbox: Toolbox(categories: []),
      style: LayoutStyle(usesBrackets: false, repertoire: .unicode, canvasWidth: 80), eventManager: EventManager())
  }

  /// The blocks below which nothing hangs, so that what an edit of one changes is in one place.
  private static func targets(in workspace: Workspace) -> [String] {
    workspace.topBlocks.flatMap { $0.descendants() }.filter {
      !$0.isShadow && $0.nextConnection?.targetBlock == nil && $0.isMovable && $0.isDeletable
        && !$0.descendants().contains { $0.isShadow && !$0.isMovable }
    }.map(\.id)
  }

  /// The program as the file says it; nil if it can't be looked at.
  private static func text(of controller: WorkbenchController) -> [UInt8]? {
    let style = controller.document.style
    if style.format.readOnlyReason != nil { return nil }
    return style.format.app == "Open Roberta" ? style.containerFile : style.embedded?.text ?? controller.bytes().bytes
  }

  /// - Returns: whether the edit could be made.
  private static func check(_ kind: Kind, at id: String, in path: String, _ seed: UInt64) throws -> Bool {
    let controller = try open(path)
    guard let old = text(of: controller), let block = controller.workspace.blocks[id] else { return false }
    let target = block.parent == nil || kind != .move ? block : block.root
    controller.perform(.focus(.block(id: target.id)))
    switch kind {
    case .insert:
      var record = BlockSnapshot.Record(type: "text_print")
      record.position = WorkspacePoint(x: 300, y: 300)
      controller.perform(.insert(BlockSnapshot(records: [record])))
    case .duplicate: controller.perform(.duplicate)
    case .delete: controller.perform(.delete)
    case .move:
      controller.perform(.beginDrag(takesStack: true, by: .keyboard))
      controller.perform(.updateDrag(.nudge(columns: 20, rows: 7), by: .keyboard))
      controller.perform(.drop(by: .keyboard))
    case .disable:
      // Calls are disabled with their function.
      if target.type.hasPrefix("procedures_def") { return false }
      controller.perform(.toggleDisabled)
    }
    guard controller.isModified else { return false }
    let saved = controller.bytes().bytes
    let location = controller.document.location
    let file = try Document(bytes: saved, path: location, factory: try Corpus.factory(), seed: 1)
    let new = file.style.format.app == "Open Roberta" ? saved : file.style.embedded?.text ?? saved
    let difference = tokens(of: new).difference(from: tokens(of: old))
    // Brackets and names of inputs around the blocks may come and go with them.
    let (removed, added) = (difference.removals.count, difference.insertions.count)
    let isSmall =
      switch kind {
      case .insert, .duplicate: removed <= 2
      case .delete: added <= 2
      case .move: removed <= 3 && added <= 3
      case .disable: removed <= 2 && added <= 8
      }
    #expect(isSmall, "seed \(seed): \(path): \(kind) at \(id):\n\(shown(difference))")
    if kind == .move || kind == .disable {
      let rest = outside(old, new)
      #expect(
        rest.count <= 300,
        "seed \(seed): \(path): \(kind) at \(id):\n\(String(decoding: rest.prefix(600), as: UTF8.self))")
    }
    return true
  }

  private static func shown(_ difference: CollectionDifference<String>) -> String {
    difference.prefix(40).map { change in
      switch change {
      case .remove(_, let token, _): "- \(token)"
      case .insert(_, let token, _): "+ \(token)"
      }
    }.joined(separator: "\n")
  }

  /// Tags and texts, or strings and signs, without white space between them.
  private static func tokens(of text: [UInt8]) -> [String] {
    var tokens: [String] = []
    var start = 0
    func end(at index: Int) {
      let token = String(decoding: text[start..<index], as: UTF8.self)
      if !token.allSatisfy(\.isWhitespace) { tokens.append(token) }
      start = index
    }
    let isXML = text.first { $0 > 0x20 && $0 < 0x7F } == UInt8(ascii: "<")
    for (index, byte) in text.enumerated() {
      if isXML {
        if byte == UInt8(ascii: "<") { end(at: index) }
        if byte == UInt8(ascii: ">") { end(at: index + 1) }
      } else if [UInt8(ascii: ","), UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\n")].contains(byte) {
        end(at: index + 1)
      } else if [UInt8(ascii: "}"), UInt8(ascii: "]")].contains(byte) {
        end(at: index)
      }
    }
    end(at: text.count)
    return isXML ? tokens : tokens.map { $0.trimmingCommas }
  }

  /// The part of the old text that differs from the new one.
  private static func outside(_ old: [UInt8], _ new: [UInt8]) -> ArraySlice<UInt8> {
    let most = min(old.count, new.count)
    let start = (0..<most).first { old[$0] != new[$0] } ?? most
    let end = (0..<most - start).first { old[old.count - 1 - $0] != new[new.count - 1 - $0] } ?? most - start
    return old[start..<old.count - end]
  }
}

extension String {
  /// The text without blanks around it, and without the comma that only tells that something follows.
  fileprivate var trimmingCommas: String {
    var text = Substring(self)
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace || last == "," { text.removeLast() }
    return String(text)
  }
}
