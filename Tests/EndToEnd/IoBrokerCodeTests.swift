import FileTesting
import Testing

/// The script that makes ioBroker's code, with a made-up adapter: its Blockly makes a line of each block.
@Suite(.enabled(if: Tool.has("node"), "node is not installed")) struct IoBrokerCodeTests {
  private let scene: GitFolder

  private static let script =
    #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/Resources/iobroker-code.js"

  init() throws {
    scene = try GitFolder()
    scene.sh(
      #"""
      adapter=node_modules/iobroker.javascript/admin/google-blockly
      mkdir -p $adapter/msg/js $adapter/own node_modules/iobroker.other/admin node_modules/iobroker.broken/admin iobroker-data
      cat > $adapter/blockly_compressed.js <<'END'
      self.Blockly = {
        Blocks: {}, Msg: {}, Events: { disable() {} }, FieldDropdown: class {},
        utils: { xml: { textToDom: (text) => new DOMParser().parseFromString(text, 'text/xml').documentElement } },
        Workspace: class { getAllBlocks() { return this.blocks; } },
        Xml: { domToWorkspace(xml, workspace) {
          workspace.blocks = xml.getElementsByTagName('block').map((element) => {
            const [type, field] = [element.getAttribute('type'), element.getElementsByTagName('field')[0]];
            if (!Blockly.JavaScript[type]) throw new Error(`no such block: ${type}\n  at some line`);
            return { type, getFieldValue: () => field.textContent };
          });
        } },
        JavaScript: { workspaceToCode: (workspace) => workspace.blocks.map((block) => Blockly.JavaScript[block.type](block)).join('') },
      };
      END
      echo "Blockly.Msg.SAY = 'say';" > $adapter/msg/js/en.js
      echo > $adapter/blocks_compressed.js
      echo > $adapter/javascript_compressed.js
      echo "Blockly.Words = { lamp: 'Lamp' };" > $adapter/own/blocks_words.js
      # It needs what comes behind it in the alphabet.
      cat > $adapter/own/blocks_action.js <<'END'
      Blockly.JavaScript.toggle = (block) => {
        const { name } = main.objects[block.getFieldValue()]?.common ?? {};
        return `toggle(${block.getFieldValue()}) // ${name?.[systemLang] ?? name}\n`;
      };
      Blockly.Words.lamp.length;
      END
      cat > node_modules/iobroker.other/admin/blockly.js <<'END'
      console.warn('careful');
      Blockly.JavaScript.say = (block) => `${Blockly.Msg.SAY}(${block.getFieldValue()})\n`;
      END
      echo 'nonsense(' > node_modules/iobroker.broken/admin/blockly.js
      """#)
  }

  private func code(_ blocks: String, _ arguments: String = "node_modules/iobroker.javascript") throws -> String {
    try Tool.write("<!-- a > b --><xml a='1'>\(blocks)</xml>", to: scene.path + "/work/program.xml")
    let outcome = scene.sh("node '\(Self.script)' \(arguments) < program.xml")
    return outcome.code == 0 ? outcome.output : "\(outcome.code): \(outcome.output)"
  }

  private static let toggle = "<block type=\"toggle\"><field name=\"OID\">a.b</field></block>"

  @Test func blocksOfAllAdaptersBecomeCode() throws {
    let text = "&lt;&quot;ü&#10;&#x1F600;&amp;lt;<![CDATA[<x>]]>"
    let blocks =
      "<block type=\"say\"><field name=\"A\">\(text)</field>\n<next><block type='say'><field>2</field></block></next></block>"
    #expect(try code(blocks) == "say(<\"ü\n😀&lt;<x>)\nsay(2)\n")
    #expect(try code("") == "")
  }

  @Test func mistakesAreALine() throws {
    #expect(try code("<block type=\"sing\"/>") == "1: no such block: sing\n")
    #expect(try code("", "nowhere") == "1: nowhere is not the folder of the adapter iobroker.javascript\n")
    #expect(try code("", "") == "1: usage: node iobroker-code.js ADAPTER_FOLDER [OBJECTS] < PROGRAM.xml\n")
  }

  /// What an object is decides on the code, so it is not guessed.
  @Test func objectsAreKnown() throws {
    #expect(try code(Self.toggle).hasPrefix("1: the code of “toggle” depends on the object “a.b”"))
    try Tool.write("{\"a.b\": {\"common\": {\"name\": \"Lamp\"}}}", to: scene.path + "/work/objects.json")
    #expect(try code(Self.toggle, "node_modules/iobroker.javascript objects.json") == "toggle(a.b) // Lamp\n")
    try Tool.write(
      """
      {"k":"a.b","v":{"common":{"name":"old"}}}
      {"k":"a.b"}
      {"k":"a.b","v":{"common":{"name":{"en":"Lamp","de":"Lampe"}}}}
      {"k":"system.config","v":{"common":{"language":"de"}}}
      {"k":"a.b","v":{"com
      """, to: scene.path + "/work/iobroker-data/objects.jsonl")
    #expect(try code(Self.toggle) == "toggle(a.b) // Lampe\n")
  }
}
