import RunTesting
import Testing

@testable import ProgramRunning

/// What a session tells about a program that runs: its questions, its place in slow motion, and no more than that.
@Suite struct WatchingTests {
  private static let questions = """
    set x to prompt for text with message "first? "
    set y to prompt for text with message "second? "
    print create text with x, y
    """

  /// Waits until the program asks, or no longer.
  private func progress(_ running: RunningScene, isAsking: Bool) throws -> String {
    while true {
      let progress = running.session.progress
      if progress.isAsking == isAsking { return String(decoding: progress.output, as: UTF8.self) }
      _ = try running.events.next()
    }
  }

  /// Whether the program asks nothing, unless it has come to its next question meanwhile.
  private func asksNothing(_ running: RunningScene, before question: String) -> Bool {
    let progress = running.session.progress
    return !progress.isAsking || String(decoding: progress.output, as: UTF8.self).hasSuffix(question)
  }

  @Test(arguments: RunScene.languages) func questionsAreTold(language: String) throws {
    let running = try RunScene(Self.questions, language).start(RunScene.terminal())
    #expect(try progress(running, isAsking: true) == "first? ")
    running.session.type(Array("a\n".utf8))
    #expect(asksNothing(running, before: "second? "))
    #expect(try progress(running, isAsking: true).hasSuffix("second? "))
    running.session.type(Array("b\n".utf8))
    #expect(try running.end().end == .exited(code: 0))
    #expect(running.output.hasSuffix("ab\n") || running.output.hasSuffix("ab\r\n"))
  }

  @Test(arguments: RunScene.languages) func theEndOfInputAnswers(language: String) throws {
    let running = try RunScene(Self.questions, language).start(RunScene.terminal())
    _ = try progress(running, isAsking: true)
    running.session.endInput()
    #expect(asksNothing(running, before: "second? "))
    running.session.stop()
    _ = try running.end()
  }

  private static let loop = "repeat 4 times\n  set x to 1\nprint x\n"

  @Test(arguments: RunScene.languages) func slowMotionGoesOnByItself(language: String) throws {
    let scene = try RunScene(Self.loop, language)
    var settings = RunScene.terminal()
    settings.pace = .milliseconds(1)
    let running = try scene.start(settings)
    #expect(try running.end().end == .exited(code: 0))
    #expect(running.output.hasPrefix("1"))
  }

  @Test(arguments: RunScene.languages) func slowMotionShowsStatementsAndIsPaused(language: String) throws {
    let scene = try RunScene(Self.loop, language)
    var settings = RunScene.terminal(breakpoints: [try scene.number("print x")])
    settings.pace = .seconds(1000)
    let running = try scene.start(settings)
    while running.session.progress.state == nil { _ = try running.events.next() }
    #expect(scene.line(running.session.progress.block) == "repeat 4 times")
    running.session.pause()
    #expect(scene.line(try running.stop().block) == "repeat 4 times")
    // A step is not slowed down.
    running.session.resume(.into)
    #expect(scene.line(try running.stop().block) == "set x to 1")
    // Breakpoints stop slow motion, too.
    running.session.setPace(.milliseconds(1))
    running.session.resume(.run)
    #expect(scene.line(try running.stop().block) == "print x")
    running.session.setPace(nil)
    running.session.resume(.run)
    #expect(try running.end().end == .exited(code: 0))
  }

  @Test(arguments: RunScene.languages) func aRunningProgramIsSlowedDownAndReleased(language: String) throws {
    let scene = try RunScene("set x to 0\nrepeat while true\n  change x by 1", language)
    let running = try scene.start(RunScene.terminal())
    running.session.setPace(.seconds(1000))
    while running.session.progress.state == nil { _ = try running.events.next() }
    running.session.setPace(nil)
    while running.session.progress.state != nil { _ = try running.events.next() }
    running.session.stop()
    _ = try running.end()
  }

  /// A program can write to the runtime's descriptor: the editor must not be flooded.
  @Test func whatNoRuntimeWritesIsNotPassedOn() throws {
    let scene = try RunScene.python(
      """
      import os
      for n in range(3000):
        os.write(4, b'{"at":1,"stop":"stop","variables":{},"calls":[]}\\n')
        os.write(4, b'{"at":1,"error":"e","lines":[]}\\n{"at":%d}\\n' % (n % 2))
      """, watching: .statements)
    let running = try scene.start(RunScene.terminal())
    var (stops, errors) = (0, 0)
    loop: while true {
      switch try running.events.next() {
      case .stopped: stops += 1
      case .failed: errors += 1
      case .ended: break loop
      case .progress: break
      }
    }
    #expect(stops == 1 && errors == 1)
  }

  /// Events about progress wait until it is asked for, and don't follow each other at once.
  @Test func aFloodOfOutputIsToldNowAndThen() throws {
    let scene = try RunScene("repeat 100000 times\n  print \"many words\"\n")
    let running = try scene.start(RunScene.terminal())
    let start = ContinuousClock.now
    var count = 0
    loop: while true {
      switch try running.events.next() {
      case .progress:
        count += 1
        _ = running.session.progress(after: .max)
      case .ended: break loop
      case .stopped, .failed: break
      }
    }
    let most = (ContinuousClock.now - start) / .milliseconds(33) + 2
    #expect(count >= 1 && Double(count) <= most)
  }
}
