import Glibc
import LiveSession
import Markup

/// A program's log in Redis: a stream whose ids are the numbers of the batches, and a snapshot. Any number of hosts
/// append to it. docs/use/live-redis.md lists the keys.
public final class RedisLog: @MainActor RemoteLog {
  public weak var receiver: (any ProgramLogReceiver)?
  public weak var delegate: (any RemoteLogDelegate)?
  let link: RedisLink
  let keys: RedisKeys
  /// The program that a new log begins with if Redis has no log; nil to create none.
  private let start: ProgramSnapshot?
  /// Identifies the log; nil before it is open.
  private(set) var session: String?
  /// The batches that the receiver has.
  private var window: BatchWindow
  /// The highest count of each author in the log up to the last batch of `window`.
  private var counts: [String: Int] = [:]
  /// The last known number of the snapshot in Redis.
  private var snapshotNumber = 0
  /// The batches that wait to be appended, in order.
  private var waiting: [LoggedBatch] = []
  /// The number of waiting batches that were sent. They are sent one after the other, without waiting for replies.
  private(set) var sentCount = 0
  public private(set) var warning: String?
  /// Whether the batches here are known to equal those in Redis.
  private(set) var isChecked = false
  /// Whether the other hosts don't know yet that this one is connected.
  private var isNewLink = true
  private var isReading = false
  /// The number of Redis's last batch at the last look.
  private var knownTop = 0
  /// Whether everything has to be read again, even if the connection breaks meanwhile.
  private var mustReload = false
  /// The number at which everything was last read again.
  private var reloadedNumber = -1
  /// Whether entries are being delivered, after which others may follow.
  private var isTaking = false
  private var state = RemoteLogState.waiting(reason: "")
  /// The people at this host and at others.
  var people: HostPeople

  /// The number of batches between two snapshots.
  private let snapshotInterval: Int
  /// The maximum number of batches that are read at once.
  private static let pageSize = 100

  /// Starts to connect; `delegate` is notified of the progress.
  /// - Parameters:
  ///   - name: the program's name, the same for all hosts.
  ///   - start: the program that a new log begins with; nil to create none.
  ///   - snapshotInterval: the number of batches between two snapshots.
  public init(
    _ address: RedisAddress, password: RedisPassword?, name: String, start: ProgramSnapshot?,
    snapshotInterval: Int = 500
  ) {
    keys = RedisKeys(program: name)
    (self.start, self.snapshotInterval) = (start, snapshotInterval)
    window = BatchWindow(after: 0, hash: 0, size: 2 * snapshotInterval)
    people = HostPeople(host: Self.freshID())
    link = RedisLink(address, password, channel: keys.channel)
    link.owner = self
  }

  private static func freshID() -> String {
    String(UInt64.random(in: 0 ... .max), radix: 36) + String(UInt64.random(in: 0 ... .max), radix: 36)
  }

  private var number: Int { window.last }

  // MARK: - The loop

  public var isCaughtUp: Bool { isChecked && number >= knownTop }

  public var polled: [pollfd] { link.polled }

  public func handle(_ polled: [pollfd]) { link.handle(polled) }

  public var deadline: ContinuousClock.Instant? {
    [link.deadline, isChecked ? people.nextMeeting : nil].compactMap(\.self).min()
  }

  public func handleTime(_ now: ContinuousClock.Instant) {
    link.handleTime(now)
    if isChecked, people.nextMeeting <= now { meet() }
  }

  // MARK: - Appending

  public func append(_ batch: LoggedBatch) {
    waiting.append(batch)
    sendWaiting()
  }

  private func sendWaiting() {
    guard let session, isChecked, !isTaking, waiting.first?.number == number + 1 else { return }
    while sentCount < waiting.count {
      let batch = waiting[sentCount]
      let hash = sentCount > 0 ? waiting[sentCount - 1].hash : window.hash(at: number) ?? 0
      sentCount += 1
      add(batch, after: hash, session) { [weak self] in self?.answered(batch, $0) }
    }
  }

  /// - Parameter hash: the hash of the program before the batch.
  private func add(
    _ batch: LoggedBatch, after hash: UInt64, _ session: String, _ done: @escaping (RedisReply) -> Void
  ) {
    let hashes = [hash, batch.hash].map { String($0, radix: 16) }
    link.eval(RedisScripts.append, keys, [session, String(batch.number)] + hashes, batch.line, done: done)
  }

  private func answered(_ batch: LoggedBatch, _ reply: RedisReply) {
    let parts = reply.elements?.compactMap { $0.integer == -1 ? -1 : $0.count } ?? []
    guard parts.count == 3 else { return end("Redis sent an unexpected reply to a batch") }
    snapshotNumber = max(snapshotNumber, parts[1])
    if parts[0] == 1 {
      link.works()
      // The reader may have been faster.
      if batch.number == number + 1 { deliver(batch) }
      saveIfDue()
    } else if parts[2] < batch.number - 1, isChecked, waiting.first?.isSame(as: batch) == true {
      sentCount = 0
      look()
    }
    // Otherwise, another host was first, perhaps several times: its batch is about to be read.
  }

  public func read(since number: Int) -> [LoggedBatch]? { window.batches(after: number) }

  /// Hands a batch to the receiver.
  private func deliver(_ batch: LoggedBatch) {
    window.add(batch)
    counts[batch.batch.author] = max(counts[batch.batch.author] ?? 0, batch.batch.count)
    if let own = waiting.first, own.isSame(as: batch) {
      waiting.removeFirst()
      sentCount = max(0, sentCount - 1)
    } else if let own = waiting.first {
      // They were made for a different program.
      (waiting, sentCount) = ([], 0)
      receiver?.logDidRefuse(own)
    }
    receiver?.log(didAppend: batch)
  }

  /// Replaces the snapshot in Redis.
  private func saveIfDue() {
    guard let session, let receiver, !mustReload, number >= snapshotNumber + snapshotInterval else { return }
    snapshotNumber = number
    let contents = LogContents(session: session, snapshot: receiver.snapshotForLog(), counts: counts)
    guard contents.snapshot.number == number else { return }
    link.eval(RedisScripts.save, keys, contents.arguments, contents.snapshotLine) { _ in }
  }

  // MARK: - Reading

  private func read() {
    guard isChecked, !isReading else { return }
    isReading = true
    let time = String(Int(RedisLink.readingTime / .milliseconds(1)))
    let command = ["XREAD", "COUNT", String(Self.pageSize), "BLOCK", time, "STREAMS"].map { Array($0.utf8) }
    link.read(command + [keys.log, Array("\(number)-0".utf8)]) { [weak self] reply in
      guard let self else { return }
      isReading = false
      guard isChecked else { return }
      if let entries = reply.elements?.first?.elements?.last?.elements { take(entries) }
      read()
    }
  }

  private func take(_ entries: [RedisReply]) {
    isTaking = true
    defer {
      isTaking = false
      sendWaiting()
    }
    for entry in entries {
      guard let batch = LoggedBatch(entry: entry) else {
        return end("the log in Redis has an entry after the number \(number) that isn’t a batch")
      }
      // The receiver may have requested a reload.
      if !isChecked { return }
      if batch.number <= number { continue }
      // Other hosts have appended so many batches that a snapshot has replaced the next one.
      if batch.number > number + 1 { return look() }
      deliver(batch)
    }
  }

  // MARK: - Comparing

  /// Compares the log here with the one in Redis.
  private func look() {
    isChecked = false
    link.eval(RedisScripts.look, keys, [String(number)]) { [weak self] reply in self?.compare(reply) }
  }

  private func compare(_ reply: RedisReply) {
    guard let parts = reply.elements else { return end("Redis sent an unexpected reply about the log") }
    if parts.isEmpty { return begin() }
    guard parts.count >= 4, let found = parts[0].string, let foundSnapshot = parts[1].count,
      let hash = parts[2].string.flatMap({ UInt64($0, radix: 16) }), let top = parts[3].count
    else { return end("the data under the program’s name in Redis isn’t a log") }
    knownTop = top
    guard let session else { return load() }
    if found != session { return end("the program in Redis was replaced by another one") }
    snapshotNumber = foundSnapshot
    let common = min(top, number)
    // The server has lost more batches than are kept here.
    if top < number, window.hash(at: top) == nil { return begin() }
    let isSame =
      if parts.count > 4, let line = parts[4].bytes, let batch = LoggedBatch(line: line) {
        window.has(batch)
      } else {
        foundSnapshot == common && window.hash(at: common) == hash
      }
    if !isSame || mustReload { load() } else if top < number { addAgain(after: top) } else { goOn() }
  }

  /// Continues when Redis has all batches that are here; it may have more.
  private func goOn() {
    isChecked = true
    change(.ready)
    if isNewLink {
      isNewLink = false
      meet()
      say(Array(people.host.utf8))
    }
    read()
    sendWaiting()
  }

  /// Adds the batches that the server has lost, under the same numbers. Other hosts may do the same at this time.
  private func addAgain(after top: Int) {
    guard let session, let missing = window.batches(after: top) else { return }
    for batch in missing {
      add(batch, after: window.hash(at: batch.number - 1) ?? 0, session) { [weak self] _ in
        if batch.number == missing.last?.number { self?.look() }
      }
    }
  }

  /// Creates the log, or creates it again if Redis has lost more than can be added.
  private func begin() {
    let isNew = session == nil
    guard let snapshot = isNew ? start : receiver?.snapshotForLog() else {
      return end("Redis has no program of this name")
    }
    let contents = LogContents(session: session ?? Self.freshID(), snapshot: snapshot, counts: counts)
    link.eval(RedisScripts.begin, keys, contents.arguments, contents.snapshotLine, [isNew ? "1" : "0"]) {
      [weak self] reply in
      guard let self else { return }
      if reply.integer == -1 { end("Redis has batches of the program, but no snapshot") } else { look() }
    }
  }

  // MARK: - Loading

  /// Reads the whole log from Redis.
  private func load() {
    isChecked = false
    let fields = ["session", "program"].map { Array($0.utf8) }
    link.send([Array("HMGET".utf8), keys.snapshot] + fields) { [weak self] reply in
      guard let self else { return }
      guard let parts = reply.elements, parts.count == 2, let session = parts[0].string, let line = parts[1].bytes,
        let contents = try? LogContents(session: session, snapshotLine: line)
      else { return end("the snapshot in Redis can’t be read") }
      loadPage(contents)
    }
  }

  private func loadPage(_ contents: LogContents) {
    let last = contents.snapshot.number + contents.batches.count
    let range = ["(\(last)-0", "+", "COUNT", String(Self.pageSize)].map { Array($0.utf8) }
    link.send([Array("XRANGE".utf8), keys.log] + range) { [weak self] reply in
      guard let self else { return }
      var contents = contents
      let entries = reply.elements ?? []
      for (index, entry) in entries.enumerated() {
        guard let batch = LoggedBatch(entry: entry) else {
          return end("the log in Redis has an entry after the number \(last + index) that isn’t a batch")
        }
        // A new snapshot has replaced the batches.
        if batch.number != last + index + 1 { return load() }
        contents.batches.append(batch)
      }
      if entries.count == Self.pageSize { loadPage(contents) } else { didLoad(contents) }
    }
  }

  private func didLoad(_ contents: LogContents) {
    let former = window
    let isOpening = session == nil
    session = contents.session
    mustReload = false
    snapshotNumber = contents.snapshot.number
    counts = contents.counts
    window = BatchWindow(
      after: contents.snapshot.number, hash: contents.snapshot.hash, size: 2 * snapshotInterval)
    if isOpening {
      delegate?.log(self, didOpen: contents)
      for batch in contents.batches { deliver(batch) }
    } else {
      reloadedNumber = contents.snapshot.number + contents.batches.count
      var logged: Set<BatchID> = []
      for batch in contents.batches {
        window.add(batch)
        counts[batch.batch.author] = max(counts[batch.batch.author] ?? 0, batch.batch.count)
        logged.insert(BatchID(batch.batch))
      }
      let lost = former.all.filter { entry in
        entry.batch.count > contents.counts[entry.batch.author] ?? 0 && !logged.contains(BatchID(entry.batch))
      }
      (waiting, sentCount) = ([], 0)
      receiver?.log(didReplaceWith: contents, lost: lost)
    }
    goOn()
  }

  /// Reads everything again, because the receiver's program differs. Does nothing if that was done at the same number.
  public func reload() {
    if reloadedNumber == number { return }
    mustReload = true
    if isChecked { load() }
  }

  /// Stops using the log.
  private func end(_ reason: String) {
    isChecked = false
    link.end()
    change(.ended(reason: reason))
  }

  private func change(_ state: RemoteLogState) {
    if state == self.state { return }
    self.state = state
    delegate?.log(self, didChange: state)
  }
}

extension RedisLog: RedisLinkOwner {
  func linkIsUp() {
    isReading = false
    isNewLink = true
    checkDurability()
    look()
  }

  /// Sets the warning if the server doesn't keep what it acknowledges. If it doesn't answer the question, there is no
  /// warning.
  private func checkDurability() {
    link.ask(["INFO", "persistence"]) { [weak self] reply in
      let lines = (reply.string ?? "").split(whereSeparator: \.isNewline)
      self?.warning =
        lines.contains("aof_enabled:0")
        ? "this Redis keeps nothing on its disk, so confirmed changes are lost when it ends; set “appendonly yes” and "
          + "“appendfsync always”"
        : nil
    }
    link.ask(["CONFIG", "GET", "appendfsync"]) { [weak self] reply in
      guard let self, warning == nil, reply.elements?.last?.string == "no" else { return }
      warning =
        "this Redis lets the system decide when to write to its disk, so a crash of its machine loses confirmed "
        + "changes; set “appendfsync always”"
    }
  }

  func linkIsDown(_ reason: String) {
    isChecked = false
    sentCount = 0
    change(.waiting(reason: reason))
  }

  func linkHeard(_ message: [UInt8]) { hear(message) }
}
