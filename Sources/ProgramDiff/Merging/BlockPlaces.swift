import BlockLayout
import BlockLibrary
import BlockModel
import BlockNotation

/// Where the blocks of a program are in its file, for what finds them again.
struct BlockPlaces {
  private var places: [ObjectIdentifier: (stack: Int, block: Int)] = [:]

  /// - Parameter copies: the ids of conflicts' copies, which don't count.
  init(in workspace: Workspace, without copies: Set<String>) {
    for (stack, top) in workspace.topBlocks.lazy.filter({ !copies.contains($0.id) }).enumerated() {
      for (index, block) in top.descendants().enumerated() where block.hasImplicitID {
        places[ObjectIdentifier(block)] = (stack + 1, index + 1)
      }
    }
  }

  /// Returns what finds a block again; nil for a copy.
  /// - Parameter line: the block in words.
  func reference(to block: Block, line: String) -> ConflictNote.BlockReference? {
    guard block.hasImplicitID else { return block.id.contains(where: \.isNewline) ? nil : .id(block.id) }
    return places[ObjectIdentifier(block)].map { .index(stack: $0.stack, block: $0.block, line: line) }
  }
}

extension ConflictNote.BlockReference {
  /// Returns a block's line in words or, if it has none, its label, uncut so that two versions differ.
  static func line(of block: Block, _ library: NotationLibrary, in workspace: Workspace) -> String {
    LineWriter.words(of: block, library: library, in: workspace) ?? BlockLabel.header(of: block, limit: 400)
  }

  /// Finds the block; nil if it is no longer there, or not for sure.
  /// - Parameter copy: the conflict's copy. A call may be called like it since the function was renamed.
  func block(in workspace: Workspace, _ library: NotationLibrary, for copy: Block) -> Block? {
    switch self {
    case .id(let id): return workspace.blocks[id]
    case .index(let stack, let index, let line):
      // Notes may state types, as earlier versions wrote them.
      func isIt(_ block: Block) -> Bool {
        let whole = Self.line(of: block, library, in: workspace)
        return line == whole || line == ConflictWords.cut(whole)
          || line == LineWriter.line(of: block, library: library, in: workspace) ?? block.type
      }
      let name = (copy.mutator as? MutatorProcedureCaller)?.name
      func isCall(_ block: Block) -> Bool { name != nil && (block.mutator as? MutatorProcedureCaller)?.name == name }
      let stacks = workspace.topBlocks.filter { !ConflictCopy.isCopy($0) }
      if stacks.indices.contains(stack - 1) {
        let block = stacks[stack - 1].descendants().dropFirst(index - 1).first { _ in true }
        if let block, isIt(block) || isCall(block) { return block }
      }
      // The program may have changed since.
      var found: Block?
      for block in stacks.lazy.flatMap({ $0.descendants() }) where isIt(block) {
        if found != nil { return nil }
        found = block
      }
      return found
    }
  }
}
