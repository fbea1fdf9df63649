import BlockEvents
import BlockFormats
import BlockLayout
import BlockLibrary
import BlockModel
import BlockNotation
import Testing

@testable import ProgramDiff

/// What a merge makes of small programs, which are written as text.
struct MergeCaseTests {
  nonisolated struct Case: CustomTestStringConvertible, Sendable {
    var name: String
    var base: String
    var ours: String
    var theirs: String
    /// The merged program, without the copies.
    var result: String
    var conflicts: [MergeConflict.Kind] = []
    /// Lines of the copies' comments, in part.
    var copies: [String] = []
    var remarks = 0
    /// How many comments tell the conflicts.
    var comments = 1
    var testDescription: String { name }
  }

  nonisolated static let cases = [
    Case(
      name: "changes of different blocks", base: "print 1\nprint 2\nprint 3", ours: "print 11\nprint 2\nprint 3",
      theirs: "print 1\nprint 2\nprint 33", result: "print 11\nprint 2\nprint 33"),
    Case(
      name: "the same change", base: "print 1\nprint 2", ours: "print 1\nprint 5", theirs: "print 1\nprint 5",
      result: "print 1\nprint 5"),
    Case(
      name: "one field, two values", base: "print 1", ours: "print 2", theirs: "print 3",
      result: "print 2", conflicts: [.change],
      copies: ["ours changed 1 to 2, theirs to 3\n\nPart: TEXT NUM\n"]),
    Case(
      name: "insertions at different places", base: "print 1\nprint 2", ours: "print 0\nprint 1\nprint 2",
      theirs: "print 1\nprint 2\nprint 3", result: "print 0\nprint 1\nprint 2\nprint 3"),
    Case(
      name: "insertions at one place", base: "print 1\nprint 2", ours: "print 1\nprint \"ours\"\nprint 2",
      theirs: "print 1\nprint \"theirs\"\nprint 2", result: "print 1\nprint \"ours\"\nprint \"theirs\"\nprint 2",
      remarks: 1),
    Case(
      name: "both replace neighbours", base: "print 1\nprint 2", ours: "set a to 5\nprint 2",
      theirs: "print 1\nset b to 6", result: "set a to 5\nset b to 6"),
    Case(
      name: "both replace neighbours, with others around", base: "print 0\nprint 1\nprint 2\nprint 3",
      ours: "print 0\nprint 1\nset a to 5\nprint 3", theirs: "print 0\nset b to 6\nprint 2\nprint 3",
      result: "print 0\nset b to 6\nset a to 5\nprint 3"),
    Case(
      name: "both replace neighbours in a loop", base: "repeat 3 times\n  print 1\n  print 2",
      ours: "repeat 3 times\n  print 1\n  set a to 5", theirs: "repeat 3 times\n  set b to 6\n  print 2",
      result: "repeat 3 times\n  set b to 6\n  set a to 5"),
    Case(
      name: "both replace the only block", base: "print 1", ours: "set a to 5", theirs: "set b to 6",
      result: "set a to 5\nset b to 6", remarks: 1),
    Case(
      name: "both replace the only value", base: "(1 + 2)", ours: "(true)", theirs: "(\"a\")", result: "(true)",
      conflicts: [.place], copies: ["theirs adds a block where ours has another or no place: \"a\""]),
    Case(
      name: "one replaces a block, the other moves one to the top", base: "print 1\nprint 2\nprint 3",
      ours: "set a to 5\nprint 2\nprint 3", theirs: "print 3\nprint 1\nprint 2",
      result: "print 3\nset a to 5\nprint 2"),
    Case(
      name: "the same insertion", base: "print 1\nprint 2", ours: "print 1\nprint \"new\"\nprint 2",
      theirs: "print 1\nprint \"new\"\nprint 2", result: "print 1\nprint \"new\"\nprint 2"),
    Case(
      name: "ours deletes what theirs changes", base: "print 1\nrepeat 3 times\n  print 2\nprint 4",
      ours: "print 1\nprint 4", theirs: "print 1\nrepeat 3 times\n  print 2\n  print 3\nprint 4",
      result: "print 1\nprint 4", conflicts: [.deletion], copies: ["ours deletes what theirs changes: repeat 3 times"]),
    Case(
      name: "theirs deletes what ours changes", base: "print 1\nrepeat 3 times\n  print 2\nprint 4",
      ours: "print 1\nrepeat 3 times\n  print 2\n  print 3\nprint 4", theirs: "print 1\nprint 4",
      result: "print 1\nrepeat 3 times\n  print 2\n  print 3\nprint 4", conflicts: [.deletion],
      copies: ["theirs deletes what ours changes: repeat 3 times"]),
    Case(
      name: "a block around what ours changes", base: "print 1 + 2\nprint 3 + 4\nprint 5 + 6",
      ours: "print 1 + 2\nprint 3 + 44\nprint 5 + 6",
      theirs: "repeat 2 times\n  print 1 + 2\n  print 3 + 4\n  print 5 + 6",
      result: "repeat 2 times\n  print 1 + 2\n  print 3 + 44\n  print 5 + 6"),
    Case(
      name: "a block that ends the stack comes behind what ours moved there",
      base: "repeat 2 times\n  if true\n    break out of loop\n  print 1 + 2\n  print 3 + 4\n\nprint 5 + 6",
      ours: "repeat 2 times\n  if true\n    break out of loop\n  print 1 + 2\n  print 5 + 6\n  print 3 + 4",
      theirs: "repeat 2 times\n  if true\n  break out of loop\n\nprint 5 + 6\n\nprint 1 + 2\nprint 3 + 4",
      result: "repeat 2 times\n  if true\n  print 5 + 6\n  break out of loop\n\nprint 1 + 2\nprint 3 + 4",
      remarks: 1),
    Case(
      name: "a move and a change of one block", base: "print 1 + 2\nprint 3 + 4\nprint 5 + 6",
      ours: "print 3 + 4\nprint 5 + 6\nprint 1 + 2", theirs: "print 1 + 22\nprint 3 + 4\nprint 5 + 6",
      result: "print 3 + 4\nprint 5 + 6\nprint 1 + 22"),
    Case(
      name: "two values for one input", base: "print 1\nprint 2", ours: "print length of \"a\"\nprint 2",
      theirs: "print 3 + 4\nprint 2", result: "print length of \"a\"\nprint 2", conflicts: [.place],
      copies: ["theirs adds a block where ours has another or no place: 3 + 4"]),
    Case(
      name: "a renamed variable is used anew", base: "set x to 1\nprint x", ours: "set total to 1\nprint total",
      theirs: "set x to 1\nprint x\nprint x + 1", result: "set total to 1\nprint total\nprint total + 1"),
    Case(
      name: "two names for one variable", base: "set x to 1\nprint x", ours: "set a to 1\nprint a",
      theirs: "set b to 1\nprint b", result: "set a to 1\nprint a", conflicts: [.name],
      copies: ["variable “x”: ours calls it “a”, theirs “b”"]),
    Case(
      name: "ours changes what theirs deletes in a block that it takes out of a deleted one",
      base: "if 1 = 1\n  repeat 3 times\n    print 1 + 2\n    print 3 + 4\nprint 5 + 6",
      ours: "if 1 = 1\n  repeat 3 times\n    print 1 + 22\n    print 3 + 4\nprint 5 + 6",
      theirs: "print 5 + 6\nrepeat 3 times\n  print 3 + 4",
      result: "print 5 + 6\nrepeat 3 times\n  print 1 + 22\n  print 3 + 4", conflicts: [.deletion],
      copies: ["theirs deletes what ours changes: print 1 + 22"]),
    Case(
      name: "a block around the first statement, and another one below it", base: "print 1\nprint 2\nprint 3",
      ours: "print 1\nprint \"new\"\nprint 2\nprint 3", theirs: "repeat 2 times\n  print 1\nprint 2\nprint 3",
      result: "repeat 2 times\n  print 1\nprint \"new\"\nprint 2\nprint 3"),
    Case(
      name: "blocks around the first and the second statement", base: "print 1\nprint 2\nprint 3",
      ours: "print 1\nrepeat 5 times\n  print 2\nprint 3", theirs: "repeat 2 times\n  print 1\nprint 2\nprint 3",
      result: "repeat 2 times\n  print 1\nrepeat 5 times\n  print 2\nprint 3"),
    Case(
      name: "blocks around the first statement and the rest", base: "print 1\nprint 2\nprint 3",
      ours: "print 1\nrepeat 5 times\n  print 2\n  print 3", theirs: "repeat 2 times\n  print 1\nprint 2\nprint 3",
      result: "repeat 2 times\n  print 1\nrepeat 5 times\n  print 2\n  print 3"),
    Case(
      name: "a block around the first statement, and a move", base: "print 1\nprint 2\nprint 3\nprint 4",
      ours: "print 1\nprint 4\nprint 2\nprint 3", theirs: "repeat 2 times\n  print 1\nprint 2\nprint 3\nprint 4",
      result: "repeat 2 times\n  print 1\nprint 4\nprint 2\nprint 3"),
    Case(
      name: "a block around a statement below one that ours moves",
      base: "print 1\nprint 2\nprint 3\nprint 4\nprint 5", ours: "print 2\nprint 1\nprint 3\nprint 4\nprint 5",
      theirs: "print 1\nprint 2\nrepeat 2 times\n  print 3\nprint 4\nprint 5",
      result: "print 2\nprint 1\nrepeat 2 times\n  print 3\nprint 4\nprint 5"),
    Case(
      name: "a block around statements below one that ours moves",
      base: "print 1\nprint 2\nprint 3\nprint 4\nprint 5", ours: "print 2\nprint 1\nprint 3\nprint 4\nprint 5",
      theirs: "print 1\nprint 2\nrepeat 2 times\n  print 3\n  print 4\n  print 5",
      result: "print 2\nprint 1\nrepeat 2 times\n  print 3\n  print 4\n  print 5"),
    Case(
      name: "both disable a statement, and ours adds one below it", base: "print 1\nprint 2\nprint 3",
      ours: "print 1\nprint 2 @disabled\nprint \"new\"\nprint 3", theirs: "print 1\nprint 2 @disabled\nprint 3",
      result: "print 1\nprint 2 @disabled\nprint \"new\"\nprint 3"),
    Case(
      name: "both add a statement, and ours deletes the next one", base: "print 1\nprint 2\nprint 3",
      ours: "print 1\nprint \"new\"\nprint 3", theirs: "print 1\nprint \"new\"\nprint 2\nprint 3",
      result: "print 1\nprint \"new\"\nprint 3"),
    Case(
      name: "both add a loop, and ours deletes the next one",
      base: "print 1\nrepeat 3 times\n  print 2\nprint 3",
      ours: "print 1\nrepeat 5 times\n  print 8\n  print 9\nprint 3",
      theirs: "print 1\nrepeat 5 times\n  print 8\n  print 9\nrepeat 3 times\n  print 2\nprint 3",
      result: "print 1\nrepeat 5 times\n  print 8\n  print 9\nprint 3"),
    Case(
      name: "a new statement above a block around the first one", base: "print 1\nprint 2",
      ours: "print 1\nprint 2\nprint 3",
      theirs: "print \"new\"\nrepeat 2 times\n  print 1\nprint 2",
      result: "print \"new\"\nrepeat 2 times\n  print 1\nprint 2\nprint 3"),
    Case(
      name: "a new statement above a block around a whole stack", base: "print 1 + 2", ours: "print 1 + 3",
      theirs: "print \"new\"\nrepeat 2 times\n  print 1 + 2",
      result: "print \"new\"\nrepeat 2 times\n  print 1 + 3"),
    Case(
      name: "theirs deletes the first branches of several with the same condition",
      base: "if false\n  print 1\nelse if true\n  print 2\nelse if true\n  print 3\nprint 5",
      ours: "if false\n  print 1\nelse if true\n  print 2\nelse if true\n  print 3\nprint 6",
      theirs: "if true\n  print 3\nprint 5", result: "if true\n  print 3\nprint 6"),
    Case(
      name: "a renamed function is called anew", base: "to f\n  print 1\n\nf()\nprint 2",
      ours: "to g\n  print 1\n\ng()\nprint 2", theirs: "to f\n  print 1\n\nf()\nprint 2\nf()",
      result: "g()\nprint 2\ng()\n\nto g\n  print 1"),
    Case(
      name: "parameters here, calls there", base: "to f\n  print 1\n\nprint 2",
      ours: "to f with: x\n  print 1\n\nprint 2",
      theirs: "to f\n  print 1\n\nprint 2\nf()", result: "print 2\nf()\n\nto f with: x\n  print 1",
      conflicts: [.parameters], copies: ["the call doesn't fit the parameters of “f”"]),
    Case(
      name: "both add a function of one name", base: "print 1\nprint 2",
      ours: "f()\nprint 1\nprint 2\n\nto f\n  print \"ours\"",
      theirs: "print 1\nprint 2\nf()\n\nto f\n  print \"theirs\"",
      result: "f()\nprint 1\nprint 2\nf2()\n\nto f\n  print \"ours\"\n\nto f2\n  print \"theirs\"",
      conflicts: [.name], copies: ["both sides have a function “f”; theirs is called “f2” here"]),
    Case(
      name: "both add and call a function of one name", base: "print 1", ours: "f()\nprint 1\n\nto f\n  print 3",
      theirs: "f()\nprint 1\n\nto f\n  print 4", result: "f()\nf2()\nprint 1\n\nto f\n  print 3\n\nto f2\n  print 4",
      conflicts: [.name], copies: ["both sides have a function “f”; theirs is called “f2” here"], remarks: 1),
    Case(
      name: "both add and call functions of one name in others that look alike", base: "print 1",
      ours: "g()\nprint 1\n\nto g\n  f()\n\nto f\n  print 3", theirs: "g()\nprint 1\n\nto g\n  f()\n\nto f\n  print 4",
      result: "g()\ng2()\nprint 1\n\nto g\n  f()\n\nto f\n  print 3\n\nto g2\n  f2()\n\nto f2\n  print 4",
      conflicts: [.name, .name], copies: ["theirs is called “f2” here"], remarks: 1, comments: 2),
    Case(
      name: "both add the same function", base: "print 1\nprint 2", ours: "f()\nprint 1\nprint 2\n\nto f\n  print 3",
      theirs: "print 1\nprint 2\nf()\n\nto f\n  print 3", result: "f()\nprint 1\nprint 2\nf()\n\nto f\n  print 3"),
    Case(
      name: "ours adds a function, theirs calls another one so", base: "to f\n  print 1\n\nf()\nprint 2",
      ours: "to f\n  print 1\n\nf()\nprint 2\ng()\n\nto g\n  print \"ours\"",
      theirs: "to g\n  print 1\n\ng()\ng()\nprint 2",
      result: "g2()\ng2()\nprint 2\ng()\n\nto g\n  print \"ours\"\n\nto g2\n  print 1", conflicts: [.name],
      copies: ["both sides have a function “g”"]),
    Case(
      name: "a function is deleted here, called there", base: "to f\n  print 1\n\nprint 2", ours: "print 2",
      theirs: "to f\n  print 1\n\nprint 2\nf()", result: "print 2\nf()", conflicts: [.parameters],
      copies: ["theirs calls what ours deletes: f()"]),
    Case(
      name: "both sides move a block", base: "print 1 + 2\nrepeat 2 times\n  print 3\nrepeat 4 times\n  print 5",
      ours: "repeat 2 times\n  print 3\n  print 1 + 2\nrepeat 4 times\n  print 5",
      theirs: "repeat 2 times\n  print 3\nrepeat 4 times\n  print 5\n  print 1 + 2",
      result: "repeat 2 times\n  print 3\n  print 1 + 2\nrepeat 4 times\n  print 5", conflicts: [.move],
      copies: ["both sides move it to different places: print 1 + 2"]),
    Case(
      name: "new stacks of both", base: "print 1", ours: "print 1\n\nset a to 1", theirs: "print 1\n\nset b to 2",
      result: "print 1\n\nset a to 1\n\nset b to 2"),
    Case(
      name: "an empty base", base: "", ours: "print 1", theirs: "print 2", result: "print 1\n\nprint 2"),
    Case(
      name: "theirs takes a block away around what ours adds",
      base: "print 1\nrepeat 3 times\n  print 2\n  print 3\nprint 4",
      ours: "print 1\nrepeat 3 times\n  print 2\n  print \"new\"\n  print 3\nprint 4",
      theirs: "print 1\nprint 2\nprint 3\nprint 4", result: "print 1\nprint 2\nprint \"new\"\nprint 3\nprint 4"),
    Case(
      name: "ours takes a block away around what theirs adds",
      base: "print 1\nrepeat 3 times\n  print 2\n  print 3\nprint 4",
      ours: "print 1\nprint 2\nprint 3\nprint 4",
      theirs: "print 1\nrepeat 3 times\n  print 2\n  print \"new\"\n  print 3\nprint 4\nprint 5",
      result: "print 1\nprint 2\nprint \"new\"\nprint 3\nprint 4\nprint 5"),
    Case(
      name: "ours takes a block away, theirs adds behind it", base: "print 1\nrepeat 3 times\n  print 2\n  print 3",
      ours: "print 1\nprint 2\nprint 3", theirs: "print 1\nrepeat 3 times\n  print 2\n  print 3\nprint \"new\"",
      result: "print 1\nprint 2\nprint 3\nprint \"new\""),
    Case(
      name: "theirs takes a block away, ours deletes in it", base: "repeat 3 times\n  print 2\n  print 3\n  print 4",
      ours: "repeat 3 times\n  print 2\n  print 4", theirs: "print 2\nprint 3\nprint 4", result: "print 2\nprint 4"),
    Case(
      name: "theirs takes a block away that ours changes", base: "print 1\nrepeat 3 times\n  print 2\n  print 3",
      ours: "print 1\nrepeat 4 times\n  print 2\n  print 3", theirs: "print 1\nprint 2\nprint 3",
      result: "print 1\nrepeat 4 times\n  print 2\n  print 3", conflicts: [.deletion],
      copies: ["theirs deletes what ours changes: repeat 4 times"]),
    Case(
      name: "theirs puts a block around what ours adds", base: "print 1\nprint 2\nprint 3\nprint 4",
      ours: "print 1\nprint 2\nprint \"new\"\nprint 3\nprint 4",
      theirs: "print 1\nrepeat 3 times\n  print 2\n  print 3\nprint 4",
      result: "print 1\nrepeat 3 times\n  print 2\n  print \"new\"\n  print 3\nprint 4"),
    Case(
      name: "ours puts a block around what theirs adds", base: "print 1\nprint 2\nprint 3\nprint 4",
      ours: "print 1\nrepeat 3 times\n  print 2\n  print 3\nprint 4",
      theirs: "print 1\nprint 2\nprint \"new\"\nprint 3\nprint 4",
      result: "print 1\nrepeat 3 times\n  print 2\n  print \"new\"\n  print 3\nprint 4"),
    Case(
      name: "ours puts a block around what stands above an addition", base: "print 1\nprint 2\nprint 3",
      ours: "print 1\nrepeat 3 times\n  print 2\nprint 3", theirs: "print 1\nprint 2\nprint \"new\"\nprint 3",
      result: "print 1\nrepeat 3 times\n  print 2\nprint \"new\"\nprint 3"),
    Case(
      name: "ours puts a block around what stands below an addition", base: "print 1\nprint 2\nprint 3",
      ours: "print 1\nrepeat 3 times\n  print 2\n  print 3", theirs: "print 1\nprint \"new\"\nprint 2\nprint 3",
      result: "print 1\nprint \"new\"\nrepeat 3 times\n  print 2\n  print 3"),
    Case(
      name: "theirs deletes in a block that ours puts around it", base: "print 1\nprint 2\nprint 3",
      ours: "repeat 3 times\n  print 1\n  print 2\n  print 3", theirs: "print 1\nprint 3",
      result: "repeat 3 times\n  print 1\n  print 3"),
    Case(
      name: "theirs deletes all that ours puts a block around", base: "print 1\nprint 2\nprint 3",
      ours: "print 1\nrepeat 3 times\n  print 2\nprint 3", theirs: "print 1\nprint 3",
      result: "print 1\nrepeat 3 times\n  print 2\nprint 3", conflicts: [.deletion],
      copies: ["theirs deletes what ours changes: print 2"]),
    Case(
      name: "a value in a new one, and a change in it", base: "if x = 1\n  print 1", ours: "if x = 5\n  print 1",
      theirs: "if not (x = 1)\n  print 1", result: "if not (x = 5)\n  print 1"),
    Case(
      name: "a value out of another one, and a change in it", base: "if not (x = 1)\n  print 1",
      ours: "if not (x = 5)\n  print 1",
      theirs: "if x = 1\n  print 1", result: "if x = 5\n  print 1"),
    Case(
      name: "a branch is deleted, another one filled",
      base: "if x = 1\n  print \"a\"\nelse if x = 2\n  print \"b\"\nelse if x = 3\n  print \"c\"",
      ours: "if x = 2\n  print \"b\"\nelse if x = 3\n  print \"c\"",
      theirs: "if x = 1\n  print \"a\"\nelse if x = 2\n  print \"b\"\n  print \"new\"\nelse if x = 3\n  print \"c\"",
      result: "if x = 2\n  print \"b\"\n  print \"new\"\nelse if x = 3\n  print \"c\""),
    Case(
      name: "an else here, an else if there", base: "if x = 1\n  print \"a\"",
      ours: "if x = 1\n  print \"a\"\nelse\n  print \"o\"",
      theirs: "if x = 1\n  print \"a\"\nelse if x = 2\n  print \"t\"",
      result: "if x = 1\n  print \"a\"\nelse if x = 2\n  print \"t\"\nelse\n  print \"o\""),
    Case(
      name: "a new value in an input that goes", base: "print [1, 2, 3]", ours: "print [1, 2, length of \"a\"]",
      theirs: "print [1, 2]", result: "print [1, 2]\n\nlength of \"a\"", conflicts: [.place],
      copies: ["theirs removes the place of a block of ours: length of \"a\""]),
    Case(
      name: "a comment goes, and its block", base: "print 1\n// note\nprint \"2\"\nprint 3",
      ours: "print 1\nprint \"2\"\nprint 3", theirs: "print 1\nprint 3", result: "print 1\nprint 3"),
    Case(
      name: "both make a stack of a block, ours below another one", base: "repeat 2 times\n  print 1\n  print \"a\"",
      ours: "repeat 2 times\n  print 1\n\nset x to 5\nprint \"a\"",
      theirs: "repeat 2 times\n  print 1\n\nprint \"a\"",
      result: "repeat 2 times\n  print 1\n\nset x to 5\nprint \"a\""),
    Case(
      name: "both make a stack of a block, each below another one", base: "repeat 2 times\n  print 1\n  print \"a\"",
      ours: "repeat 2 times\n  print 1\n\nset x to 5\nprint \"a\"",
      theirs: "repeat 2 times\n  print 1\n\nset y to 6\nprint \"a\"",
      result: "repeat 2 times\n  print 1\n\nset x to 5\nset y to 6\nprint \"a\"", remarks: 1),
    Case(
      name: "a shadow here, nothing there, in a block of unknown type", base: "::foo(A: x)\nprint 1",
      ours: "::foo(B: 2)\nprint 1", theirs: "::foo(A: x ~5)\nprint 1", result: "::foo(A: ~5, B: 2)\nprint 1"),
    Case(
      name: "ours puts a block around others, theirs moves one of them",
      base: "print \"a\"\nprint \"b\"\nprint \"c\"\nprint \"d\"",
      ours: "repeat 2 times\n  print \"a\"\n  print \"b\"\n  print \"c\"\nprint \"d\"",
      theirs: "print \"a\"\nprint \"c\"\nprint \"d\"\nprint \"b\"",
      result: "repeat 2 times\n  print \"a\"\n  print \"c\"\nprint \"d\"\nprint \"b\""),
    Case(
      name: "theirs puts a block around others, ours moves one of them",
      base: "print \"a\"\nprint \"b\"\nprint \"c\"\nprint \"d\"",
      ours: "print \"a\"\nprint \"c\"\nprint \"d\"\nprint \"b\"",
      theirs: "repeat 2 times\n  print \"a\"\n  print \"b\"\n  print \"c\"\nprint \"d\"",
      result: "repeat 2 times\n  print \"a\"\n  print \"c\"\nprint \"d\"\nprint \"b\""),
    Case(
      name: "the only use of a variable goes, with its declaration in ours", base: "repeat 2 times\n  print x\nprint 1",
      ours: "print 1", theirs: "repeat 2 times\n  print x\nprint 2", result: "print 2"),
    Case(
      name: "a variable goes, and becomes a parameter in ours", base: "set x to 1\n\nprint 1",
      ours: "set x to 1\n\nprint 1\n\nto f with: x\n  print 2", theirs: "print 1",
      result: "print 1\n\nto f with: x\n  print 2"),
    Case(
      name: "both move a block to one place",
      base: "print \"a\"\nprint \"b\"\nrepeat 2 times\n  print \"c\"\n  print \"d\"",
      ours: "print \"b\"\nrepeat 2 times\n  print \"c\"\n  print \"a\"\n  print \"d\"",
      theirs: "print \"a\"\nrepeat 2 times\n  print \"c\"\n  print \"b\"\n  print \"d\"",
      result: "repeat 2 times\n  print \"c\"\n  print \"a\"\n  print \"b\"\n  print \"d\"", remarks: 1),
    Case(
      name: "both move a block to the beginning of a list",
      base: "print \"a\"\nprint \"b\"\nrepeat 2 times\n  print \"c\"\n  print \"d\"",
      ours: "print \"b\"\nrepeat 2 times\n  print \"a\"\n  print \"c\"\n  print \"d\"",
      theirs: "print \"a\"\nrepeat 2 times\n  print \"b\"\n  print \"c\"\n  print \"d\"",
      result: "repeat 2 times\n  print \"a\"\n  print \"b\"\n  print \"c\"\n  print \"d\"", remarks: 1),
    Case(
      name: "ours swaps two blocks, theirs adds one between them",
      base: "print \"a\"\nprint \"b\"\nprint \"c\"\nprint \"d\"",
      ours: "print \"a\"\nprint \"c\"\nprint \"b\"\nprint \"d\"",
      theirs: "print \"a\"\nprint \"b\"\nprint \"new\"\nprint \"c\"\nprint \"d\"",
      result: "print \"a\"\nprint \"new\"\nprint \"c\"\nprint \"b\"\nprint \"d\""),
    Case(
      name: "both move a block to different places and change it",
      base: "print \"a\"\n::foo(A: x, B: \"b\")\nprint \"c\"\nprint \"d\"",
      ours: "print \"a\"\nprint \"c\"\nprint \"d\"\n::foo(A: x, B: \"b\") @disabled",
      theirs: "print \"a\"\nprint \"c\"\n::foo(B: \"b\")\nprint \"d\"",
      result: "print \"a\"\nprint \"c\"\nprint \"d\"\n::foo(B: \"b\") @disabled", conflicts: [.move],
      copies: ["both sides move it to different places"]),
    Case(
      name: "words of a block that others have, too", base: "set x to 1 ::variables_set_dynamic",
      ours: "set x to 2 ::variables_set_dynamic", theirs: "set x to 3 ::variables_set_dynamic",
      result: "set x to 2 ::variables_set_dynamic", conflicts: [.change],
      copies: [
        "ours changed 1 to 2, theirs to 3\n\nPart: VALUE NUM\nOurs: block 1 of stack 1: set x to 2"
      ]),
    Case(
      name: "a block of unknown type", base: "::foo(A: \"a\")", ours: "::foo(A: \"b\")", theirs: "::foo(A: \"c\")",
      result: "::foo(A: \"b\")", conflicts: [.change],
      copies: ["ours changed a to b, theirs to c\n\nPart: A TEXT\nOurs: block 1 of stack 1: foo A “b”"]),
    Case(
      name: "a block of several lines", base: "if x = 1 ::controls_ifelse\n  print 1\nelse\n  print 2",
      ours: "if x = 2 ::controls_ifelse\n  print 1\nelse\n  print 2",
      theirs: "if x = 3 ::controls_ifelse\n  print 1\nelse\n  print 2",
      result: "if x = 2 ::controls_ifelse\n  print 1\nelse\n  print 2", conflicts: [.change],
      copies: ["ours changed 1 to 2, theirs to 3\n\nPart: IF0 B NUM\nOurs: block 1 of stack 1: if x = 2"]),
    Case(
      name: "a call of a function that goes, with an input called like a variable that is renamed",
      base: "to f with: y\n  print 1\n\nset y to 1\nprint y", ours: "set total to 1\nprint total",
      theirs: "to f with: y\n  print 1\n\nset y to 1\nprint y\nf with: y 5",
      result: "set total to 1\nprint total\nf with: total 5", conflicts: [.parameters],
      copies: ["theirs calls what ours deletes: f with: total 5"]),
    Case(
      name: "theirs gives a branch the place of another one, which it moves",
      base: "if false\n  print 1\nelse if true\n  print 2\nelse if true\n  print 3\nelse\n  print 4",
      ours: "if false\n  print 1\nelse if true\n  print 2\nelse if _\n  print 3\nelse\n  print 4",
      theirs: "if false\n  print 1\nelse if true\n  print 3\nelse if true\nelse if _\n\nprint 4\n\nprint 2",
      result: "if false\n  print 1\nelse if true\n  print 3\nelse if _\nelse if _\n\nprint 4\n\nprint 2"),
    Case(
      name: "theirs takes a block away around one that ends the stack, and what is below",
      base: "print 1\nrepeat 2 times\n  if x = 1\n    break out of loop\n  print 2\n  print 3",
      ours: "print 11\nrepeat 2 times\n  if x = 1\n    break out of loop\n  print 2\n  print 3",
      theirs: "print 1\nprint 3\nrepeat 2 times\n  break out of loop",
      result: "print 11\nprint 3\nrepeat 2 times\n  break out of loop"),
    Case(
      name: "both add a comment, one side closed", base: "print 1", ours: "// note\n@collapsed\n\nprint 1",
      theirs: "// note\n\nprint 1", result: "// note\n\nprint 1"),
    Case(
      name: "comments of the workspace", base: "// one\n\nprint 1", ours: "// two\n\nprint 1",
      theirs: "// three\n\nprint 1", result: "// two\n\nprint 1", conflicts: [.file],
      copies: ["both sides change a comment", "three"]),
  ]

  @Test(arguments: cases) func merges(_ merging: Case) throws {
    let factory = try Stock.factory.get()
    func read(_ text: String) throws -> Workspace { try Self.read(text, factory) }
    let library = NotationLibrary.of(factory)
    let ours = try read(merging.ours)
    let merge = try ProgramMerge(base: try read(merging.base), ours: ours, theirs: try read(merging.theirs))
    #expect(merge.conflicts.map(\.kind) == merging.conflicts, "\(merge.conflicts.map(\.message))")
    #expect(merge.remarks.count == merging.remarks)
    let comments =
      ours.topBlocks.filter(ConflictCopy.isCopy).map { $0.comment?.text ?? "" }
      + ours.comments.filter(ConflictCopy.isCopy).map(\.text)
    #expect(comments.count == (merging.conflicts.isEmpty ? 0 : merging.comments))
    // Swapped, it contradicts as often.
    let swapped = try read(merging.theirs)
    let other = try ProgramMerge(base: try read(merging.base), ours: swapped, theirs: try read(merging.ours))
    #expect(other.conflicts.map(\.kind) == merging.conflicts, "\(other.conflicts.map(\.message))")
    if merging.conflicts.isEmpty, merging.remarks == 0, !merging.base.isEmpty {
      #expect(
        StableText.text(of: swapped, library: library)
          == StableText.text(of: try read(merging.result), library: library))
    }
    for line in merging.copies { #expect(comments.contains { $0.contains(line) }, "\(comments)") }
    for block in ours.topBlocks where ConflictCopy.isCopy(block) {
      #expect(!block.isEnabled)
      ours.remove(block)
    }
    for comment in ours.comments where ConflictCopy.isCopy(comment) { ours.remove(comment) }
    #expect(
      StableText.text(of: ours, library: library) == StableText.text(of: try read(merging.result), library: library))
  }

  static func read(_ text: String, _ factory: BlockFactory) throws -> Workspace {
    if text.isEmpty { return Workspace(factory: factory) }
    return try TextFormat().read(
      Array((text + "\n").utf8), ReadingContext(factory: factory, randomness: SeededNumbers(seed: 1))
    ).workspace
  }

  @Test func mergesGiveUpInTime() throws {
    let factory = try Stock.factory.get()
    let versions = try ["print 1", "print 2", "print 3"].map { try Self.read($0, factory) }
    #expect(throws: EventError.self) {
      try ProgramMerge(base: versions[0], ours: versions[1], theirs: versions[2], timeLimit: .zero)
    }
  }
}
