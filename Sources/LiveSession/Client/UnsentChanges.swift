import Markup
import MortiseFiles

/// Local changes that no host has received, stored until the program is joined again: a file of JSON lines, with the
/// author first and then a message “edit” for each batch.
public nonisolated struct UnsentChanges: Sendable {
  /// The author of the changes.
  public let author: String
  /// The author's secret; see `ClientMessage.Hello.secret`.
  public let secret: String?
  /// The changes, in order.
  public let batches: [Batch]
  /// Keeps other editors from taking them; nil if they were just made.
  public private(set) var lock: NamedFileLock?

  init(author: String, secret: String?, batches: [Batch]) {
    (self.author, self.secret, self.batches) = (author, secret, batches)
  }

  /// The beginning of the names of a session's files.
  private static func prefix(_ address: SessionAddress) -> String {
    let text = address.host == nil ? FileSystem.absolute(address.path) : address.text
    return "\(String(FileStamp.hash(Array(text.utf8)), radix: 36))-"
  }

  /// The name of the file; the author's id may have any characters.
  private static func name(_ address: SessionAddress, _ author: String) -> String {
    prefix(address) + String(FileStamp.hash(Array(author.utf8)), radix: 36)
  }

  /// Takes the changes that an earlier editor has left. No other editor gets them while the lock exists; the file stays
  /// until the reader stores something else.
  /// - Returns: nil if there are none that can be read and that no running editor has locked.
  public static func take(for address: SessionAddress, from files: NamedFiles) -> UnsentChanges? {
    for (name, _) in (try? files.read()) ?? [] where name.hasPrefix(prefix(address)) {
      // The editor that had the lock may have sent the changes meanwhile, so read them after locking.
      guard let lock = files.lock(name), let bytes = (try? files.read(name)) ?? nil, var unsent = read(bytes) else {
        continue
      }
      unsent.lock = lock
      return unsent
    }
    return nil
  }

  /// Locks the file of an author's changes, before they are kept.
  /// - Returns: nil if it can't be locked.
  public static func lock(for address: SessionAddress, author: String, in files: NamedFiles) -> NamedFileLock? {
    files.lock(name(address, author))
  }

  private static func read(_ bytes: [UInt8]) -> UnsentChanges? {
    var lines = bytes.split(separator: UInt8(ascii: "\n")).map(Array.init)[...]
    guard let first = lines.popFirst(), let head = try? JSONParser.parse(first), let author = head["author"]?.string
    else { return nil }
    var batches: [Batch] = []
    for line in lines {
      guard case .edit(var batch)? = try? ClientMessage(line) else { break }
      batch.author = author
      batches.append(batch)
    }
    return UnsentChanges(author: author, secret: head["secret"]?.string, batches: batches)
  }

  /// Writes them, or removes the file if there are none.
  /// - Throws: `FileError` if they can't be written.
  public func keep(for address: SessionAddress, in files: NamedFiles) throws(FileError) {
    let name = Self.name(address, author)
    if batches.isEmpty {
      if files.has(name) { try files.remove(name) }
      return
    }
    let head = JSONWriter.line { json in
      json.member("author", author)
      if let secret { json.member("secret", secret) }
    }
    try files.write(batches.reduce(head) { $0 + ClientMessage.edit($1).line }, named: name)
  }
}
