import LiveSession
import Markup

/// The keys of a program. The braces keep them on one server of a cluster.
struct RedisKeys {
  let log: [UInt8]
  let snapshot: [UInt8]
  /// The channel for messages that are not in the log.
  let channel: [UInt8]
  /// The set of hosts; see `RedisScripts.meet`.
  let hosts: [UInt8]

  init(program: String) {
    // Anything else could end the braces, or look like another program’s key.
    let name = program.utf8.map { byte in
      let isPlain = byte >= 0x80 || byte.isLetterOrDigit || "-_.".utf8.contains(byte)
      return isPlain ? [byte] : Array("%\(String(byte, radix: 16))".utf8)
    }
    let prefix = Array("mortise:{".utf8) + name.flatMap(\.self) + Array("}:".utf8)
    log = prefix + Array("log".utf8)
    snapshot = prefix + Array("snapshot".utf8)
    channel = prefix + Array("channel".utf8)
    hosts = prefix + Array("hosts".utf8)
  }
}

extension UInt8 {
  fileprivate var isLetterOrDigit: Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self)
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }
}

extension RedisLink {
  /// Runs a script of `RedisScripts` on the log and its snapshot.
  func eval(
    _ script: String, _ keys: RedisKeys, _ arguments: [String], _ line: [UInt8]? = nil, _ more: [String] = [],
    done: @escaping (RedisReply) -> Void
  ) {
    let begin = [Array("EVAL".utf8), Array(script.utf8), Array("2".utf8), keys.log, keys.snapshot]
    let parts = arguments.map { Array($0.utf8) } + (line.map { [$0] } ?? []) + more.map { Array($0.utf8) }
    send(begin + parts, done)
  }
}

extension LogContents {
  /// The first arguments of `RedisScripts.begin` and `RedisScripts.save`.
  var arguments: [String] { [session, String(snapshot.number), String(snapshot.hash, radix: 16)] }
}

extension LoggedBatch {
  /// The batch as JSON, for an entry.
  var line: [UInt8] { JSONWriter.line { write(to: &$0) } }

  /// - Returns: nil if the line isn't a batch.
  init?(line: [UInt8]) {
    guard let json = try? JSONParser.parse(line), json.kind == .object else { return nil }
    self.init(json)
  }

  /// An entry of the stream, whose id has the batch's number.
  /// - Returns: nil if it isn't a batch.
  init?(entry: RedisReply) {
    guard let parts = entry.elements, parts.count == 2, let id = parts[0].string, let fields = parts[1].elements,
      fields.count == 4, fields[2].string == "batch", let line = fields[3].bytes
    else { return nil }
    self.init(line: line)
    if id != "\(number)-0" || fields[1].string != String(hash, radix: 16) { return nil }
  }
}
