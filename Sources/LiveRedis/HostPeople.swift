import LiveSession
import Markup

/// The people at this host and at a program's other hosts. A host publishes its people when they change, and at regular
/// intervals, so that those of a host that was killed are forgotten.
struct HostPeople {
  /// This host's name.
  let host: String
  private(set) var own: [String: Person] = [:]
  private var others: [String: [String: Person]] = [:]
  var nextMeeting = ContinuousClock.Instant.now

  static let meetingInterval = Duration.seconds(10)
  /// The time after which a silent host is forgotten, in seconds.
  static let expiry = 30
  /// The maximum lengths of a message, and of a list of people, in bytes.
  private static let messageLimit = 1 << 16
  private static let listLimit = 1 << 20

  init(host: String) { self.host = host }

  // MARK: - Own people

  /// Notes the people at this host.
  /// - Returns: whether people or their roles have changed.
  mutating func publish(_ message: HostMessage) -> Bool {
    switch message {
    case .person(let person): return own.updateValue(person, forKey: person.author)?.role != person.role
    case .gone(let author): return own.removeValue(forKey: author) != nil
    default: return false
    }
  }

  /// Returns a message as a line for the channel.
  func line(of message: HostMessage) -> [UInt8] { Array("\(host) ".utf8) + message.line }

  /// The list for the host's key.
  var list: [UInt8] {
    JSONWriter.line { json in
      json.array("people") { json in for person in own.values { json.object { person.write(to: &$0) } } }
    }
  }

  // MARK: - Others

  /// Reads a message of the channel.
  /// - Returns: nil if it is this host's own, or not one that hosts exchange.
  mutating func hear(_ line: [UInt8]) -> HostMessage? {
    if line.count <= 64, !line.contains(UInt8(ascii: " ")), line != Array(host.utf8) {
      // A host has connected.
      nextMeeting = .now
    }
    guard line.count <= Self.messageLimit, let space = line.firstIndex(of: UInt8(ascii: " ")), space <= 64 else {
      return nil
    }
    let sender = String(decoding: line[..<space], as: UTF8.self)
    guard sender != host, let message = try? HostMessage(Array(line[(space + 1)...])) else { return nil }
    switch message {
    case .person(let person): others[sender, default: [:]][person.author] = person
    case .gone(let author):
      others[sender]?[author] = nil
      // The person has moved to another host.
      if others.values.contains(where: { $0[author] != nil }) { return nil }
    case .chat, .saved: break
    default: return nil
    }
    return message
  }

  /// Takes the lists of the other hosts.
  /// - Returns: messages for the changes.
  mutating func meet(_ reply: RedisReply) -> [HostMessage] {
    var found: [String: [String: Person]] = [:]
    let parts = reply.elements ?? []
    for index in stride(from: 0, to: parts.count - 1, by: 2) {
      guard let name = parts[index].string, let line = parts[index + 1].bytes, line.count <= Self.listLimit,
        let json = try? JSONParser.parse(line), let list = json["people"]
      else { continue }
      for person in list.elements.compactMap({ Person($0) }) { found[name, default: [:]][person.author] = person }
    }
    let before = Set(others.values.flatMap(\.values))
    let now = Set(found.values.flatMap(\.values))
    let authors = Set(now.map(\.author))
    others = found
    return now.subtracting(before).map { HostMessage.person($0) }
      + before.filter { !authors.contains($0.author) }.map { HostMessage.gone(author: $0.author) }
  }
}

extension RedisLog {
  public func publish(_ message: HostMessage) {
    let isNew = people.publish(message)
    // Without a connection, it is sent with the next meeting.
    guard isChecked else { return }
    if isNew { meet() }
    say(people.line(of: message))
  }

  /// Publishes a line to the other hosts.
  func say(_ line: [UInt8]) { link.send([Array("PUBLISH".utf8), keys.channel, line]) { _ in } }

  func hear(_ line: [UInt8]) {
    if let message = people.hear(line) { receiver?.log(didHear: message) }
  }

  /// Publishes the people at this host, and reads those at the others.
  func meet() {
    people.nextMeeting = .now + HostPeople.meetingInterval
    let arguments = [Array(people.host.utf8), people.list, Array(String(HostPeople.expiry).utf8)]
    let script = [Array("EVAL".utf8), Array(RedisScripts.meet.utf8), Array("1".utf8), keys.hosts]
    link.send(script + arguments) { [weak self] reply in
      guard let self else { return }
      for message in people.meet(reply) { receiver?.log(didHear: message) }
    }
  }
}
