/// A mode with the commands for running the program.
protocol RunningMode: CommandMode {
  func perform(_ request: RunRequest, on screen: EditorScreen)
  /// Why a request can't be met now; nil if it can.
  func refusal(of request: RunRequest) -> String?
}

extension RunningMode {
  /// The commands for running the program, which the canvas and the output share.
  static var runCommands: [Command<Self>] {
    func command(
      _ name: String, _ keys: [String], _ request: RunRequest, _ help: String, group: CommandGroup = .running
    ) -> Command<Self> {
      Command(
        name, keys: keys, group: group, help: help, unavailable: { $0.refusal(of: request) },
        runIn: { $0.perform(request, on: $1) })
    }
    return [
      command("run", ["<F5>", "<A-r>"], .run, "run the program; where it is stopped: go on"),
      command("stop", ["<S-F5>", "<A-k>"], .stop, "stop the program"),
      command("pause", ["<F6>", "<A-z>"], .pause, "pause the program at its next statement"),
      command("step-over", ["<F10>", "<A-s>"], .over, "step over: run to the next statement outside the block"),
      command("step-into", ["<F11>", "<A-i>"], .into, "step into: run to the next statement, in a function, too"),
      command("step-out", ["<S-F11>", "<A-u>"], .out, "step out: run to the end of the function"),
      command("run-to-cursor", ["<A-c>"], .toCursor, "run to the block at the cursor", group: .blocks),
      command(
        "breakpoint", ["<F9>", "<A-b>"], .toggleBreakpoint, "set or remove a breakpoint at the block", group: .blocks),
      command(
        "breakpoint-condition", ["<A-q>"], .editCondition, "stop at the block only if a condition holds", group: .blocks
      ),
      command("breakpoints", ["<A-l>"], .listBreakpoints, "breakpoints: go to one"),
      command("slow-motion", ["<F7>", "<A-m>"], .changeSpeed, "slow motion: slower, slowest, full speed"),
      command(
        "show-values", ["<A-v>"], .showValues, "show the last value of the block at the cursor, from the next run on"),
      command("run-variables", ["<A-w>"], .variables, "variables of the program that runs"),
      command("calls", ["<A-e>"], .calls, "where the program is: the block, and the calls that led there"),
    ]
  }
}
