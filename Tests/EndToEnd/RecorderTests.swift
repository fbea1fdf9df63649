import FileTesting
import Glibc
import Testing

/// `mortise blocks --record` on an app of the tests' own, in `RecordedApp`. Its files define blocks in all the ways that
/// apps do, and some do what no app should.
@MainActor @Suite(.enabled(if: Tool.has("node") && isSandboxPossible)) struct RecorderTests {
  private static let app = #filePath.replacing("RecorderTests.swift", with: "RecordedApp")

  /// What was recorded once for all tests: the app's hanging file takes seconds.
  private static let recording = Result {
    let folder = try TemporaryFolder()
    let path = folder.file("defs.json")
    let outcome = try Tool.run(["blocks", "--record", app, "-o", path, "--trust", "--language", "de"])
    return (outcome: outcome, definitions: Tool.read(path).split(separator: "\n").map(String.init), folder: folder)
  }

  private func definition(_ type: String) throws -> String {
    let line = try Self.recording.get().definitions.first { $0.hasPrefix("{\"type\":\"\(type)\"") }
    let text = try #require(line, "no \(type)")
    return text.hasSuffix(",") ? String(text.dropLast()) : text
  }

  @Test func whatIsLeftOutIsToldInOneLineEach() throws {
    let (outcome, _, folder) = try Self.recording.get()
    #expect(outcome.code == 0)
    #expect(
      outcome.errors == """
        mortise: blocks/mistake.js: Cannot read properties of null (reading 'mistake') (line 2)
        mortise: blocks/hangs.js: it takes longer than 2 s
        mortise: blocks/memory.js: block “robot_heap”: it takes too much memory
        mortise: 8 types from 6 of 8 files; 2 were left out: \(folder.file("defs.json"))

        """)
  }

  @Test func wordsAreInTheLanguageAndColoursComputed() throws {
    #expect(
      try definition("robot_move") == """
        {"type":"robot_move","message0":"fahre %1 %2 Schritte","args0":[{"type":"field_dropdown","name":"WAY",\
        "options":[["ahead","AHEAD"],["100 % back","BACK"]]},{"type":"input_value","name":"STEPS","check":"Number",\
        "align":"RIGHT"}],"previousStatement":"Move","nextStatement":["Move","Turn"],"colour":"#00aa88",\
        "tooltip":"stop"}
        """)
  }

  @Test func filesRunInTheOrderThatTheyNeed() throws {
    #expect(
      try definition("robot_stop") == """
        {"type":"robot_stop","message0":"stop","previousStatement":null,"nextStatement":null,"colour":200}
        """)
  }

  @Test func whatIsMadeAtRunTimeBecomesAText() throws {
    #expect(
      try definition("robot_motor") == """
        {"type":"robot_motor","message0":"motor %1 power 50 %% %2 %3 %4 %5 %6","args0":[\
        {"type":"field_input","name":"MOTOR","text":""},{"type":"input_value","name":"POWER","check":"Number"},\
        {"type":"field_checkbox","name":"ON","checked":true},\
        {"type":"field_number","name":"N","value":5,"min":0,"max":10},\
        {"type":"field_variable","name":"VAR","variable":"item"},{"type":"input_statement","name":"DO"}],\
        "inputsInline":true,"output":"Number","colour":"#00ff00","tooltip":"turns a motor",\
        "helpUrl":"https://example.org/motor"}
        """)
  }

  @Test func modulesAndJSONAreRead() throws {
    #expect(
      try definition("modern_device") == """
        {"type":"modern_device","message0":"device %1","args0":[{"type":"field_input","name":"DEVICE","text":"lamp"}],\
        "output":null,"colour":20}
        """)
    // What isn't shape stays behind.
    #expect(
      try definition("json_light") == """
        {"type":"json_light","message0":"light %1","args0":[{"type":"field_colour","name":"C","colour":"#112233"}],\
        "previousStatement":null,"colour":60}
        """)
  }

  /// TypeScript needs a node that can read it; another one says so.
  @Test func pagesAndTypeScriptAreRead() throws {
    let folder = try TemporaryFolder()
    func block(_ type: String) -> String {
      "Blockly.Blocks['\(type)'] = {init() { this.appendDummyInput().appendField('\(type)'); }};"
    }
    try Tool.write(
      "<script type=\"text/x-other\">null.mistake();</script><p>Blockly</p>\n<script>\n\(block("page"))\n</script>\n",
      to: folder.file("page.html"))
    try Tool.write(
      "<template><p/></template>\n<script>\nimport * as Blockly from 'blockly/core'\n\(block("vue"))\nexport default {}\n</script>\n",
      to: folder.file("Editor.vue"))
    try Tool.write("const n: number = 1;\n\(block("typed"))\n", to: folder.file("typed.ts"))
    let path = folder.file("defs.json")
    let outcome = try Tool.run(["blocks", "--record", folder.path, "-o", path, "--trust"])
    let recorded = Tool.read(path)
    #expect(recorded.contains("\"type\":\"page\"") && recorded.contains("\"type\":\"vue\""), "\(outcome.errors)")
    let version = try Tool.run(["--version"], program: "node").output.dropFirst().filter { !$0.isNewline }
    let parts = version.split(separator: ".").compactMap { Int($0) }
    let reads = parts.count > 1 && (parts[0], parts[1]) >= (22, 13)
    #expect(recorded.contains("\"type\":\"typed\"") == reads)
    let told = "typed.ts: TypeScript needs node 22.13 or newer; this is node \(version)"
    #expect(outcome.errors.contains(told) == !reads, "\(outcome.errors)")
  }

  /// Types are exported and imported like values, and enumerations are no types alone.
  @Test(.enabled(if: typeScriptNode != nil, "there is no node that reads TypeScript: MORTISE_NODE may name one"))
  func typeScriptIsRecorded() throws {
    let folder = try TemporaryFolder()
    try Tool.write(
      """
      export interface Motor { name: string }
      export type Way = 'left' | 'right';
      export const ways: Way[] = ['left'];
      """, to: folder.file("types.ts"))
    try Tool.write(
      """
      import { Motor, Way, ways } from './types';
      import * as Blockly from 'blockly/core';
      export type { Motor };
      export enum Port { A = 'first', B = 'second' }
      export { Blockly };
      class Maker {
        constructor(private readonly motor: Motor, readonly first: Way = ways[0]) {}
        make(): void {
          const { name } = this.motor as Motor;
          Blockly.Blocks[name] = {
            init(this: Blockly.Block) {
              const main = (globalThis as any).constructor.constructor('return globalThis')();
              this.appendDummyInput().appendField(`turn ${Port.B} ${main.process.execPath}`);
              this.setOutput(true);
            },
          };
        }
      }
      new Maker({ name: 'motor_turn' }).make();
      """, to: folder.file("blocks.ts"))
    try Tool.write(
      "import { Motor, Port } from './blocks';\nconst n: Motor = { name: Port.A };\nBlockly.Blocks[n.name] = { init() {} };\n",
      to: folder.file("more.ts"))
    // A script that starts it, as packages of other languages bring one, with an interpreter of their own.
    let node = try #require(typeScriptNode)
    let scripts = try TemporaryFolder()
    try Tool.write("#!\(scripts.path)/sh\nexec '\(node)' \"$@\"\n", to: scripts.file("node"))
    #expect(chmod(scripts.file("node"), 0o700) == 0 && symlink("/bin/sh", scripts.file("sh")) == 0)
    for bin in [scripts.path, String(node[..<(node.lastIndex(of: "/") ?? node.endIndex)])] {
      let path = scripts.file("defs.json")
      let outcome = try Tool.run(
        ["blocks", "--record", folder.path, "-o", path, "--trust"], shell: "export PATH='\(bin)':\"$PATH\"")
      #expect(outcome.errors == "mortise: 2 types from 2 files: \(path)\n")
      #expect(
        Tool.read(path) == """
          [
          {"type":"motor_turn","message0":"turn second /node","output":null},
          {"type":"first"}
          ]

          """)
    }
  }

  /// On a busy machine a file takes long without being at fault.
  @Test func aFileMayWaitForTheProcessor() throws {
    let folder = try TemporaryFolder()
    let waiting = "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2200);"
    try Tool.write("\(waiting)\nBlockly.Blocks['late'] = {init() {}};\n", to: folder.file("late.js"))
    let path = folder.file("defs.json")
    let outcome = try Tool.run(["blocks", "--record", folder.path, "-o", path, "--trust"])
    #expect(outcome.errors == "mortise: 1 type from 1 file: \(path)\n")
  }

  @Test func theAppIsShutIn() throws {
    #expect(try definition("robot_outside").contains("\"message0\":\"finds nothing\""))
    #expect(access(Self.app + "/written", F_OK) != 0)
  }

  @Test func aMutationHasTheShapesThatWereRecorded() throws {
    let folder = try TemporaryFolder()
    let (path, definitions) = (folder.file("list.xml"), folder.file("list.json"))
    try Tool.write(try definition("robot_list"), to: definitions)
    let file = """
      <xml><block type="robot_list" id="a"><mutation items="3"></mutation><value name="ADD2"><block type="logic_null" \
      id="b"></block></value></block></xml>
      """
    try Tool.write(file, to: path)
    #expect(try Tool.run(["check", path, "--blocks", definitions]).output == "\(path): 2 blocks, no problems\n")
    let picture = try Tool.run(["render", path, "--blocks", definitions]).output
    #expect(picture.contains("item 1 (   ) item 2 (   ) item 3 ( null )"))
    #expect(try Tool.run(["convert", path, "--compact", "-o", "-", "--blocks", definitions]).output == file)
  }

  @Test func nobodysCodeRunsUnasked() throws {
    let outcome = try Tool.run(["blocks", "--record", Self.app, "-o", "-"])
    #expect(
      outcome
        == Tool.Outcome(code: 1, output: "", errors: "mortise: this runs the app's code: add --trust to allow it\n"))
    let alone = try Tool.run(
      ["blocks", "--record", Self.app, "-o", "-", "--trust"], shell: "PATH=/nowhere; export PATH")
    #expect(alone.errors == "mortise: recording needs node: install the package nodejs\n")
  }
}

/// The path of a node that reads TypeScript: the one that `MORTISE_NODE` names, or the one in PATH; nil for neither.
private let typeScriptNode: String? = {
  let command = getenv("MORTISE_NODE").map { String(cString: $0) } ?? "node"
  let script = "const m = require('module'); if (m.stripTypeScriptTypes) console.log(process.execPath)"
  let path = try? Tool.run(["-e", script], program: command).output.filter { !$0.isNewline }
  return path.flatMap { $0.isEmpty ? nil : $0 }
}()

/// Whether bubblewrap is installed and may be used: some systems, such as containers, allow no namespaces.
private let isSandboxPossible =
  Tool.has("bwrap")
  && (try? Tool.run(["--unshare-all", "--ro-bind", "/", "/", "/bin/true"], program: "bwrap"))?.code == 0
