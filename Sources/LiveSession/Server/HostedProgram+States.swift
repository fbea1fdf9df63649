import BlockEvents
import MortiseFiles
import Workbench

// What a host of a log on a server knows of the program's file.
extension HostedProgram {
  /// Makes a file the program's own, at the beginning.
  /// - Parameters:
  ///   - hash: that of the file's program.
  ///   - states: what is known of the file, and then of the file as it is.
  /// - Returns: the number of the log's last batch in the file; -1 if it is to be merged or made.
  /// - Throws: `OpenError` if it may be another program.
  static func take(
    _ file: Document, from path: String, hash: UInt64, for document: inout Document, of host: LiveHost,
    _ numbers: SavedStates.Numbers, _ states: inout SavedStates
  ) throws(OpenError) -> Int {
    // A file that leaves out ids has another hash, whenever it is read.
    let isLast = file.readBytes == nil || hash == host.loggedHash || document.isIn(file)
    let origin =
      isLast ? .log(number: host.number) : states.origin(of: file.readBytes ?? [], hash: hash, in: numbers)
    switch origin {
    case .log(let number):
      document.takeFile(of: file, from: path, stamp: file.stamp, savedBytes: file.readBytes)
      let hash = isLast ? host.loggedHash : numbers.hash(at: number) ?? hash
      states.become(.init(number: number, hash: hash, bytes: file.readBytes), of: host.session)
      // A new file is written in the end, even if nobody changes anything.
      return file.stamp == nil ? -1 : number
    case .others(let base):
      document.takeFile(of: file, from: path, stamp: nil, savedBytes: base?.bytes)
      return -1
    case nil:
      throw OpenError(
        "\(OpenFolder.shown(path)): the session has another program of this name; move the file away, and it is written anew"
      )
    }
  }

  /// Takes a file that another host of the log has written since the last save: nothing in it is new.
  /// - Returns: whether it is one.
  func takeFromLog(_ file: Document) -> Bool {
    guard let known = states?.last, let batches = host.log.read(since: known.number) else { return false }
    let hash = ProgramHash(of: file.workspace, eventManager: EventManager()).value
    guard let number = batches.last(where: { $0.hash == hash })?.number else { return false }
    document.didTakeOver(file)
    noteSaved(number: number, hash: hash)
    return true
  }

  /// Notes to which number the file belongs.
  func noteFile(number: Int, hash: UInt64) {
    states?.become(.init(number: number, hash: hash, bytes: document.savedBytes), of: host.session)
    tellOfStates()
  }

  /// Reports to all members if what is known of the file can't be stored.
  func tellOfStates() {
    if let problem = states?.problem {
      host.saved(message: "what was saved can’t be noted: \(problem)", isDone: false)
    }
  }
}

nonisolated extension SaveJob {
  /// Writes the file, as `write()` does, and notes to which number of the log it belongs.
  func write(number: Int, hash: UInt64, noting states: inout SavedStates?) throws(FileError) -> SavedFile {
    // Whoever is killed meanwhile needs both states.
    states?.prepare(.init(number: number, hash: hash, bytes: bytes))
    let file = try write()
    states?.become(.init(number: number, hash: hash, bytes: file.bytes))
    return file
  }
}
