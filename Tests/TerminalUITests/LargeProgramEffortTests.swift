import CasePlaying
import Testing

/// The keys that finding something takes in a program of 5,000 blocks. As in `Tests/Cases/effort`, the last key disables
/// the block that was found.
@Suite struct LargeProgramEffortTests {
  nonisolated struct Task: Sendable, CustomStringConvertible {
    var description: String
    var most: Int
    var keys: String
    /// The only block that is disabled afterwards.
    var found: String
  }

  nonisolated static let tasks = [
    Task(
      description: "the use of a variable", most: 6, keys: "/tot<Enter>D",
      found: #"text_print(TEXT: variables_get[VAR="total"] !disabled)"#),
    Task(
      description: "a function by three letters of its name", most: 6, keys: "fdan<Enter>D",
      found: #"procedures_defnoreturn[NAME="dance"] !disabled"#),
    Task(
      description: "the next problem", most: 2, keys: "]D",
      found: #"controls_flow_statements[FLOW="break out"] !disabled"#),
  ]

  @Test(arguments: tasks) func takesFewKeys(_ task: Task) throws {
    var statements = Array(repeating: #"text_print(TEXT: math_number[NUM="1"])"#, count: 2_500)
    statements[1_500] = #"text_print(TEXT: variables_get[VAR="total"])"#
    statements[2_000] = #"controls_flow_statements[FLOW="BREAK"]"#
    let program =
      statements.joined(separator: " > ") + #" ; procedures_defnoreturn[NAME="dance"] ; variables_set[VAR="total"]"#
    let keys = try CaseKeys.lines(of: task.keys).reduce(0) { $0 + $1.events.count }
    #expect(keys <= task.most)
    let session = try CaseSession(
      CaseEditor(xml: try CompactProgram(program).xml, keys: "<Home>\n" + task.keys))
    try session.play()
    #expect(session.program.contains(task.found))
    #expect(session.program.ranges(of: "!disabled").count == 1)
  }
}
