import FileTesting
import Glibc
import RunTesting
import Testing

@testable import ProgramRunning

@Suite(.serialized) struct SessionTests {
  @Test(arguments: RunScene.languages) func aProgramTalksOnItsTerminal(language: String) throws {
    let scene = try RunScene(
      "set name to prompt for text with message \"Who? \"\nprint create text with \"Hello \", name", language)
    let running = try scene.start(RunScene.terminal())
    _ = try running.output(containing: "Who? ")
    running.session.type(Array("Zoë\n".utf8))
    let (end, error) = try running.end()
    #expect(end == .exited(code: 0) && error == nil)
    #expect(running.output == "Who? Zoë\nHello Zoë\n")
  }

  /// Ctrl+D.
  @Test func inputEnds() throws {
    let running = try RunScene("print prompt for text with message \"?\"").start(RunScene.terminal())
    _ = try running.output(containing: "?")
    running.session.endInput()
    let (end, error) = try running.end()
    #expect(end == .exited(code: 1))
    #expect(error?.message == "the input has ended" && error?.original.hasPrefix("EOFError") == true)
  }

  @Test func anEndlessOutputIsKeptInBounds() throws {
    let scene = try RunScene.python("while True: print('x' * 1000)")
    var settings = RunScene.terminal()
    settings.keptOutput = 10_000
    let running = try scene.start(settings)
    while running.session.progress.outputCount < 1_000_000 { _ = try running.events.next() }
    running.session.stop()
    _ = try running.end()
    #expect(running.session.progress.output.count == 10_000)
  }

  @Test func anInterpreterThatIsMissingIsReported() throws {
    let scene = try RunScene("print 1")
    let missing = Interpreter(
      language: scene.plan.language, runtime: scene.interpreter.runtime, path: "/nowhere/python3")
    let events = RunEvents()
    _ = try RunSession(scene.plan, with: missing, settings: RunScene.text()) { events.take($0) }
    guard case .ended(let end) = try events.next() else {
      Issue.record("no end")
      return
    }
    #expect(end == .notStarted(ENOENT))
    #expect(Interpreter.find(for: [scene.plan.language], searchPath: "/nowhere") == nil)
  }

  // MARK: - Limits

  @Test func timeIsLimited() throws {
    var settings = RunScene.text()
    settings.time = .milliseconds(300)
    #expect(try RunScene.python("import time\ntime.sleep(60)").start(settings).end().end == .reachedTimeLimit)
  }

  @Test func outputIsLimited() throws {
    var settings = RunScene.text()
    settings.output = 1000
    let end = try RunScene.python("while True: print(1)").start(settings).end().end
    #expect(end == .reachedOutputLimit)
  }

  @Test func processorTimeIsLimited() throws {
    var settings = RunScene.text()
    settings.processorSeconds = 1
    #expect(try RunScene.python("while True: pass").start(settings).end().end == .signalled(SIGXCPU))
  }

  @Test func memoryIsLimited() throws {
    var settings = RunScene.text()
    settings.memory = 200 << 20
    let (end, error) = try RunScene.python("x = bytearray(1 << 30)").start(settings).end()
    #expect(end == .exited(code: 1) && error?.message == "there is not enough memory")
  }

  /// What a language's own limit doesn't count, such as node's buffers, and what processes take together.
  @Test(arguments: [
    (
      "javascript",
      "let a = []; for (let i = 0; i < 40; i++) a.push(Buffer.alloc(50 << 20, 1)); console.log('done')"
    ),
    (
      "python",
      "import os, time¶for i in range(6):¶  if os.fork() == 0:¶    x = bytearray(b'1') * (150 << 20)¶    time.sleep(20)"
        + "¶    os._exit(0)¶for i in range(6): os.wait()"
    ),
  ])
  func memoryIsThatOfAllProcesses(language: String, code: String) throws {
    var settings = RunScene.text()
    settings.memory = 300 << 20
    let running = try RunScene("::\(language)(CODE = \"\(code)\")", language).start(settings)
    #expect(try running.end().end == .reachedMemoryLimit)
    #expect(!running.output.contains("done"))
  }

  /// Forked processes share what they don't change.
  @Test func sharedMemoryCountsOnce() throws {
    var settings = RunScene.text()
    settings.memory = 400 << 20
    let scene = try RunScene.python(
      """
      import os, time
      x = bytearray(b'1') * (200 << 20)
      for i in range(4):
        if os.fork() == 0:
          time.sleep(0.5)
          os._exit(0)
      for i in range(4): os.wait()
      print('done')
      """)
    let running = try scene.start(settings)
    #expect(try running.end().end == .exited(code: 0))
    #expect(running.output == "done\n")
  }

  // MARK: - Strange programs

  /// What a program sends to its terminal is in the output, also through /dev/tty, and it reads what it is sent.
  @Test func aProgramReachesOnlyItsOwnTerminal() throws {
    let scene = try RunScene.python(
      """
      import os
      tty = open('/dev/tty', 'r+b', buffering=0)
      tty.write(b'\\x1b[2J\\x1b]52;c;aGk=\\x07ready')
      print(tty.readline() == b'keys\\n', os.getsid(0) == os.getpid(), os.ttyname(0) == os.ttyname(tty.fileno()))
      print(os.listdir('/proc/self/fd') and sorted(int(x) for x in os.listdir('/proc/self/fd') if int(x) < 5))
      """)
    let running = try scene.start(RunScene.terminal())
    _ = try running.output(containing: "ready")
    running.session.type(Array("keys\n".utf8))
    #expect(try running.end().end == .exited(code: 0))
    let output = running.output
    #expect(output.contains("\u{1B}[2J\u{1B}]52;c;aGk=\u{7}ready"))
    #expect(output.contains("True True False") || output.contains("True True True"))
  }

  /// A program can write where its runtime does. Numbers below all others ended the process.
  @Test func falseReportsDoNoHarm() throws {
    let scene = try RunScene.python(
      """
      import os, random
      random.seed(5)
      lines = [b'{"at":1e99}', b'{"stop":3,"at":-1}', b'[' * 2000, b'{"at":1,"calls":[{"function":1}]}', b'\\xff\\0',
               b'{"error":"", "at":1, "lines":[-1, 9999999999999999999]}',
               b'{"at":-9223372036854775808}', b'{"at":9223372036854775807}',
               b'{"log":-5}', b'{"at":1,"asks":-9223372036854775808}',
               b'{"at":1,"error":"x","lines":[-9223372036854775808]}', b'{"at":1,"stop":"step","calls":['
               b'{"function":-9223372036854775808},{"function":1,"line":-9223372036854775808}]}',
               b'{"at":1,"error":"x","lines":[1],"columns":[[-9223372036854775808,9223372036854775807]]}']
      for _ in range(2000): os.write(4, random.choice(lines) + b'\\n')
      os.write(4, b'x' * 9000000)
      print('fine')
      """, watching: .statements)
    let running = try scene.start(RunScene.text())
    #expect(try running.end().end == .exited(code: 0))
    #expect(running.output == "fine\n")
  }

  @Test func forkedProcessesEndWithTheProgram() throws {
    // Two forks and a session of its own make a daemon. It holds a pipe as long as it lives.
    let folder = try TemporaryFolder()
    #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
    let pipe = open(folder.file("pipe"), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    defer { close(pipe) }
    let scene = try RunScene.python(
      """
      import os, signal, time
      for number in signal.SIGINT, signal.SIGTERM, signal.SIGHUP: signal.signal(number, signal.SIG_IGN)
      for _ in range(3):
        if os.fork() == 0:
          os.setsid()
          if os.fork() == 0:
            file = os.open('\(folder.file("pipe"))', os.O_WRONLY)
            os.write(1, b'ready ')
            time.sleep(600)
          os._exit(0)
      time.sleep(600)
      """)
    let running = try scene.start(RunScene.terminal())
    _ = try running.output(containing: "ready ready ready ")
    running.session.stop()
    #expect(try running.end().end == .signalled(SIGKILL))
    var byte: UInt8 = 0
    #expect(read(pipe, &byte, 1) == 0, "a process still holds the pipe")
  }

  // MARK: - Stopping

  @Test(arguments: StubbornProgram.allCases) func stubbornProgramsStop(_ program: StubbornProgram) throws {
    let scene = try program.scene()
    for _ in 0..<5 {
      let running = try scene.start(RunScene.terminal())
      while running.session.progress.outputCount == 0 { _ = try running.events.next() }
      running.session.stop()
      let (end, _) = try running.end()
      #expect(program == .child ? end == .signalled(SIGKILL) : end != .exited(code: 0), "\(end)")
    }
  }
}
