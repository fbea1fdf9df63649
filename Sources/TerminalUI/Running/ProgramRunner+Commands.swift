import ProgramRunning

/// The commands of the debugger, which the canvas and the output share.
extension ProgramRunner {
  static let commands: [Command<ProgramRunner>] = [
    command(
      "run", ["<F5>", "<A-r>"], "Run", "run the program, or let it go on; in the past: return to the present",
      unavailable: { $0.refusalToRun }, run: { $0.run() }),
    command(
      "stop", ["<S-F5>", "<A-k>"], "Stop", "stop the program", unavailable: { $0.refusalToStop }, run: { $0.stop() }),
    command(
      "pause", ["<F6>", "<A-z>"], "Pause", "pause the program at its next statement",
      unavailable: { $0.refusalToPause },
      run: { $0.pause() }),
    step(
      "step-over", ["<F10>", "<A-s>"], "Step over", "run to the next statement outside the block", .over,
      unavailable: { $0.refusalToStep }, run: { $0.step(.over) }),
    step(
      "step-into", ["<F11>", "<A-i>"], "Step into",
      "run to the next statement, also inside a function; Alt+I where the terminal takes F11", .into,
      unavailable: { $0.refusalToStep }, run: { $0.step(.into) }),
    step(
      "step-out", ["<S-F11>", "<A-u>"], "Step out", "run to the end of the function", .out,
      unavailable: { $0.refusalToStepOut }, run: { $0.step(.out) }),
    move("step-back", ["<C-F11>", "<A-I>"], "Step back", "to the statement before, in the run’s recording", .stepBack),
    move(
      "step-back-over", ["<C-F10>", "<A-S>"], "Step back over", "skip the inside of the statement before", .overBack),
    move("step-back-out", ["<C-S-F11>", "<A-U>"], "Step back out", "to the call of the function", .outBack),
    move("first-step", ["<A-Home>", "<A-<>"], "First step", "first step of the run", .first),
    move("last-step", ["<A-End>", "<A->>"], "Last step", "last step of the run", .last),
    command(
      "go-to-step", ["<A-G>"], "Go to step…", "go to a step of the run by its number",
      unavailable: { $0.refusalToLookBack },
      run: { $0.open(.step) }),
    command(
      "coverage", ["<A-R>"], "Run counts", "show or hide the run counts of blocks, and which never ran",
      unavailable: { $0.refusalToCount }, run: { $0.toggleCoverage() }),
    command(
      "origin", ["<A-?>", "<A-Y>"], "Where does it come from?",
      "where the value comes from, or a line of the output; why a block didn’t run",
      group: .blocks, unavailable: { $0.refusalToTellOrigin }, run: { $0.showOrigin() }),
    move(
      "previous-visit", ["<A-C>"], "Back to its last run", "back to where the block at the cursor ran last",
      group: .blocks, .previousVisit),
    step(
      "run-to-cursor", ["<A-c>"], "Run to the cursor",
      "run to the block at the cursor; in the past: to where it ran next", group: .blocks,
      .nextVisit, unavailable: { $0.refusalToRunToCursor }, run: { $0.runToCursor() }),
    command(
      "breakpoint", ["<F9>", "<A-b>"], "Breakpoint", "set or remove a breakpoint at the block", group: .blocks,
      unavailable: { $0.refusalToSetBreakpoint }, run: { $0.toggleBreakpoint() }),
    command(
      "breakpoint-condition", ["<A-q>"], "Breakpoint condition…", "stop at the block only if a condition holds",
      group: .blocks,
      unavailable: { $0.refusalToSetBreakpoint },
      run: { runner in if let id = runner.statement?.id { runner.open(.condition(blockID: id)) } }),
    command(
      "breakpoints", ["<A-l>"], "Breakpoints…", "go to a breakpoint", unavailable: { $0.refusalToListBreakpoints },
      run: { $0.open(.breakpoints) }),
    command(
      "slow-motion", ["<F7>", "<A-m>"], "Slow motion", "run the program slower, slowest, or at full speed again",
      run: { $0.changeSpeed() }),
    command(
      "show-values", ["<A-v>"], "Show or hide values", "show or hide the values after the blocks",
      unavailable: { $0.refusalToShowValues },
      run: { $0.toggleValues() }),
    command(
      "read-value", ["<A-V>"], "Read the value", "read the value of the block at the cursor; a list as a table",
      group: .blocks,
      unavailable: { $0.refusalToReadValue },
      run: { runner in if let value = runner.valueAtCursor { runner.open(.value(name: value.name, value.value)) } }),
    command(
      "watches", ["<A-W>"], "Watches…", "values of lines that you type, at the moment that is shown",
      run: { $0.open(.watches) }),
    command(
      "run-variables", ["<A-w>"], "Values of variables…", "variables of the running program",
      unavailable: { $0.refusalToShowVariables },
      run: { $0.open(.variables) }),
    command(
      "calls", ["<A-e>"], "Call stack…", "where the program is: the block, and the calls that led there",
      unavailable: { $0.refusalToShowCalls }, run: { $0.open(.calls) }),
  ]

  /// - Parameter run: performs the command. Afterwards, the output opens if a program was run.
  private static func command(
    _ name: String, _ keys: [String], _ title: String, _ help: String, group: CommandGroup = .running,
    unavailable: @escaping (ProgramRunner) -> String? = { _ in nil }, run: @escaping (ProgramRunner) -> Void
  ) -> Command<ProgramRunner> {
    Command(
      name, keys: keys, title: title, group: group, help: help, unavailable: unavailable,
      runIn: { runner, _ in
        run(runner)
        runner.showOutput()
      })
  }

  /// A command that moves in the recording of the run.
  private static func move(
    _ name: String, _ keys: [String], _ title: String, _ help: String, group: CommandGroup = .running,
    _ move: RecordedMove
  ) -> Command<ProgramRunner> {
    command(name, keys, title, help, group: group, unavailable: { $0.refusal(of: move) }, run: { $0.perform(move) })
  }

  /// A command that moves in the recording while the past is shown, and continues the program in the present.
  private static func step(
    _ name: String, _ keys: [String], _ title: String, _ help: String, group: CommandGroup = .running,
    _ move: RecordedMove,
    unavailable: @escaping (ProgramRunner) -> String?, run: @escaping (ProgramRunner) -> Void
  ) -> Command<ProgramRunner> {
    command(
      name, keys, title, help, group: group, unavailable: { $0.isInPast ? $0.refusal(of: move) : unavailable($0) },
      run: { if $0.isInPast { $0.perform(move) } else { run($0) } })
  }
}
