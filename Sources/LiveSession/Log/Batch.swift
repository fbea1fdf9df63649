import Markup

/// The changes of one user action, or a part of one, as its author made them: Blockly events that are applied as a
/// whole or not at all.
public nonisolated struct Batch: Sendable {
  /// Identifies the client that made the changes.
  public var author: String
  /// The author's number of the batch, from 1. It makes a batch that is sent twice harmless.
  public var count: Int
  /// Blockly events of one group, as JSON.
  public var events: [JSONValue]
  /// Whether it undoes or redoes earlier changes of the author. The host refuses it if another author has changed the
  /// same place since. The JSON of a logged batch lacks it.
  public var isUndo = false

  /// - Parameter count: the count of the author's previous batch plus 1; 1 for the first.
  public init(author: String, count: Int, events: [JSONValue]) {
    self.author = author
    self.count = count
    self.events = events
  }

  /// The events as text, which is equal if two batches make the same changes.
  var text: String { events.map { $0.text() }.joined(separator: "\n") }
}

/// A batch of the log. Its events are the actual changes, so that all clients that apply them to the preceding program
/// get the same program.
public nonisolated struct LoggedBatch: Sendable {
  /// Its number in the log, from 1.
  public var number: Int
  /// Its author and events.
  public var batch: Batch
  /// The hash of the program after the batch: see `ProgramHash`.
  public var hash: UInt64

  /// - Parameter hash: the hash of the program after the batch.
  public init(number: Int, batch: Batch, hash: UInt64) {
    self.number = number
    self.batch = batch
    self.hash = hash
  }
}

nonisolated extension LoggedBatch {
  /// - Returns: nil if the object lacks a member or has a wrong one.
  package init?(_ json: JSONValue) {
    guard let number = json["number"]?.count, number > 0, let author = json["author"]?.string,
      let count = json["count"]?.count, count > 0, let hash = json["hash"]?.string.flatMap({ UInt64($0, radix: 16) }),
      let events = json["events"], events.kind == .array, events.elements.allSatisfy({ $0.kind == .object })
    else { return nil }
    self.init(
      number: number, batch: Batch(author: author, count: count, events: events.elements.map(\.self)), hash: hash)
  }

  /// Writes the members of its JSON.
  package func write(to json: inout some JSONSink) {
    json.member("number", number)
    json.member("author", batch.author)
    json.member("count", batch.count)
    json.member("hash", String(hash, radix: 16))
    json.array("events") { json in for event in batch.events { json.value(event) } }
  }
}
