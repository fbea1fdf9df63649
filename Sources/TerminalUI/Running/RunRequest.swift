/// What the user wants of running programs, on the canvas or in the output.
public nonisolated enum RunRequest: Hashable, Sendable, CaseIterable {
  /// Runs the program that is shown, or lets it go on.
  case run
  case stop
  case pause
  /// Goes on to the next statement that is not inside the present one.
  case over
  /// Goes on to the next statement.
  case into
  /// Goes on to the next statement after the present function.
  case out
  /// Runs to the block at the cursor.
  case toCursor
  /// Changes the speed.
  case changeSpeed
  /// Shows the values of blocks from the next run on, or no longer.
  case showValues
  /// Sets or removes a breakpoint at the cursor.
  case toggleBreakpoint
  /// Asks for the condition of the breakpoint at the cursor.
  case editCondition
  case listBreakpoints
  /// Shows the output, and goes there.
  case output
  case variables
  case calls
}
