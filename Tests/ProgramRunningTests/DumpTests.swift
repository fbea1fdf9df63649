import RunTesting
import MortiseFiles
import Testing
import Glibc
@testable import ProgramRunning
@Suite struct DumpTests {
  @Test(arguments: RunScene.languages) func dump(language: String) throws {
    for program in ["primes.xml", "deep.json", "shopping-list.json"] {
    for (name, watching) in [("plain", RunPlan.Watching.errors), ("watched", .statements), ("values", .values), ("recorded", .recording(values: false)), ("recordedvalues", .recording(values: true))] {
      let plan = try RunScene(program: program, language, watching: watching).plan
      let bytes = RunLine.start(plan, stops: [], isPaused: false)
      let file = fopen("/tmp/rt/dump.\(program.prefix { $0 != "." }).\(language).\(name)", "w")
      fwrite(bytes, 1, bytes.count, file)
      fclose(file)
    }
    }
  }
}
