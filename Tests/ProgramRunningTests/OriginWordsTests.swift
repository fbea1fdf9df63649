import RunTesting
import Testing

@testable import ProgramRunning

/// Origins, and reasons why blocks didn't run, are told in one clause each.
@Suite struct OriginWordsTests {
  private struct Scene {
    let scene: RunScene
    let origins: RunOrigins
    let recording: RunRecording

    init(_ text: String, values: Bool = true) throws {
      scene = try RunScene(text, watching: .recording(values: values))
      recording = try #require(RunRecording(scene.plan))
      OriginTracer(scene.workspace, recording).run()
      origins = RunOrigins(recording, in: scene.workspace, library: scene.library, outcome: "ended") { $0.type }
    }

    /// The clause about a variable in the end, then what was used.
    func variable(_ name: String) -> [String] { lines(origins.origin(ofVariable: name, at: recording.stepCount)) }

    /// The clause about the block that is written as a line.
    func expect(_ line: String, _ clause: String) throws {
      let id = try #require(scene.plan.numbers.id(of: try scene.number(line)))
      let words = try #require(origins.origin(ofBlock: id, before: recording.stepCount)).words
      #expect(words == clause)
    }

    func lines(_ origin: RunOrigin) -> [String] {
      [origin.words] + origin.uses.map { $0.note.isEmpty ? $0.words : "\($0.words): \($0.note)" }
    }

    /// The clauses on the way from a variable back through the first thing that was used.
    func way(from name: String) -> [String] {
      var origin: RunOrigin? = origins.origin(ofVariable: name, at: recording.stepCount)
      var result: [String] = []
      while let found = origin {
        result.append(found.headline)
        origin = found.uses.first { $0.source != nil && !$0.words.hasPrefix("it ran") }.flatMap(origins.origin)
      }
      return result
    }
  }

  private static let sum = """
    set values to [3, 4, 8]
    set total to 0
    for each item n in list values
      if 3 < n
        change total by n
      else
        print 0
    set last to total
    if last < 5
      print last
    """

  @Test func valuesComeFromStatements() throws {
    let scene = try Scene(Self.sum)
    #expect(
      scene.variable("last") == [
        "last = 12 was set at step 13 by ‘set last to total’; it used total = 12",
        "total = 12: set at step 11 by ‘change total by n’",
      ])
    #expect(
      scene.way(from: "last") == [
        "last = 12 was set at step 13 by ‘set last to total’", "total = 12 was set at step 11 by ‘change total by n’",
        "total = 4 was set at step 8 by ‘change total by n’", "total = 0 was set at step 2 by ‘set total to 0’",
      ])
    #expect(
      scene.variable("n") == [
        "n = 8 was set at step 9 by ‘for each item n in list values’, in round 3; it used item 3 of values = 8",
        "item 3 of values = 8: made at step 1 by ‘set values to [3, 4, 8]’",
      ])
    #expect(
      scene.variable("total").last == "it ran because ‘3 < n’ was true at step 10")
  }

  @Test func statementsSayWhatTheyUsed() throws {
    let scene = try Scene(Self.sum)
    try scene.expect(
      "for each item n in list values",
      "‘for each item n in list values’ ended at step 12 after 3 rounds; it used values = [3, 4, 8]")
    try scene.expect(
      "change total by n", "total = 12 was set at step 11 by ‘change total by n’; it used total = 4, n = 8")
    try scene.expect("print 0", "‘print 0’ ran at step 5")
    try scene.expect("3 < n", "‘3 < n’ = true at step 10; it used n = 8")
    let line = try #require(scene.origins.origin(ofOutputLine: 0))
    #expect(line.words == "line 1 was written at step 5 by ‘print 0’")
  }

  @Test func blocksHaveReasonsNotToRun() throws {
    var scene = try Scene(Self.sum)
    try scene.expect("print last", "‘last < 5’ was false at step 14 (last = 12)")
    scene = try Scene("repeat while 1 < 0\n  print 1\nprint 2\n\nto f\n  print 3\n\nto g\n  f()\n", values: false)
    try scene.expect("print 1", "‘repeat while 1 < 0’ had no round at step 1")
    try scene.expect("print 3", "its function “f” was never called; calls to it: ‘f()’")
    try scene.expect("f()", "its function “g” was never called, and nothing calls it")
    scene = try Scene(
      "set x to 1 @disabled\nrepeat while 0 < 1\n  set y to 1\n  break out of loop\n  set z to 3\nprint y\n")
    try scene.expect("set x to 1", "this block is disabled, so it doesn’t run")
    try scene.expect("set z to 3", "‘break out of loop’ left before it at step 3")
    #expect(scene.variable("x") == ["x has no value yet: nothing has set it"])
    scene = try Scene("set x to 0\nrepeat while 0 < 1\n  change x by 1\nprint x\n")
    try scene.expect("print x", "‘repeat while 0 < 1’ before it didn’t end; it repeated 150 times")
    scene = try Scene("set L to [1]\nset x to in list L get # 5\nprint x\n")
    try scene.expect("print x", "the program ended before it, at step 2, in ‘set x to in list L get # 5’")
    scene = try Scene("if 1 < 0 and 2 < x\n  print 1\nelse if 0 < 1\n  print 2\nelse\n  print 3\n")
    try scene.expect("2 < x", "its value wasn’t needed at step 1: ‘1 < 0’ decided")
    try scene.expect("print 1", "‘1 < 0 and 2 < x’ was false at step 1")
    try scene.expect("print 3", "‘0 < 1’ was true at step 1")
  }

  @Test func callsPassAndReturn() throws {
    let scene = try Scene(
      """
      to double with: n
        set r to n + n
      return r

      set x to 5
      set y to double with: n x
      """)
    #expect(
      scene.way(from: "y") == [
        "y = 10 was set at step 2 by ‘set y to double with: n x’", "“double” = 10 was returned at step 5 by “double”",
        "r = 10 was set at step 4 by ‘set r to n + n’", "n = 5 was passed at step 2 by ‘set y to double with: n x’",
        "x = 5 was set at step 1 by ‘set x to 5’",
      ])
  }
}
