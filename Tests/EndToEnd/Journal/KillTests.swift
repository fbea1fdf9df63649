import FileTesting
import Glibc
import MortiseTerminal
import PtyDriver
import SeededTesting
import Testing

/// Editors that are killed at any moment lose nothing: the next one has everything that the user saw, with all undo
/// groups.
@MainActor @Suite struct KillTests {
  private static let killsPerSeed = 10

  @Test(arguments: Seeds.first(3)) func nothingIsLost(seed: UInt64) throws {
    var scene = try KillScene(seed: seed)
    for round in 1...Self.killsPerSeed { try scene.killOnce("seed \(seed), editor \(round)") }
    print("seed \(seed): \(scene.summary)")
  }
}

/// A program in its own folder, edited by a series of editors that are killed.
@MainActor private struct KillScene {
  private let folder: TemporaryFolder
  private var script: KillScript
  private var state: ProgramState
  private(set) var summary = Summary()

  struct Summary: CustomStringConvertible {
    var keys = 0
    var recovered = 0
    var slowest = Duration.zero

    var description: String {
      "\(keys) keys, \(recovered) editors went on with unsaved work; "
        + "a key took \(slowest / .milliseconds(1)) ms at most until it was on the disk"
    }
  }

  private static let name = "program.xml"
  private static let programs = ["fizzbuzz.xml", "primes.xml", "story.xml"]

  init(seed: UInt64) throws {
    folder = try TemporaryFolder()
    script = KillScript(seed: seed)
    let program = Self.programs[Int(seed) % Self.programs.count]
    try Tool.write(Tool.read("Tests/Programs/" + program), to: folder.file(Self.name))
    state = try ProgramState(file: folder.file(Self.name))
  }

  /// Starts an editor, types, kills it, and checks what is left.
  mutating func killOnce(_ context: String) throws {
    let copy = try LeftFolder.copy(of: folder)
    let isUnsaved = try LeftFolder(folder, program: Self.name).journal != nil
    if isUnsaved { summary.recovered += 1 }
    let keys = (isUnsaved ? ["o"] : []) + script.keys(script.number(in: 1...4))
    let (confirmed, typed) = try type(keys)
    summary.keys += typed
    let reference = try ReferenceEditor(copy.file(Self.name), start: state, keys: Array(keys[..<typed]))
    let leftFolder = try LeftFolder(folder, program: Self.name)
    state = try leftFolder.state()
    let file = try ProgramState(file: folder.file(Self.name))
    let (states, files) = (reference.states[confirmed...], reference.files[confirmed...])
    let description = "\(context), \(confirmed) of \(keys[..<typed]) confirmed, left: \(folder.names)"
    #expect(states.contains { state.isSame(as: $0) }, "\(description): \(state.difference(from: states))")
    #expect(files.contains { file.isSame(as: $0) }, "\(description)")
  }

  /// Types keys one at a time, then perhaps some together, and kills the editor.
  /// - Returns: after how many keys the editor was known to be idle, and how many were typed.
  private mutating func type(_ keys: [String]) throws -> (confirmed: Int, typed: Int) {
    let session = try PtySession(
      program: Tool.binary, arguments: [folder.file(Self.name)],
      environment: ["MORTISE_IDLE_FD": "\(PtySession.lineDescriptor)"])
    var confirmed = 0
    let isStarted = script.number(in: 0...9) > 0
    if isStarted {
      _ = try session.nextLine()
      confirmed = script.number(in: 0...keys.count)
      for key in keys[..<confirmed] {
        let start = ContinuousClock.now
        session.type(try bytes(of: key))
        _ = try session.nextLine()
        summary.slowest = max(summary.slowest, .now - start)
      }
    }
    var typed = confirmed
    if isStarted, typed < keys.count {
      let burst = keys[typed...].prefix(script.number(in: 0...3))
      // A save may ask a question, so keys after it have effects that depend on timing.
      let end = burst.firstIndex(of: "<C-s>").map { $0 + 1 } ?? burst.endIndex
      session.type(try burst[..<end].map(bytes).joined())
      typed = end
    }
    // A random moment: before, while or after the last keys are handled.
    let moment = Duration.microseconds(script.number(in: 0...(isStarted ? 12_000 : 40_000)))
    if typed > confirmed || !isStarted { _ = try session.nextLine(within: moment) }
    session.signal(SIGKILL)
    #expect(try session.end() == -SIGKILL)
    return (confirmed, typed)
  }

  /// The bytes that a terminal sends for a key.
  private func bytes(of key: String) throws -> String {
    if key.count == 1 { return key }
    let names = [
      "<Up>": "\u{1B}[A", "<Down>": "\u{1B}[B", "<Right>": "\u{1B}[C", "<Left>": "\u{1B}[D", "<Home>": "\u{1B}[H",
      "<End>": "\u{1B}[F", "<Delete>": "\u{1B}[3~", "<C-Right>": "\u{1B}[1;5C", "<Enter>": "\r", "<C-s>": "\u{13}",
      // The unambiguous form, which can't be the start of another key.
      "<Esc>": "\u{1B}[27u",
    ]
    return try #require(names[key])
  }
}
