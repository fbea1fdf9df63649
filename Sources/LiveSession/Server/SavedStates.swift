import Markup
import MortiseFiles

/// The states of a program's file that its host has read or written, with the numbers of the log that they belong to,
/// for a restarted host whose log is on a server. These are the last state, and the one before it until the last one is
/// known to have been written.
nonisolated struct SavedStates: Sendable {
  /// A state of the file.
  struct State: Sendable {
    /// The number of the log's last batch in it.
    var number: Int
    /// The hash of the log's program at that number.
    var hash: UInt64
    /// The contents of the file; nil if there was none.
    var bytes: [UInt8]?
  }

  /// Identifies the log.
  private(set) var session: String
  private var states: [State]
  /// The path of the program.
  private let program: String
  /// The storage for the states; nil for none.
  private let files: NamedFiles?
  /// The reason why they could not be stored the last time; nil if they could.
  private(set) var problem: FileError?

  // MARK: - Where they are kept

  /// Reads the states for a program: a line of JSON, and the files. There are none if they are missing or can't be
  /// read.
  init(of program: String, in files: NamedFiles?) {
    (session, states, self.program, self.files) = ("", [], program, files)
    guard let content = try? files?.read(NamedFiles.name(ofProgram: program)),
      let end = content.firstIndex(of: UInt8(ascii: "\n")), let json = try? JSONParser.parse(Array(content[..<end])),
      let session = json["session"]?.string, let entries = json["states"]
    else { return }
    var (states, rest): ([State], _) = ([], content[(end + 1)...])
    for entry in entries.elements {
      guard let number = entry["number"].flatMap({ $0.integer == -1 ? -1 : $0.count }),
        let hash = entry["hash"]?.string.flatMap({ UInt64($0, radix: 16) }),
        let size = entry["size"]?.integer, size <= rest.count
      else { return }
      states.append(State(number: number, hash: hash, bytes: size < 0 ? nil : Array(rest.prefix(size))))
      rest = rest.dropFirst(max(0, size))
    }
    (self.session, self.states) = (session, states)
  }

  /// The last state.
  var last: State? { states.last }

  /// Replaces all states by the file's current one.
  /// - Parameter session: the id of the log; nil for the same one.
  mutating func become(_ state: State, of session: String? = nil) {
    (self.session, states) = (session ?? self.session, [state])
    keep()
  }

  /// Notes a state before the file is written.
  mutating func prepare(_ state: State) {
    states = states.prefix(1) + [state]
    keep()
  }

  private mutating func keep() {
    guard let files else { return }
    var content = JSONWriter.line { json in
      json.member("session", session)
      json.array("states") { json in
        for state in states {
          json.object { json in
            json.member("number", state.number)
            json.member("hash", String(state.hash, radix: 16))
            json.member("size", state.bytes?.count ?? -1)
          }
        }
      }
    }
    for state in states { content += state.bytes ?? [] }
    do throws(FileError) {
      try files.write(content, named: NamedFiles.name(ofProgram: program))
      problem = nil
    } catch {
      problem = error
    }
  }

  // MARK: - Where a file comes from

  /// The part of a program's log that is kept.
  struct Numbers {
    fileprivate let session: String
    fileprivate let first: Int
    /// The program's hashes at the numbers from `first` on.
    private let hashes: [UInt64]

    init(session: String, first: Int, hash: UInt64, _ batches: [LoggedBatch]) {
      (self.session, self.first, hashes) = (session, first, [hash] + batches.map(\.hash))
    }

    private var last: Int { first + hashes.count - 1 }

    /// The program's hash at a number; nil if that isn't kept.
    func hash(at number: Int) -> UInt64? { number >= first && number <= last ? hashes[number - first] : nil }

    /// Returns the last number with a program's hash, if it is greater than another number.
    func number(of hash: UInt64, after number: Int) -> Int? {
      hashes.lastIndex(of: hash).map { $0 + first }.flatMap { $0 > number ? $0 : nil }
    }
  }

  /// The relation of a file to the log.
  enum Origin {
    /// The log had its program at a number, so there is nothing to merge.
    case log(number: Int)
    /// Other programs have changed it.
    /// - Parameter base: its state before; nil if the log has lost that, so that only the two programs are known.
    case others(base: State?)
  }

  /// Returns how a file relates to the log.
  /// - Parameter hash: the hash of the file's program.
  /// - Returns: nil if the file is unknown and may be another program.
  func origin(of bytes: [UInt8], hash: UInt64, in log: Numbers) -> Origin? {
    let isOfSession = session == log.session
    if isOfSession, let state = states.first(where: { $0.bytes == bytes }) {
      return has(state, log) ? .log(number: state.number) : .others(base: nil)
    }
    // Another host has written it, or this one, which was killed before it could note that.
    let known = isOfSession ? states.last?.number ?? -1 : -1
    if let number = log.number(of: hash, after: known) { return .log(number: number) }
    // If there are two states, the later one may not have been written. With the earlier one as the base, no change
    // looks reverted.
    guard let base = states.first else { return nil }
    if has(base, log) { return .others(base: base) }
    return isOfSession ? .others(base: nil) : nil
  }

  /// Whether a log has the program of a state. It may have lost it, or may have been started again with the program of
  /// another host's file.
  private func has(_ state: State, _ log: Numbers) -> Bool {
    if session != log.session { return log.number(of: state.hash, after: -1) != nil }
    return state.number < log.first || log.hash(at: state.number) == state.hash
  }
}
