import Testing

/// The program that `bin/mortise` opens: what a newcomer sees first.
@Suite struct SampleTests {
  private static func sample() throws -> String {
    let match = try #require(Tool.read("bin/mortise").firstMatch(of: #/set -- "\$root/(?<path>examples/[^"]+)"/#))
    return String(match.path)
  }

  @Test func itIsClean() throws {
    let path = try Self.sample()
    let outcome = try Tool.run(["check", path])
    #expect(outcome.code == 0 && outcome.output.hasSuffix("no problems\n") && outcome.errors == "", "\(outcome)")
  }

  @Test(arguments: ["python", "javascript", "lua"]) func itRuns(language: String) throws {
    let outcome = try Tool.run(["run", try Self.sample(), "--to", language])
    let rows = outcome.output.split(separator: "\n")
    #expect(outcome.code == 0 && outcome.errors == "", "\(outcome)")
    #expect(rows.first == "Hello, Ada!" && rows.last == "A tree of 15 stars.", "\(outcome.output)")
  }
}
