import BlockModel
import Markup

/// The contents of a file, before blocks are created from it.
struct ProgramContents {
  var blocks = BlockSnapshot()
  var variables: [(reference: VariableReference, sourceIndex: Int)] = []
  var declaresVariables = false
  /// See `VariableMap.listsAll`.
  var listsAllVariables = false
  /// Whether the JSON has a member `blocks`.
  var listsBlocks = false
  /// The workspace comments, each with the number of top-level blocks before it.
  var comments: [(comment: WorkspaceComment, blocksBefore: Int)] = []
  var unknownParts = UnknownParts()
  /// The nodes in the XML root that are not Blockly's, each with the number of top-level blocks and comments before it.
  var foreignNodes: [(node: ForeignNode, behind: Int)] = []
  /// The number of top-level blocks.
  var topCount = 0
  var findings: [Finding] = []
  private var commentIDs: Set<String> = []

  struct Finding {
    var sourceIndex: Int
    var kind: ProgramFinding.Kind
    var message: String
  }

  mutating func find(_ kind: ProgramFinding.Kind, at sourceIndex: Int, _ message: String) {
    findings.append(Finding(sourceIndex: sourceIndex, kind: kind, message: message))
  }

  /// Returns an id for a workspace comment: the one in the file, or a new one if it is missing or taken.
  mutating func commentID(_ stated: String?, text: String, at sourceIndex: Int) -> String {
    if let stated, !stated.isEmpty, commentIDs.insert(stated).inserted { return stated }
    if let stated {
      find(.repair, at: sourceIndex, "the comment id “\(stated)” is used twice; this comment got a new one")
    }
    var id = BlocklyID.derived(from: "comment \(comments.count) \(text)")
    while !commentIDs.insert(id).inserted { id = BlocklyID.derived(from: id) }
    return id
  }

  /// Appends the record of a block, to be filled in place: records are large.
  mutating func appendBlock(type: String, id: String?, parent: Int, slot: BlockSnapshot.Slot) {
    if parent < 0 { topCount += 1 }
    blocks.records.append(BlockSnapshot.Record(type: type, id: id, parent: parent, slot: slot))
  }

  /// - Throws: `ProgramFault` for too many fields in one block: fields are searched linearly by name.
  static func check(fieldCount: Int, at sourceIndex: Int) throws {
    if fieldCount > mostParts {
      throw ProgramFault(sourceIndex: sourceIndex, cause: "a block has more than \(mostParts) fields")
    }
  }

  /// The maximum number of fields, and of inputs, in one block.
  static let mostParts = 10_000
}

/// A semantic error in the file, at a place in its source: a byte offset in XML, a tape index in JSON.
struct ProgramFault: Error {
  var sourceIndex: Int
  var cause: String
  /// Whether the file may be another app's, because it contains no program.
  var isForeign = false
}

extension Array {
  /// Reverses the elements from `start` on. `reverse()` of a slice copies it.
  @inline(__always) mutating func reverse(from start: Int) {
    var (low, high) = (start, count - 1)
    while low < high {
      swapAt(low, high)
      (low, high) = (low + 1, high - 1)
    }
  }
}
