import BlockModel
import Markup
import SeededTesting

/// Generates programs like those that people build: stacks of statements at the top level, nested ifs and loops,
/// arithmetic with variables, texts, and shadows in empty inputs. The same seed gives the same program.
struct ProgramMaker {
  private var randomness: SeededGenerator
  private var writer = JSONWriter(style: .compact)
  private var count = 0
  private let target: Int
  private var variables: [(name: String, id: String)] = []

  /// The compact JSON text of a program with about this many blocks.
  static func json(blocks: Int, seed: UInt64 = 1) -> [UInt8] {
    var maker = ProgramMaker(blocks: blocks, seed: seed)
    maker.program()
    return maker.writer.bytes
  }

  private init(blocks: Int, seed: UInt64) {
    target = blocks
    randomness = SeededGenerator(seed: seed)
    variables = ["i", "j", "total", "name", "answer", "position", "speed", "list of things"].map { ($0, newID()) }
  }

  private mutating func newID() -> String { BlocklyID.random(using: &randomness) }
  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &randomness) < percent }
  private mutating func pick(_ choices: [String]) -> String { choices.randomElement(using: &randomness) ?? "" }

  private mutating func program() {
    writer.beginObject()
    writer.key("blocks")
    writer.beginObject()
    writer.key("languageVersion")
    writer.integer(0)
    writer.key("blocks")
    writer.beginArray()
    var row = 0
    while count < target {
      stack(
        of: Int.random(in: 5...40, using: &randomness), depth: 0, at: (Double(row % 10) * 400, Double(row / 10) * 900))
      row += 1
    }
    writer.endArray()
    writer.endObject()
    writer.key("variables")
    writer.beginArray()
    for variable in variables {
      writer.beginObject()
      writer.member("name", variable.name)
      writer.member("id", variable.id)
      writer.endObject()
    }
    writer.endArray()
    writer.endObject()
  }

  // MARK: - Statements

  private mutating func stack(of length: Int, depth: Int, at position: (x: Double, y: Double)? = nil) {
    var written = 0
    repeat {
      if written > 0 {
        writer.key("next")
        writer.beginObject()
        writer.key("block")
      }
      statement(depth: depth, at: written == 0 ? position : nil)
      written += 1
    } while written < length && count < target
    for index in (0..<written).reversed() {
      writer.endObject()
      if index > 0 { writer.endObject() }
    }
  }

  /// Writes a statement without the end of its object.
  private mutating func statement(depth: Int, at position: (x: Double, y: Double)?) {
    let isNesting = depth < 6 && chance(35)
    let kind = pick(
      isNesting
        ? ["controls_if", "controls_if", "controls_repeat_ext", "controls_whileUntil", "controls_for"]
        : ["variables_set", "variables_set", "math_change", "text_print", "text_append"])
    begin(kind, at: position)
    let inner = Int.random(in: 1...6, using: &randomness)
    switch kind {
    case "controls_if":
      let hasElse = chance(40)
      if hasElse {
        writer.key("extraState")
        writer.value(
          .building { json in
            json.beginObject()
            json.member("hasElse", true)
            json.endObject()
          })
      }
      inputs { maker in
        maker.input("IF0") { $0.condition(depth: 0) }
        maker.input("DO0") { $0.blocks(inner, depth: depth + 1) }
        if hasElse { maker.input("ELSE") { $0.blocks(inner, depth: depth + 1) } }
      }
    case "controls_repeat_ext":
      inputs { maker in
        maker.number("TIMES")
        maker.input("DO") { $0.blocks(inner, depth: depth + 1) }
      }
    case "controls_whileUntil":
      fields([("MODE", pick(["WHILE", "UNTIL"]))])
      inputs { maker in
        maker.input("BOOL") { $0.condition(depth: 0) }
        maker.input("DO") { $0.blocks(inner, depth: depth + 1) }
      }
    case "controls_for":
      variableField()
      inputs { maker in
        for name in ["FROM", "TO", "BY"] { maker.number(name) }
        maker.input("DO") { $0.blocks(inner, depth: depth + 1) }
      }
    case "variables_set":
      variableField()
      inputs { maker in maker.input("VALUE") { $0.key("block") { $0.value(depth: 0) } } }
    case "math_change":
      variableField()
      inputs { $0.number("DELTA") }
    default:
      if kind == "text_append" { variableField() }
      inputs { $0.text("TEXT") }
    }
  }

  private mutating func blocks(_ length: Int, depth: Int) {
    key("block") { $0.stack(of: length, depth: depth) }
  }

  // MARK: - Values

  private mutating func condition(depth: Int) {
    key("block") { maker in
      if depth < 2, maker.chance(30) {
        maker.begin("logic_operation")
        maker.fields([("OP", maker.pick(["AND", "OR"]))])
        maker.inputs { inner in
          for name in ["A", "B"] { inner.input(name) { $0.condition(depth: depth + 1) } }
        }
      } else {
        maker.begin("logic_compare")
        maker.fields([("OP", maker.pick(["EQ", "NEQ", "LT", "LTE", "GT", "GTE"]))])
        maker.inputs { inner in
          inner.input("A") { $0.key("block") { $0.value(depth: 1) } }
          inner.number("B")
        }
      }
      maker.writer.endObject()
    }
  }

  private mutating func value(depth: Int) {
    if depth < 3, chance(45) {
      begin("math_arithmetic")
      fields([("OP", pick(["ADD", "MINUS", "MULTIPLY", "DIVIDE", "POWER"]))])
      inputs { maker in
        maker.number("A", over: { $0.value(depth: depth + 1) })
        maker.number("B")
      }
    } else {
      begin("variables_get")
      variableField()
    }
    writer.endObject()
  }

  /// A number shadow, sometimes covered by a block.
  private mutating func number(_ name: String, over cover: ((inout ProgramMaker) -> Void)? = nil) {
    let isCovered = cover != nil && chance(60)
    input(name) { maker in
      maker.key("shadow") { maker in
        maker.begin("math_number")
        maker.writer.key("fields")
        maker.writer.beginObject()
        maker.writer.member("NUM", Double(Int.random(in: 0...1000, using: &maker.randomness)))
        maker.writer.endObject()
        maker.writer.endObject()
      }
      guard isCovered, let cover else { return }
      // A covered shadow doesn't count as a block.
      maker.count -= 1
      maker.key("block") { cover(&$0) }
    }
  }

  private mutating func text(_ name: String) {
    let text = pick([
      "Hello, world!", "The answer is ", "Guess a number between 1 and 100", "größer ⇒ weiter", "no", "",
    ])
    input(name) { maker in
      maker.key("shadow") { maker in
        maker.begin("text")
        maker.fields([("TEXT", text)])
        maker.writer.endObject()
      }
    }
  }

  // MARK: - JSON

  /// Begins a block's object.
  private mutating func begin(_ type: String, at position: (x: Double, y: Double)? = nil) {
    count += 1
    writer.beginObject()
    writer.member("type", type)
    writer.member("id", newID())
    if let position {
      writer.member("x", position.x)
      writer.member("y", position.y)
    }
  }

  private mutating func fields(_ fields: [(String, String)]) {
    writer.key("fields")
    writer.beginObject()
    for (name, value) in fields { writer.member(name, value) }
    writer.endObject()
  }

  private mutating func variableField() {
    let id = variables.randomElement(using: &randomness)?.id ?? ""
    writer.key("fields")
    writer.beginObject()
    key("VAR") { maker in
      maker.writer.beginObject()
      maker.writer.member("id", id)
      maker.writer.endObject()
    }
    writer.endObject()
  }

  private mutating func key(_ name: String, _ content: (inout ProgramMaker) -> Void) {
    writer.key(name)
    content(&self)
  }

  private mutating func inputs(_ content: (inout ProgramMaker) -> Void) { input("inputs", content) }

  private mutating func input(_ name: String, _ content: (inout ProgramMaker) -> Void) {
    writer.key(name)
    writer.beginObject()
    content(&self)
    writer.endObject()
  }
}
