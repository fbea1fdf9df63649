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
      id, name, fileExtension, isKnown: true, runtime, readGenerators: EmbeddedFiles.generators[id] ?? { [] })
  }

  private static func source(_ id: String) -> String {
    String(decoding: EmbeddedFiles.runtimes[id]?() ?? [], as: UTF8.self)
  }

  // Options and the runtimes keep the current folder, and what a user's environment names, off the paths on which modules
  // are looked for.

  private static let python = LanguageRuntime(
    interpreters: ["python3"], package: "python3", source: source("python"),
    errorWords: [
      "ZeroDivisionError: ": "division by zero",
      "IndexError: ": "a list or text has no item with this number",
      "RecursionError: ": "functions call each other too often without returning",
      "MemoryError: ": "there is not enough memory",
      "EOFError: ": "the input has ended",
      "UnicodeDecodeError: ": "the input isn't text in UTF-8",
      "OverflowError: ": "a number is too large",
      "ValueError: could not convert string to float": "this text is no number",
      "ValueError: math domain error": "this can't be calculated for this number",
      "ValueError: expected a nonnegative input": "this can't be calculated for this number",
      "TypeError: can't multiply sequence by non-int": "this can only be repeated a whole number of times",
      "TypeError: sequence item": "only texts can be joined to a text",
      "TypeError: unsupported operand type": "this can't be calculated with these values",
      "TypeError: can only concatenate": "this can't be calculated with these values",
      "TypeError: bad operand type": "this can't be calculated with this value",
      "TypeError: 'NoneType' object": "this has no value yet",
      "TypeError: object of type 'NoneType'": "this has no value yet",
      "TypeError: float() argument": "this is no number",
      "TypeError: int() argument": "this is no number",
    ]
  ) { ["-I", "-X", "utf8", "-c", $0] }

  // node reserves far more addresses than it uses, so it limits its memory itself.
  private static let javaScript = LanguageRuntime(
    interpreters: ["node", "nodejs"], package: "nodejs", source: source("javascript"),
    memoryOption: "--max-old-space-size=",
    errorWords: [
      "RangeError: Maximum call stack": "functions call each other too often without returning",
      "TypeError: Cannot read properties of null": "this has no value yet",
      "TypeError: Cannot read properties of undefined": "this has no value yet",
      "RangeError: Invalid array length": "a list is too long",
      "RangeError: Invalid count value": "this can't be repeated so often",
    ]
  ) { ["-e", $0, "--"] }

  private static let lua = LanguageRuntime(
    interpreters: ["lua5.4", "lua5.3"], package: "lua5.4", source: source("lua"), modulePathSeparators: ";?",
    errorWords: [
      "attempt to perform 'n//0'": "division by zero",
      "attempt to perform 'n%%0'": "division by zero",
      "stack overflow": "functions call each other too often without returning",
      "not enough memory": "there is not enough memory",
      "attempt to perform arithmetic on a nil": "this has no value yet",
      "attempt to perform arithmetic": "this can't be calculated with these values",
      "attempt to concatenate a nil": "this has no value yet",
      "attempt to get length of a nil": "this has no value yet",
      "attempt to index a nil": "this has no value yet",
      "attempt to compare": "these values can't be compared",
    ]
    // Without a script, the first argument would be one.
  ) { ["-E", "-e" + $0, "/dev/null"] }
}
