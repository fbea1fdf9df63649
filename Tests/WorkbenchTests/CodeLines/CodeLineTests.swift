import BlockModel
import Testing

@testable import Workbench

/// What a changed line of code becomes.
@MainActor @Suite struct CodeLineTests {
  nonisolated private static let program = """
    set `my list` to [3, 1, 2]
    set name to prompt for text with message "Name?"
    set n to prompt for number with message "How many?"
    set i to 0
    count with i from 1 to 10 by 1
      print "a"
      change n by 2
    if n > 3
      print `my list`
    if i is even
      print "even"
    else if i = 5
      print "five"
    else
      print "odd"
    repeat 3 times
      to name append text "!"
    while not (name is empty)
      in list `my list` set # i as 5
    print create text with "Hello, ", name, "."
    print average(`my list`, 2)

    to average(a, b)
      set x to a
      return b
    """

  /// The language, a line and its new text, and the lines that the code has then; nothing for the new text.
  @Test(arguments: [
    ("python", "print('a')", "print('b')", []),
    ("python", "print('a')", "print('a' + name)", ["print('a' + str(name))"]),
    ("python", "print('a')", "print( 'b' )", ["print('b')"]),
    ("python", "print('a')", "n = 5", []),
    ("python", "for i in range(1, 11):", "for i in range(1, 21):", []),
    ("python", "for i in range(1, 11):", "for n in range(2, 11, 3):", []),
    ("python", "for i in range(1, 11):", "for i in my_list:", []),
    ("python", "if n > 3:", "if n > 3 and i < 2:", []),
    ("python", "if n > 3:", "while n > 3:", []),
    ("python", "if i % 2 == 0:", "if i % 2 == 0 or n > 5:", []),
    ("python", "elif i == 5:", "elif i == 6:", []),
    ("python", "elif i == 5:", "elif not len(name):", []),
    ("python", "for count in range(3):", "for count in range(n):", ["for count in range(int(n)):"]),
    ("python", "n = (n if isinstance(n, Number) else 0) + 2", "n = (n if isinstance(n, Number) else 0) + 5", []),
    ("python", "n = (n if isinstance(n, Number) else 0) + 2", "i = (i if isinstance(i, Number) else 0) + 2", []),
    (
      "python", "n = (n if isinstance(n, Number) else 0) + 2", "n += 5", ["n = (n if isinstance(n, Number) else 0) + 5"]
    ),
    (
      "python", "n = float(text_prompt('How many?'))", "n = float(text_prompt('How many, ' + name))",
      ["n = float(text_prompt('How many, ' + str(name)))"]
    ),
    ("python", "name = str(name) + '!'", "name = str(name) + '?'", []),
    ("python", "my_list = [3, 1, 2]", "my_list = [3, 4, 1, 2]", []),
    ("python", "my_list[int(i - 1)] = 5", "my_list[int(n - 1)] = 5", []),
    (
      "python", "print(''.join([str(x2) for x2 in ['Hello, ', name, '.']]))",
      "print(''.join([str(x2) for x2 in ['Hello, ', name, ' and ', n]]))", []
    ),
    ("python", "print(average(my_list, 2))", "print(average(my_list, i) * 2)", []),
    ("python", "return b", "return b * 2", []),
    ("javascript", "window.alert('a');", "window.alert('b');", []),
    ("javascript", "window.alert('a');", "window.alert(name + 'b');", ["window.alert(String(name2) + 'b');"]),
    ("javascript", "for (i = 1; i <= 10; i++) {", "for (i = 1; i <= 20; i++) {", []),
    ("javascript", "n = (typeof n === 'number' ? n : 0) + 2;", "n = (typeof n === 'number' ? n : 0) + 5;", []),
    ("javascript", "n = (typeof n === 'number' ? n : 0) + 2;", "i = (typeof i === 'number' ? i : 0) + 2;", []),
    ("javascript", "} else if (i == 5) {", "} else if (i < 5) {", []),
    ("javascript", "if (n > 3) {", "if (n > 3 && i < 2) {", []),
    ("lua", "print('a')", "print('b')", []),
    ("lua", "print('a')", "print('a' .. name)", []),
    ("lua", "for i = 1, 10, 1 do", "for i = 1, 20, 1 do", []),
    ("lua", "for i = 1, 10, 1 do", "for i = 2, 20, 3 do", []),
    ("lua", "elseif i == 5 then", "elseif i ~= 5 then", []),
    ("lua", "if n > 3 then", "if n ~= 3 then", []),
  ])
  func aLineBecomesBlocks(_ language: String, _ line: String, _ text: String, _ expected: [String]) throws {
    let scene = try CodeScene(Self.program, in: language)
    let (lines, start) = (scene.lines, scene.json)
    let index = try #require(lines.firstIndex(of: line), "\(lines.joined(separator: "\n"))")
    #expect(scene.edit(index, to: text) == nil)
    let now = scene.lines
    let difference = now.difference(from: lines)
    let added = difference.insertions.map { if case .insert(_, let text, _) = $0 { text } else { "" } }
    let removed = difference.removals.map { if case .remove(_, let text, _) = $0 { text } else { "" } }
    #expect(added == (expected.isEmpty ? [text] : expected))
    #expect(removed == [line])
    #expect(scene.controller.history.undoCount == 1)
    try scene.undo()
    #expect(scene.json == start)
  }

  /// The line, its new text, and the reason.
  @Test(arguments: [
    ("print('a')", "print(", "incomplete"),
    ("print('a')", "import random", "no block begins"),
    ("print('a')", "print(foo(3))", "no function “foo”"),
    ("print('a')", "", "nothing was typed"),
    ("if i % 2 == 0:", "while i % 2 == 0:", "only the values"),
    ("elif i == 5:", "else:", "only the values"),
    ("else:", "else:", "part of the code"),
    ("def average(a, b):", "def mean(a, b):", "on its block"),
    ("i = None", "i = 5", "no block"),
    ("return raw_input(msg)", "return input(msg)", "no block"),
  ])
  func aLineIsRefused(_ line: String, _ text: String, _ reason: String) throws {
    let scene = try CodeScene(Self.program, in: "python")
    let (lines, start) = (scene.lines, scene.json)
    let index = try #require(lines.firstIndex(of: line), "\(lines.joined(separator: "\n"))")
    let refusal = try #require(scene.edit(index, to: text))
    #expect(refusal.contains(reason))
    #expect(scene.json == start && scene.controller.history.undoCount == 0)
  }

  /// A value stays that is read as other blocks, alone or in another value.
  @Test(arguments: [
    ("if i % 2 == 0:", "if i % 2 == 0 and n > 5:"), ("if i % 2 == 0:", "if not (i % 2 == 0):"),
    ("if i % 2 == 0:", "if n > 5 or i % 2 == 0:"),
  ])
  func aValueMoves(_ line: String, _ text: String) throws {
    let scene = try CodeScene(Self.program, in: "python")
    let property = try #require(scene.workspace.blocks.values.first { $0.type == "math_number_property" })
    let index = try #require(scene.lines.firstIndex(of: line))
    #expect(scene.edit(index, to: text) == nil)
    #expect(scene.workspace.blocks[property.id]?.parent?.type != "controls_if")
    #expect(scene.lines.contains { $0.contains("i % 2 == 0") })
    let changed = try #require(scene.lines.firstIndex { $0.contains("i % 2 == 0") })
    #expect(scene.edit(changed, to: line) == nil)
    #expect(scene.workspace.blocks[property.id]?.parent?.type == "controls_if")
  }

  /// The blocks that stay keep their ids, comments and states.
  @Test func theBlocksOfALineStay() throws {
    let scene = try CodeScene(Self.program, in: "python")
    let loop = try #require(scene.workspace.blocks.values.first { $0.type == "controls_for" })
    scene.controller.perform(.setComment("why", blockID: loop.id))
    let ids = Set(scene.workspace.blocks.keys)
    let index = try #require(scene.lines.firstIndex(of: "for i in range(1, 11):"))
    #expect(scene.edit(index, to: "for n in range(2, 21, 2):") == nil)
    #expect(scene.workspace.blocks[loop.id]?.comment?.text == "why")
    #expect(Set(scene.workspace.blocks.keys) == ids)
  }

  @Test func anUnchangedLineChangesNothing() throws {
    let scene = try CodeScene(Self.program, in: "python")
    for (index, line) in scene.lines.enumerated() { _ = scene.edit(index, to: line + " ") }
    #expect(scene.controller.history.undoCount == 0)
  }
}
