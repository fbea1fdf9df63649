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
      command("run", ["<F5>", "<A-r>"], .run, "run the program, or let it go on; in the past: return to the present"),
      command("stop", ["<S-F5>", "<A-k>"], .stop, "stop the program"),
      command("pause", ["<F6>", "<A-z>"], .pause, "pause the program at its next statement"),
      command("step-over", ["<F10>", "<A-s>"], .over, "step over: run to the next statement outside the block"),
      command("step-into", ["<F11>", "<A-i>"], .into, "step into: run to the next statement, also inside a function"),
      command("step-out", ["<S-F11>", "<A-u>"], .out, "step out: run to the end of the function"),
      command(
        "step-back", ["<C-F11>", "<A-I>"], .stepBack, "step back: to the statement before, in the run’s recording"),
      command(
        "step-back-over", ["<C-F10>", "<A-S>"], .backOver, "step back over: skip the inside of the statement before"),
      command("step-back-out", ["<C-S-F11>", "<A-U>"], .backOut, "step back out: to the call of the function"),
      command("first-step", ["<A-Home>", "<A-<>"], .firstStep, "first step of the run"),
      command("last-step", ["<A-End>", "<A->>"], .lastStep, "last step of the run"),
      command("go-to-step", ["<A-G>"], .goToStep, "go to a step of the run by its number"),
      command("coverage", ["<A-R>"], .coverage, "show or hide the run counts of blocks, and which never ran"),
      command(
        "origin", ["<A-?>", "<A-Y>"], .origin,
        "where the value comes from, or a line of the output; why a block didn’t run", group: .blocks),
      command(
        "previous-visit", ["<A-C>"], .previousVisit, "back to where the block at the cursor ran last", group: .blocks),
      command(
        "run-to-cursor", ["<A-c>"], .toCursor, "run to the block at the cursor; in the past: to where it ran next",
        group: .blocks),
      command(
        "breakpoint", ["<F9>", "<A-b>"], .toggleBreakpoint, "set or remove a breakpoint at the block", group: .blocks),
      command(
        "breakpoint-condition", ["<A-q>"], .editCondition, "stop at the block only if a condition holds", group: .blocks
      ),
      command("breakpoints", ["<A-l>"], .listBreakpoints, "breakpoints: go to one"),
      command("slow-motion", ["<F7>", "<A-m>"], .changeSpeed, "slow motion: slower, slowest, full speed"),
      command("show-values", ["<A-v>"], .showValues, "show or hide the values after the blocks"),
      command(
        "read-value", ["<A-V>"], .readValue, "read the value of the block at the cursor; a list as a table",
        group: .blocks),
      command("watches", ["<A-W>"], .watches, "watches: values of lines that you type, at the moment that is shown"),
      command("run-variables", ["<A-w>"], .variables, "variables of the running program"),
      command("calls", ["<A-e>"], .calls, "where the program is: the block, and the calls that led there"),
    ]
  }
}
