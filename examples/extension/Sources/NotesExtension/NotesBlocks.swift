import BlockModel
import CodeGeneration
import MortiseCommandLine

/// The block that plays notes, and its category of the toolbox.
nonisolated enum NotesBlocks {
  static var blocks: AppBlocks {
    var blocks = AppBlocks()
    blocks.files = [GeneratorFile(path: "notes", bytes: Array(definition.utf8), kind: .definitions)]
    blocks.register = { factory, _ in factory.blockBuilders["play_notes"]?.mutator = MutatorNotes() }
    blocks.categories = Array(categories.utf8)
    return blocks
  }

  private static let definition = """
    [{"type": "play_notes", "message0": "notes", "colour": 20, "previousStatement": null, "nextStatement": null}]
    """

  private static let categories = """
    {"contents": [{"kind": "category", "name": "Notes", "colour": 20, "contents": [
      {"kind": "block", "type": "play_notes"},
      {"kind": "button", "text": "All at one tempo", "callbackkey": "SAME_TEMPO"}]}]}
    """

  /// The blocks of a workspace that play notes, in the order of the program.
  @MainActor static func all(in workspace: Workspace) -> [(block: Block, mutator: MutatorNotes)] {
    workspace.topBlocks.flatMap { Array($0.descendants()) }.compactMap { block in
      (block.mutator as? MutatorNotes).map { (block, $0) }
    }
  }
}
