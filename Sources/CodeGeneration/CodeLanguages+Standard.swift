import BlockResources

extension CodeLanguages {
  /// Mortise's own languages.
  public static let standard = CodeLanguages([
    row("python", "Python", "py", python), row("javascript", "JavaScript", "js", javaScript),
    row("lua", "Lua", "lua", lua), row("php", "PHP", "php"), row("dart", "Dart", "dart"),
  ])

  private static func row(
    _ id: String, _ name: String, _ fileExtension: String, _ runtime: LanguageRuntime? = nil
  ) -> CodeLanguage {
    CodeLanguage(
      id, name, fileExtension, isKnown: true, runtime, plain: EmbeddedFiles.plainGenerators[id],
      readGenerators: EmbeddedFiles.generators[id] ?? { [] })
  }

  private static func source(_ id: String) -> String {
    String(decoding: EmbeddedFiles.runtimes[id]?() ?? [], as: UTF8.self)
  }

  // Options and the runtimes keep the current folder, and folders that a user's environment names, off the module
  // search paths.

  private static let python = LanguageRuntime(
    interpreters: ["python3"], package: "python3", source: source("python"),
    errorWords: [
      "ZeroDivisionError: ": "division by zero",
      "IndexError: ": "a list or text has no item with this number",
      "RecursionError: ": "the calls are nested too deeply",
      "MemoryError: ": "there is not enough memory",
      "EOFError: ": "the input has ended",
      "UnicodeDecodeError: ": "the input isn't text in UTF-8",
      "OverflowError: ": "a number is too large",
      "ValueError: could not convert string to float": "this text isn't a number",
      "ValueError: invalid literal for int()": "this text isn't a number",
      "ValueError: math domain error": "this can't be calculated for this number",
      "ValueError: expected a nonnegative input": "this can't be calculated for this number",
      "TypeError: can't multiply sequence by non-int": "this can only be repeated a whole number of times",
      "TypeError: sequence item": "only texts can be joined to a text",
      "TypeError: unsupported operand type": "this can't be calculated with these values",
      // A text in front of %.
      "TypeError: not all arguments converted": "this can't be calculated with these values",
      "TypeError: not enough arguments for format": "this can't be calculated with these values",
      "TypeError: can only concatenate": "this can't be calculated with these values",
      "TypeError: bad operand type": "this can't be calculated with this value",
      "TypeError: '<' not supported between": "these values can't be compared",
      "TypeError: '<=' not supported between": "these values can't be compared",
      "TypeError: '>' not supported between": "these values can't be compared",
      "TypeError: '>=' not supported between": "these values can't be compared",
      "TypeError: 'NoneType' object": "this has no value yet",
      "TypeError: object of type 'NoneType'": "this has no value yet",
      "TypeError: float() argument": "this isn't a number",
      "TypeError: int() argument": "this isn't a number",
      "TypeError: must be real number": "this isn't a number",
      "TypeError: list indices must": "the number of an item must be a whole number",
      "TypeError: string indices must": "the number of a letter must be a whole number",
      "TypeError: type str doesn't define __round__": "this isn't a number",
      "TypeError: 'str' object cannot be interpreted as an integer": "this isn't a number",
      "TypeError: 'int' object": "this is a number, not a list or text",
      "TypeError: 'float' object": "this is a number, not a list or text",
      "TypeError: object of type 'int' has no len()": "this is a number, not a list or text",
      "TypeError: object of type 'float' has no len()": "this is a number, not a list or text",
    ]
  ) { ["-I", "-X", "utf8", "-c", $0] }

  // node reserves far more addresses than it uses, so it limits its memory itself.
  private static let javaScript = LanguageRuntime(
    interpreters: ["node", "nodejs"], package: "nodejs", source: source("javascript"),
    memoryOption: "--max-old-space-size=",
    errorWords: [
      "RangeError: Maximum call stack": "the calls are nested too deeply",
      "TypeError: Cannot read properties of null": "this has no value yet",
      "TypeError: Cannot read properties of undefined": "this has no value yet",
      "RangeError: Invalid array length": "a list is too long",
      "RangeError: Invalid count value": "this can't be repeated that many times",
    ]
  ) { ["-e", $0, "--"] }

  private static let lua = LanguageRuntime(
    interpreters: ["lua5.4", "lua5.3"], package: "lua5.4", source: source("lua"), modulePathSeparators: ";?",
    errorWords: [
      "attempt to perform 'n//0'": "division by zero",
      "attempt to perform 'n%": "division by zero",
      "attempt to divide by zero": "division by zero",
      "stack overflow": "the calls are nested too deeply",
      "C stack overflow": "the calls are nested too deeply",
      "not enough memory": "there is not enough memory",
      "attempt to perform arithmetic on a nil": "this has no value yet",
      "attempt to perform arithmetic": "this can't be calculated with these values",
      // Lua has these names for the operators of texts.
      "attempt to add a": "this can't be calculated with these values",
      "attempt to sub a": "this can't be calculated with these values",
      "attempt to mul a": "this can't be calculated with these values",
      "attempt to div a": "this can't be calculated with these values",
      "attempt to idiv a": "this can't be calculated with these values",
      "attempt to mod a": "this can't be calculated with these values",
      "attempt to pow a": "this can't be calculated with these values",
      "attempt to unm a": "this can't be calculated with this value",
      "attempt to concatenate a nil": "this has no value yet",
      "attempt to concatenate": "only texts and numbers can be joined to a text",
      "invalid value (": "only texts and numbers can be joined to a text",
      "attempt to get length of a nil": "this has no value yet",
      "attempt to get length of a number": "this is a number, not a list or text",
      "attempt to index a nil": "this has no value yet",
      "attempt to index a number": "this is a number, not a list or text",
      "attempt to compare": "these values can't be compared",
      "'for' initial value must be a number": "this isn't a number",
      "'for' limit must be a number": "this isn't a number",
      "'for' step must be a number": "this isn't a number",
      "bad 'for' ": "this isn't a number",
      "bad argument #": "this can't be done with this value",
    ]
    // Without a script, the first argument would be one.
  ) { ["-E", "-e" + $0, "/dev/null"] }
}
