import BlockLayout
import BlockModel
import Markup
import ProgramDiff

/// Differences as an object of JSON (`--json`); docs/use/scripts.md describes it.
struct JSONOutput: ComparisonOutput {
  private var files = JSONWriter(style: .pretty)
  private var only: (old: [String], new: [String]) = ([], [])
  private var isBegun = false

  mutating func addOnly(_ path: String, inOld: Bool) {
    if inOld { only.old.append(path) } else { only.new.append(path) }
  }

  private mutating func begin() {
    if isBegun { return }
    isBegun = true
    files.beginObject()
    files.key("files")
    files.beginArray()
  }

  mutating func add(_ comparison: ProgramComparison) {
    begin()
    let changes = comparison.changes
    files.beginObject()
    files.member("old", comparison.oldPath)
    files.member("new", comparison.newPath)
    let counts = changes.counts
    files.key("counts")
    files.beginObject()
    for (name, count) in [
      ("inserted", counts.inserted), ("deleted", counts.deleted), ("changed", counts.changed), ("moved", counts.moved),
    ] {
      files.key(name)
      files.integer(count)
    }
    files.endObject()
    files.key("blocks")
    files.beginArray()
    for change in changes.changes { add(change) }
    files.endArray()
    files.key("variables")
    files.beginArray()
    for change in changes.variables { addPair(change.old, change.new) }
    for variable in changes.deletedVariables { addPair(variable.words, nil) }
    for variable in changes.createdVariables { addPair(nil, variable.words) }
    files.endArray()
    files.key("comments")
    files.beginArray()
    for change in changes.comments { addPair(change.old?.text, change.new?.text) }
    files.endArray()
    files.key("rest")
    files.beginArray()
    for section in comparison.listing.sections where section.kind == .file {
      for row in section.rows where row.sign != .same { addPair(row.old, row.new) }
    }
    files.endArray()
    files.endObject()
  }

  private mutating func addPair(_ old: String?, _ new: String?) {
    files.beginObject()
    if let old { files.member("old", old) }
    if let new { files.member("new", new) }
    files.endObject()
  }

  private mutating func add(_ change: ProgramChanges.Change) {
    guard let block = change.new ?? change.old else { return }
    files.beginObject()
    files.key("changes")
    files.beginArray()
    let kinds = [
      ("inserted", change.old == nil), ("deleted", change.new == nil), ("changed", !change.parts.isEmpty),
      ("moved", change.move != nil),
    ]
    for kind in kinds where kind.1 { files.string(kind.0) }
    files.endArray()
    files.member("type", block.type)
    files.member("text", BlockLabel.header(of: block, limit: Self.textLimit))
    if let old = change.old, !old.hasImplicitID { files.member("oldId", old.id) }
    if let new = change.new, !new.hasImplicitID { files.member("newId", new.id) }
    if !change.parts.isEmpty {
      files.key("parts")
      files.beginArray()
      for part in change.parts {
        files.beginObject()
        files.member("name", part.name)
        if let old = part.old { files.member("old", old) }
        if let new = part.new { files.member("new", new) }
        files.endObject()
      }
      files.endArray()
    }
    if let move = change.move {
      files.member("from", move.from)
      files.member("to", move.to)
    }
    files.endObject()
  }

  private static let textLimit = 400

  mutating func finish(isDifferent: Bool) -> Bool {
    begin()
    files.endArray()
    for (name, paths) in [("onlyInOld", only.old), ("onlyInNew", only.new)] {
      files.key(name)
      files.beginArray()
      for path in paths { files.string(path) }
      files.endArray()
    }
    files.endObject()
    return Console.show(json: files.bytes + [UInt8(ascii: "\n")])
  }
}
