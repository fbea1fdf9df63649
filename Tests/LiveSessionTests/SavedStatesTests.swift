import FileTesting
import MortiseFiles
import Testing

@testable import LiveSession

/// What a host that begins again finds out about its file.
@MainActor @Suite struct SavedStatesTests {
  private let folder: TemporaryFolder
  private let files: NamedFiles

  init() throws {
    folder = try TemporaryFolder()
    files = try #require(NamedFiles(in: folder.file("served"), suffix: ""))
  }

  private var known: SavedStates { SavedStates(of: folder.file("p.xml"), in: files) }

  private func state(_ number: Int) -> SavedStates.State {
    SavedStates.State(number: number, hash: UInt64(number) * 11, bytes: number == 0 ? nil : [UInt8(number), 10])
  }

  /// A log with the hash 55 at the number 5, and so on.
  private func log(_ numbers: ClosedRange<Int>, session: String = "s", lost: Int = .max) -> SavedStates.Numbers {
    let batches = numbers.dropFirst().map {
      LoggedBatch(
        number: $0, batch: Batch(author: "a", count: $0, events: []), hash: UInt64($0) * ($0 < lost ? 11 : 13))
    }
    return SavedStates.Numbers(
      session: session, first: numbers.lowerBound, hash: UInt64(numbers.lowerBound) * 11, batches)
  }

  private func origin(_ bytes: [UInt8], hash: UInt64 = 1, in log: SavedStates.Numbers) -> String {
    switch known.origin(of: bytes, hash: hash, in: log) {
    case .log(let number): "log \(number)"
    case .others(let base?): "changed since \(base.number)"
    case .others(nil): "changed"
    case nil: "unknown"
    }
  }

  @Test func afterASave() {
    var states = known
    states.become(state(3), of: "s")
    #expect(origin([3, 10], in: log(0...9)) == "log 3")
    #expect(origin([7], in: log(0...9)) == "changed since 3")
    // Trimmed.
    #expect(origin([7], in: log(5...9)) == "changed since 3")
    // Another host has written it; or somebody has put an older one back.
    #expect(origin([7], hash: 55, in: log(0...9)) == "log 5")
    #expect(origin([7], hash: 22, in: log(0...9)) == "changed since 3")
  }

  /// The host was killed while it wrote the file, or just before, or just after.
  @Test func betweenSaveAndNote() {
    var states = known
    states.become(state(3), of: "s")
    states.prepare(state(6))
    for (bytes, answer): ([UInt8], String) in [([3, 10], "log 3"), ([6, 10], "log 6"), ([7], "changed since 3")] {
      #expect(origin(bytes, in: log(0...9)) == answer)
    }
    // The same again: the save has failed.
    states.prepare(state(8))
    #expect(origin([3, 10], in: log(0...9)) == "log 3" && origin([7], in: log(0...9)) == "changed since 3")
    states.become(state(8))
    #expect(origin([3, 10], in: log(0...9)) == "changed since 8")
  }

  @Test func whatTheLogHasLost() {
    var states = known
    states.become(state(6), of: "s")
    #expect(origin([6, 10], in: log(0...4)) == "changed" && origin([7], in: log(0...4)) == "changed")
    // Others have appended something else meanwhile.
    #expect(
      origin([6, 10], in: log(0...9, lost: 5)) == "changed" && origin([6, 10], in: log(0...9, lost: 7)) == "log 6")
  }

  @Test func anotherLog() {
    #expect(origin([7], in: log(0...9)) == "unknown" && origin([7], hash: 55, in: log(0...9)) == "log 5")
    var states = known
    states.become(state(6), of: "s")
    #expect(origin([7], in: log(7...9, session: "t")) == "unknown")
    #expect(origin([7], in: log(5...9, session: "t")) == "changed since 6")
    #expect(origin([7], hash: 88, in: log(7...9, session: "t")) == "log 8")
  }

  @Test func whatCantBeReadIsNothing() throws {
    var states = known
    states.become(state(0), of: "s")
    #expect(origin([7], in: log(0...9)) == "changed since 0" && known.last?.bytes == nil)
    let name = NamedFiles.name(ofProgram: folder.file("p.xml"))
    for text in ["", "{", "{}\n", #"{"session":"s","states":[{"number":1,"hash":"b","size":9}]}"# + "\nshort"] {
      try files.write(Array(text.utf8), named: name)
      #expect(origin([7], in: log(0...9)) == "unknown")
    }
  }
}
