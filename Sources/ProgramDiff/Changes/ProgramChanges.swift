import BlockLayout
import BlockModel

/// The differences between two programs, block by block: a view of their match.
///
/// A renamed variable or function is one change: its uses don't count as changed. Blocks that close a gap, or are now
/// inside a new block around them, have not moved.
package struct ProgramChanges {
  /// A part of a block that differs; nil in a program without it.
  package struct Part {
    package var name: String
    package var old: String?
    package var new: String?
  }

  /// The change of a block.
  package struct Change {
    /// Nil for an inserted block.
    package var old: Block?
    /// Nil for a deleted block.
    package var new: Block?
    /// The parts of the block's content that differ.
    package var parts: [Part] = []
    /// The places that it was moved between; nil if it stayed.
    package var move: Move?
  }

  /// The old and the new place of a block, in words.
  package struct Move {
    package var from: String
    package var to: String
  }

  /// A variable in both programs with different names or types.
  package struct VariableChange {
    package var old: String
    package var new: String
  }

  /// A workspace comment that differs; nil in a program without it.
  package struct CommentChange {
    package var old: WorkspaceComment?
    package var new: WorkspaceComment?
  }

  let match: ProgramMatch
  /// The changes in the reading order of the new program, followed by the deleted blocks in that of the old one.
  package private(set) var changes: [Change] = []
  /// The variables that were renamed or got another type, as `x` or `x: Type`.
  package private(set) var variables: [VariableChange] = []
  package private(set) var createdVariables: [Variable] = []
  package private(set) var deletedVariables: [Variable] = []
  package private(set) var comments: [CommentChange] = []
  /// Whether each block of the new program was moved or changed, by index.
  private(set) var isMoved: [Bool]
  private(set) var isChanged: [Bool]
  /// The indices of the changes of the new program's blocks, by block index.
  private var changesOfBlocks: [Int: Int] = [:]
  /// The pairs of old and new stacks, by index; stacks without a counterpart are left out.
  let stacks: StackPairs

  /// - Parameter match: variables of its old program get their new names, so that only the rename itself is a change.
  package init(renaming match: ProgramMatch) {
    self.match = match
    variables = Renaming.apply(match)
    let moves = BlockMoves(match)
    (isMoved, stacks) = (moves.isMoved, moves.stacks)
    isChanged = Array(repeating: false, count: match.new.count)
    compareBlocks()
    let (old, new) = (match.oldWorkspace.variables, match.newWorkspace.variables)
    createdVariables = new.all.filter { match.variables.toOld[$0.id] == nil }
    deletedVariables = old.all.filter { match.variables.toNew[$0.id] == nil }
    comments = CommentChanges.changes(match)
  }

  private mutating func compareBlocks() {
    let numbers = match.variables.numbers(match.oldWorkspace.variables)
    let oldContent = BlockContent(isExact: match.isExact, variableNumbers: numbers.old)
    let newContent = BlockContent(isExact: match.isExact, variableNumbers: numbers.new)
    for (index, block) in match.new.blocks.enumerated() {
      let old = match.toOld[index]
      guard old >= 0 else {
        changes.append(Change(new: block))
        continue
      }
      let own = match.old.blocks[old]
      var change = Change(old: own, new: block)
      if !oldContent.isSame(own, as: block, in: newContent) {
        let (before, after) = (oldContent.parts(of: own), newContent.parts(of: block))
        let names = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
        change.parts = names.map { Self.part($0, own, block, before[$0], after[$0]) }.sorted { $0.name < $1.name }
        isChanged[index] = !names.isEmpty
      }
      if isMoved[index] {
        change.move = Move(
          from: BlockPlace.words(of: old, in: match.old), to: BlockPlace.words(of: index, in: match.new))
      }
      if isMoved[index] || isChanged[index] {
        changesOfBlocks[index] = changes.count
        changes.append(change)
      }
    }
    for (index, block) in match.old.blocks.enumerated() where match.toNew[index] < 0 {
      changes.append(Change(old: block))
    }
  }

  /// The names of a changed block's differing parts.
  func names(ofPartsAt index: Int) -> [String] {
    changesOfBlocks[index].map { changes[$0].parts.map(\.name) } ?? []
  }

  private static func part(
    _ part: ContentPart, _ old: Block, _ new: Block, _ before: String?, _ after: String?
  ) -> Part {
    if case .field(let name) = part {
      return Part(
        name: name, old: old.firstField(withName: name)?.state?.text, new: new.firstField(withName: name)?.state?.text)
    }
    if case .shadow(let name) = part {
      let texts = [old, new].map { block in
        (name.isEmpty ? block.nextConnection : block.firstInput(withName: name)?.connection)?.shadowSnapshot.map(words)
      }
      if texts[0] != texts[1] { return Part(name: name.isEmpty ? "default" : name, old: texts[0], new: texts[1]) }
    }
    return Part(name: part.words, old: before, new: after)
  }

  /// The text of a shadow: its fields, or else its type.
  private static func words(of shadow: BlockSnapshot) -> String {
    let texts = shadow.records.flatMap { $0.fields.map(\.state.plainText) }
    return texts.isEmpty ? shadow.records.first?.type ?? "" : texts.joined(separator: " ")
  }

  /// Whether the programs have the same blocks, variables and comments.
  package var isEmpty: Bool {
    changes.isEmpty && variables.isEmpty && createdVariables.isEmpty && deletedVariables.isEmpty && comments.isEmpty
  }
}

/// The place of a block, in the words of the editor's moves: `below print “B”, in do of repeat`.
enum BlockPlace {
  static func words(of index: Int, in tree: ProgramTree) -> String {
    let holder = tree.holder[index]
    let input = holder < 0 ? nil : tree.blocks[holder].firstInput(withName: tree.input[index])
    let above = tree.above[index]
    guard above >= 0 else {
      return input.map { "in \(BlockLabel.part($0) { BlockLabel.header(of: $0, limit: wordLimit) })" }
        ?? "the top level"
    }
    let place = "below \(BlockLabel.header(of: tree.blocks[above], limit: wordLimit))"
    return place + (input.map { ", in \(BlockLabel.part($0))" } ?? "")
  }

  private static let wordLimit = 32
}
