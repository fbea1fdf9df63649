import BlockNotation
import Testing

/// Spellings for people who come from text.
@Suite struct AliasTests {
  private let library: NotationLibrary

  init() throws { library = try NotationScene.library() }

  @Test(arguments: [
    ("print(x == 1)", "print x = 1\n"),
    ("print(x != 1 || x >= 2 && !y)", "print x ≠ 1 or x ≥ 2 and not y\n"),
    ("print x % 2 * 3 / 4 ** 5", "print (remainder of x ÷ 2) × 3 ÷ 4 ^ 5\n"),
    ("x = 5", "set x to 5\n"), ("set x = 5", "set x to 5\n"),
    ("x += 1", "change x by 1\n"),
    ("print True", "print true\n"),
    ("while x < 3:\n  x += 1\n  break", "repeat while x < 3\n  change x by 1\n  break out of loop\n"),
    ("for i in range(1, 11):\n  print(i)", "count with i from 1 to 10 by 1\n  print i\n"),
    ("for each x in [1, 2]\n  print len(x)", "for each item x in list [1, 2]\n  print length of x ::lists_length\n"),
    (
      "for i in range(1, n):\n  continue", "count with i from 1 to n - 1 by 1\n  continue with next iteration of loop\n"
    ),
    ("for x in [1, 2]:\n  print(x)", "for each item x in list [1, 2]\n  print x\n"),
    (
      "if x:\n  print 1\nelif y:\n  print 2\nelse:\n  print 3",
      "if x\n  print 1~_\nelse if y\n  print 2~_\nelse\n  print 3~_\n"
    ),
    ("def f(a, b):\n  print(a)\n  return b\n\nf(1, 2)", "to f with: a, b\n  print a\nreturn b\n\nf with: a 1, b 2\n"),
    ("def f():\n  print(1)", "to f\n  print 1\n"),
    ("print(sum(x)) // 2", "print sum of list x // 2\n"),
    ("set sum to max(x)", "set sum to max of list x\n"),
    (
      "print average(x)\n\ndef average(a):\n  return a",
      "print (average with: a x)\n\nto average with: a\nreturn a\n"
    ),
  ])
  func aliasesMeanBlocks(text: String, written: String) throws {
    let program = try NotationScene.read(text, library)
    let plain = NotationScene.text(program, library)
    let expected = try NotationScene.text(NotationScene.read(written.replacing("~_", with: ""), library), library)
    #expect(plain == expected)
  }
}
