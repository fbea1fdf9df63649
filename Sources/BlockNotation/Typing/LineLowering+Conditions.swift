import BlockLibrary
import BlockModel

/// Numbers and lists where a condition belongs: in text-based languages, numbers other than 0 are true, in Python also
/// lists that aren't empty.
extension LineLowering {
  /// The inputs that are conditions, by types. In a made block, the name of an “if”'s condition ends in a number.
  private static let conditions = [
    "controls_if": "IF", "controls_ifelse": "IF", "controls_whileUntil": "BOOL", "logic_ternary": "IF",
    "logic_negate": "BOOL",
  ]

  /// Compares calculated numbers that are conditions of a block with 0: `if i % 2:`.
  mutating func compareConditions(of index: Int32) {
    guard let name = Self.conditions[typeName(index)], let type = library.knownNumber(ofType: "logic_compare") else {
      return
    }
    var waiting = inputs(of: index).filter { $0.name == name || $0.name == name + "0" }.map(\.node)
    // In `a % 2 and b`, both are conditions, too.
    while let condition = waiting.popLast() {
      if typeName(condition) == "logic_operation" {
        waiting += inputs(of: condition).map(\.node)
        continue
      }
      let tested = kind(condition)
      if tested == .list || tested == .text { testItems(of: condition, tested, in: index) }
      if typeName(index) == "logic_negate", testLength(condition, in: index) { return }
      var number = parser.nodes[condition]
      // `while 1:`
      if number.kind == .number, typeName(index) == "controls_whileUntil", parser.numberValue(condition) == 1,
        let truth = library.knownNumber(ofType: "logic_boolean")
      {
        let field = FieldRecord(name: "BOOL", state: .text("TRUE"))
        replace(condition, by: MadeBlock(type: truth, fields: [field]))
      }
      guard [.words, .made, .call].contains(number.kind), kind(condition) == .number else { continue }
      (number.next, number.isStatement) = (-1, false)
      let block = MadeBlock(
        type: type, fields: [FieldRecord(name: "OP", state: .text("NEQ"))],
        inputs: [("A", parser.add(number)), ("B", parser.add(number: 0, at: number.token))])
      replace(condition, by: block)
    }
  }

  /// Replaces a list or text that is a condition, also in `not nums`, with a test of whether it is empty.
  private mutating func testItems(of condition: Int32, _ kind: ValueKind, in index: Int32) {
    guard let type = library.knownNumber(ofType: kind == .list ? "lists_isEmpty" : "text_isEmpty"),
      let not = library.knownNumber(ofType: "logic_negate")
    else { return }
    var list = parser.nodes[condition]
    (list.next, list.isStatement) = (-1, false)
    let test = MadeBlock(type: type, inputs: [("VALUE", parser.add(list))])
    if typeName(index) == "logic_negate" { return replace(index, by: test) }
    replace(condition, by: MadeBlock(type: not, inputs: [("BOOL", parser.add(test, at: list.token))]))
  }

  /// Replaces `not len(nums)` with a test of whether the list or text is empty.
  private mutating func testLength(_ length: Int32, in index: Int32) -> Bool {
    let name = typeName(length).replacing("_length", with: "_isEmpty")
    guard name != typeName(length), let value = parser.input("VALUE", of: length),
      let type = library.knownNumber(ofType: name)
    else { return false }
    replace(index, by: MadeBlock(type: type, inputs: [("VALUE", value)]))
    return true
  }

  /// Returns the values in a block, by the names of their inputs.
  private func inputs(of index: Int32) -> [(name: String, node: Int32)] {
    let node = parser.nodes[index]
    if node.kind == .made { return parser.made[node.group].inputs }
    guard node.kind == .words, let (number, _) = parser.acceptance(of: node) else { return [] }
    // Each branch has a condition.
    if typeName(index).hasPrefix("controls_if") { return operands(index).map { ("IF", $0) } }
    return parser.operands(of: node, in: library.patterns[number]).flatMap { name, nodes in nodes.map { (name, $0) } }
  }
}
