import BlockModel
import CodeGeneration
import MortiseCommandLine

/// The blocks that play notes and rate what they play, and their category of the toolbox.
nonisolated enum NotesBlocks {
  static var blocks: AppBlocks {
    var blocks = AppBlocks()
    blocks.files = [BlockFile(path: "notes", bytes: Array(definitions.utf8), kind: .definitions)]
    blocks.registerFields = { $0.register(FieldStars.self) }
    blocks.register = { factory, _ in factory.blockBuilders["play_notes"]?.mutator = MutatorNotes() }
    blocks.categories = Array(categories.utf8)
    return blocks
  }

  private static let definitions = """
    [{"type": "play_notes", "message0": "notes", "colour": 20, "previousStatement": null, "nextStatement": null},
     {"type": "rate", "message0": "rate it %1", "colour": 20, "previousStatement": null, "nextStatement": null,
      "args0": [{"type": "field_stars", "name": "STARS", "stars": 4}]}]
    """

  private static let categories = """
    {"contents": [{"kind": "category", "name": "Notes", "colour": 20, "contents": [
      {"kind": "block", "type": "play_notes"},
      {"kind": "block", "type": "rate"},
      {"kind": "button", "text": "All at one tempo", "callbackkey": "SAME_TEMPO"}]}]}
    """

  /// The blocks of a workspace that play notes, in the order of the program.
  @MainActor static func all(in workspace: Workspace) -> [(block: Block, mutator: MutatorNotes)] {
    workspace.topBlocks.flatMap { Array($0.descendants()) }.compactMap { block in
      (block.mutator as? MutatorNotes).map { (block, $0) }
    }
  }
}
