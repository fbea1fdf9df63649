import BlockModel

/// The content of a block's element, while it is read.
struct XMLBlockContent {
  var type = ""
  var id: String?
  var inline: Bool?
  var position: WorkspacePoint?
  var fields: [FieldRecord] = []
  var mutation: MutationState?
  private(set) var rare: RareParts?

  /// The parts that only few blocks have.
  final class RareParts {
    var extras = BlockSnapshot.Extras.Values()
    var parts = UnknownParts()
  }

  /// The rare parts, created when they are first needed, because creating them takes as long as reading some blocks.
  var createdRare: RareParts {
    mutating get {
      let parts = rare ?? RareParts()
      rare = parts
      return parts
    }
  }
}
