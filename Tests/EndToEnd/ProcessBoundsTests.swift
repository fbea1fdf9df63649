import FileTesting
import Glibc
import Testing

/// No process of a program outlives it, whatever it does, and whoever runs it.
@Suite(.serialized) struct ProcessBoundsTests {
  /// Who runs a program, and what the system offers.
  enum Runner: CaseIterable {
    case user, ordinary, withoutNamespaces, ordinaryWithoutNamespaces

    /// A command that goes before another one.
    var prefix: String {
      let ordinary = "setpriv --reuid 65534 --regid 65534 --clear-groups prlimit --nproc=300 "
      let without = """
        unshare --user --map-root-user sh -c \
        'echo 0 >/proc/sys/user/max_user_namespaces; echo 0 >/proc/sys/user/max_pid_namespaces; exec "$@"' sh 
        """
      return switch self {
      case .user: ""
      case .ordinary: ordinary
      case .withoutNamespaces: without
      case .ordinaryWithoutNamespaces: ordinary + without
      }
    }

    /// Root becomes an ordinary user; nobody else can.
    var isPossible: Bool {
      let isOrdinary = self == .ordinary || self == .ordinaryWithoutNamespaces
      if isOrdinary && geteuid() != 0 { return false }
      return (try? Tool.run(["-c", "\(prefix)true"], program: "/bin/sh").code) == 0
    }

    static var possible: [Runner] { allCases.filter(\.isPossible) }

    /// What mortise ends with when a program kills its supervisor; nil where a program could get away so.
    var endWithoutSupervisor: Int? {
      switch self {
      case .user, .ordinary: 0
      case .withoutNamespaces: Self.hasGroups ? 137 : nil
      case .ordinaryWithoutNamespaces: nil
      }
    }

    private static var hasGroups: Bool {
      let script = """
        root=/sys/fs/cgroup; test -e $root/cgroup.procs || root=$root/unified
        group=$root/mortise-test-$$; mkdir $group && test -e $group/cgroup.kill && rmdir $group
        """
      return (try? Tool.run(["-c", script], program: "/bin/sh").code) == 0
    }
  }

  /// Forks for ever, 8 times at once: each process lives until it has forked the next one. All hold the pipe, as do some
  /// with sessions of their own.
  private static let bomb = """
    import os, signal
    for number in 1, 2, 15: signal.signal(number, signal.SIG_IGN)
    pipe = os.open('pipe', os.O_WRONLY)
    if os.fork() > 0: os.wait(); signal.pause()
    for _ in range(3): os.fork()
    if os.fork() == 0:
      os.setsid()
      os.write(pipe, b'.')
      signal.pause()
    while True:
      try:
        if os.fork() > 0: os._exit(0)
      except OSError: pass
    """

  /// Runs a program that writes into a pipe, and waits until nobody holds the pipe any more.
  /// - Parameters:
  ///   - bytes: how many bytes to wait for.
  ///   - command: runs the program; `$M` is mortise, `"$@"` the arguments.
  ///   - end: ends it; `$mortise` is its process.
  private func outcome(of code: String, bytes: Int, _ command: String, end: String) throws -> Tool.Outcome {
    let program = try CodeProgram(code)
    return try program.run(
      script: """
        chmod 755 .; chmod 644 *.json *.blocktext; cp "$M" mortise; M=./mortise; shift 2
        mkfifo pipe; chmod 666 pipe
        mkdir p.blocktext.tests; touch p.blocktext.tests/a.out
        \(command) & mortise=$!
        exec 3<pipe; dd bs=1 count=\(bytes) <&3 2>/dev/null; echo
        \(end)
        timeout 20 cat <&3; echo "end $?"
        rm -rf pipe mortise *.tests
        """)
  }

  @Test(arguments: Runner.possible) func aForkBombEndsWithMortise(runner: Runner) throws {
    let outcome = try outcome(of: Self.bomb, bytes: 8, "\(runner.prefix)$M run \"$@\"", end: "kill -9 $mortise")
    #expect(outcome.output == "........\nend 0\n", "\(outcome)")
  }

  @Test(arguments: Runner.possible) func aForkBombEndsWithItsTest(runner: Runner) throws {
    let outcome = try outcome(
      of: Self.bomb, bytes: 8, "\(runner.prefix)$M test \"$@\" --time 2 >output",
      end: "wait $mortise; cat output; rm output")
    let expected = "FAILED: a\n  it took more than 2 s\n1 test, 1 failed\n"
    #expect(outcome.output == "........\n\(expected)end 0\n", "\(outcome)")
  }

  @Test(arguments: Runner.possible.filter { $0.endWithoutSupervisor != nil }) func nobodyOutlivesAKilledSupervisor(
    runner: Runner
  ) throws {
    let code = """
      import os, signal
      (supervisor, pipe) = (os.getppid(), os.open('pipe', os.O_WRONLY))
      if os.fork() > 0: os.wait(); os._exit(0)
      (ready, end) = os.pipe()
      if os.fork() == 0:
        os.setsid()
        os.write(pipe, b'.')
        os.write(end, b'.')
        signal.pause()
      os.read(ready, 1)
      os.kill(supervisor, signal.SIGKILL)
      """
    let outcome = try outcome(
      of: code, bytes: 1, "\(runner.prefix)$M run \"$@\"", end: "wait $mortise; echo $?")
    #expect(outcome.output == ".\n\(runner.endWithoutSupervisor ?? 0)\nend 0\n", "\(outcome)")
  }
}
