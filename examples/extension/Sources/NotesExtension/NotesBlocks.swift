import BlockModel
import MortiseCommandLine

/// The blocks that play and rate notes, and their toolbox category.
nonisolated enum NotesBlocks {
  static var blocks: AppBlocks {
    var blocks = AppBlocks()
    blocks.registerFields = { $0.register(FieldStars.self) }
    blocks.register = { factory, messages in
      let words = messages.language == "nl" ? dutch : english
      let table = try MessageTable(json: Array(words.utf8), language: messages.language, over: messages)
      try factory.load(json: Array(definitions.utf8), messages: table)
      factory.blockBuilders["play_notes"]?.mutator = MutatorNotes()
    }
    blocks.categories = Array(categories.utf8)
    return blocks
  }

  private static let definitions = """
    [{"type": "play_notes", "message0": "%{BKY_NOTES}", "colour": 20, "previousStatement": null, "nextStatement": null},
     {"type": "rate", "message0": "%{BKY_RATE}", "colour": 20, "previousStatement": null, "nextStatement": null,
      "args0": [{"type": "field_stars", "name": "STARS", "stars": 4}]}]
    """

  /// The words on the blocks.
  private static let english = #"{"NOTES": "notes", "RATE": "rate it %1"}"#
  private static let dutch = #"{"NOTES": "noten", "RATE": "geef %1"}"#

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
