import BlockFormats
import BlockLibrary
import BlockModel
import BlockNotation
import Testing

/// What texts look like, and what they mean.
@Suite struct WordingTests {
  private let library: NotationLibrary

  init() throws { library = try NotationScene.library() }

  /// Reads a text and writes it again.
  private func rewritten(_ text: String) throws -> String {
    NotationScene.text(try NotationScene.read(text, library), library)
  }

  @Test(arguments: [
    "print \"Hello\"\n",
    "if i = 3\n  print \"a\"\nelse if i > 5\n  print \"b\"\nelse\n  print i\n",
    "set x to (1 + 2 × 3) ÷ 4\n",
    "set x to -(5)\n",
    "set x to -5\n",
    "set x to 2 ^ 3 ^ 4\n",
    "set x to (2 ^ 3) ^ 4\n",
    "set x to 1 - (2 - 3)\n",
    "set x to not a and b = c\n",
    "set x to [1, [2, _], \"three\"]\n",
    "to average with: numbers\n  set total to sum of list numbers\nreturn total ÷ length of numbers ::lists_length\n",
    "average with: numbers [1, 2]\n",
    "repeat 10 times ::controls_repeat\n  print \"x\"\n",
    "set length to length + 1\n",
    "set `count` to `count` + `e`\n",
    "set `list of things` to length of \"abc\"\n",
    "set x to 5~10\n",
    "set x to ~10\n",
    "print \"a\"~_\nprint \"b\"\nprint \"c\"\n",
    "print i~\"b\"\n",
    "// Says hello.\n// Twice.\nprint \"Hello\" @collapsed\n",
    "::robot_move(SPEED = 5, TO: x, DO: {\n  print \"there\"\n})\n",
    "print \"a\"\n\n// A comment of its own.\n\nprint \"b\"\n",
    "set x to in list y get # from end 1\n",
    "set x to 10^ 2 + e^ 3\n",
    "if x return 5\n",
    "if x return\n",
  ])
  func textStaysAsItIs(text: String) throws {
    let again = try rewritten(text)
    #expect(again == text || again == "@noshadows\n\n" + text, "\(again)")
  }

  @Test(arguments: [
    ("set x to 1+2*0", "set x to 1 + 2 × 0\n"),
    ("set x to (((1)))", "set x to 1\n"),
    ("print(\"a\")", "print \"a\"\n"),
    (
      "if x { print \"a\"; print \"b\" } else { print \"c\" }",
      "if x\n  print \"a\"\n  print \"b\"\nelse\n  print \"c\"\n"
    ),
    ("average(1, 2)\n\nto average with: a, b\n", "average with: a 1, b 2\n\nto average with: a, b\n"),
    ("print \"a\" // Why?", "// Why?\nprint \"a\"\n"),
  ])
  func otherSpellingsAreUnderstood(text: String, written: String) throws {
    #expect(try rewritten(text.replacing("*", with: "×")) == written)
  }

  @Test func sharedWordingsHaveOneDefault() throws {
    for (text, type) in [
      ("(length of x)", "text_length"), ("(x is empty)", "text_isEmpty"), ("(reverse x)", "text_reverse"),
      ("set x to 1", "variables_set"), ("repeat 3 times", "controls_repeat_ext"),
      ("if x\nelse", "controls_if"), ("(prompt for text with message \"a\")", "text_prompt_ext"),
      ("(x)", "variables_get"),
      ("(\"a\")", "text"),
    ] {
      #expect(try NotationScene.read(text, library).topBlocks.map(\.type) == [type])
    }
  }

  @Test func noTwoStockBlocksAreWrittenAlike() throws {
    var types: [String: String] = [:]
    for type in library.factory.definedTypes {
      for field in library.factory.blockBuilders[type]?.inputBuilders.flatMap(\.fields) ?? [] {
        guard let dropdown = field as? FieldDropdown, let name = dropdown.name else { continue }
        for option in dropdown.options {
          var record = BlockSnapshot.Record(type: type)
          record.fields = [FieldRecord(name: name, state: .text(option.value))]
          check(record, as: type + " " + option.value, &types)
        }
      }
      check(BlockSnapshot.Record(type: type), as: type, &types)
    }
    #expect(types.count > 100)
  }

  private func check(_ record: BlockSnapshot.Record, as name: String, _ types: inout [String: String]) {
    let workspace = Workspace(factory: library.factory, randomness: SeededNumbers(seed: 1))
    library.factory.build(BlockSnapshot(records: [record]), in: workspace)
    let text = NotationScene.text(workspace, library)
    let other = types.updateValue(record.type, forKey: text)
    #expect(other == nil || other == record.type, "\(name): \(text)")
    // Known blocks have words.
    #expect(!text.hasPrefix("::"), "\(name): \(text)")
  }

  @Test(arguments: [
    ("print", "1:6: the end of the line doesn't fit here; expected a value"),
    ("set x 5", "1:7: “5” doesn't fit here; expected “to” or “=”"),
    ("print (1 + 2", "1:7: the bracket that begins here isn't closed on its line"),
    ("print \"abc", "1:7: the text that begins here has no closing \" on its line"),
    ("print \"a\"\n    print \"b\"", "2:5: this line is indented, but nothing above it has a body"),
    ("print 1 ::nonsense", "1:11: “nonsense” doesn't fit here; expected a known block type"),
    ("}\nprint 1", "1:1: “}” doesn't fit here; expected a statement"),
    ("else", "1:1: “else” doesn't fit here; expected a statement; nothing above it continues with this word"),
    ("print 1 @blue", "1:9: “@blue” is unknown; a block can have @collapsed,"),
    ("@variables 5", "1:12: expected the name of a variable"),
    ("print \"\\q\"", "1:7: this text has an invalid escape"),
  ])
  func mistakesAreReported(text: String, message: String) throws {
    do {
      _ = try NotationScene.read(text, library)
      Issue.record("no mistake in “\(text)”")
    } catch let error as NotationError {
      #expect(error.description.hasPrefix(message), "\(error)")
    }
  }

  @Test func everyMistakeIsReported() throws {
    let text = "set x 5\nprint \"a\"\nif\n  print )\nelse\n  change\nprint \"b\" \"c\"\n"
    do {
      _ = try NotationScene.read(text, library)
      Issue.record("no mistakes")
    } catch let error as NotationError {
      #expect(error.mistakes.map(\.position.line) == [1, 3, 4, 6, 7])
    }
  }

  @Test func deepProgramsAreReadBack() throws {
    let depth = 3000
    for text in [
      String(repeating: "print \"a\"\n", count: depth),
      "set x to " + String(repeating: "not ", count: depth) + "true\n",
      "set x to " + String(repeating: "(1 + ", count: depth) + "1" + String(repeating: ")", count: depth) + "\n",
      "set x to " + String(repeating: "[", count: depth) + String(repeating: "]", count: depth) + "\n",
      String(repeating: "if true {\n", count: depth) + String(repeating: "}\n", count: depth),
    ] {
      let program = try NotationScene.read(text, library)
      let written = NotationScene.text(program, library)
      #expect(NotationScene.picture(try NotationScene.read(written, library)) == NotationScene.picture(program))
    }
  }
}
