/// `mortise complete SHELL -- WORD...`: lists the completions of the last word of a command line. The scripts of
/// `mortise completions` call it.
enum CompleteCommand: Subcommand {
  static let name = "complete"
  static let summary = "list what can follow on a command line, as the scripts for shells do"
  static let syntax = ArgumentSyntax(
    usage: "SHELL -- WORD...", operandName: "SHELL", operandCount: 1...Int.max, operandValues: .none,
    details: """
      The first line is “-” for no files, “*” for all, or their extensions; the others are words, in fish
      and zsh with their meaning.
      """)

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    guard let shell = Shell(rawValue: arguments.operands[0]) else {
      throw UsageError("complete takes \(Shell.names), not “\(arguments.operands[0])”")
    }
    let words = Array(arguments.operands.dropFirst())
    let line = CommandLineWords(words.dropLast(), isSplitAtSign: shell == .bash)
    let offer = line.offer(for: words.last ?? "")
    let files = offer.extensions.map { $0.isEmpty ? "*" : $0.joined(separator: " ") } ?? "-"
    let lines = offer.words.map { word, meaning in
      if let separator = shell.separator, !meaning.isEmpty { word + separator + meaning } else { word }
    }
    return Console.show(([files] + lines).map { $0 + "\n" }.joined(), keepingTabs: true) ? .success : .problems
  }
}

/// A shell that completes command lines.
enum Shell: String, CaseIterable {
  case bash, zsh, fish

  static let names = allCases.map(\.rawValue).joined(separator: "|")

  /// The separator between a word and its meaning; nil if the shell shows no meanings.
  fileprivate var separator: String? {
    switch self {
    case .bash: nil
    case .zsh: ":"
    case .fish: "\t"
    }
  }
}

/// The words of a command line before the one that is completed, read as `MortiseApp` and `Arguments` read them.
struct CommandLineWords {
  private var command: (any Subcommand.Type)?
  /// The option whose value comes next.
  private var option: Option?
  /// Whether the words rule out a command after them, and whether they rule out an option.
  private var hasBegun = false
  private var hasEnded = false
  private var operandCount = 0

  /// - Parameter isSplitAtSign: whether `--option=value` is three words, as in bash.
  init(_ words: some Sequence<String>, isSplitAtSign: Bool) {
    for word in words {
      if option != nil {
        // No command can follow such an option.
        if isSplitAtSign, word == "=" { hasBegun = true } else { option = nil }
      } else if hasEnded || !word.hasPrefix("-") || word == "-" {
        if !hasBegun, let named = MortiseApp.current.allCommands.first(where: { $0.name == word }) {
          command = named
        } else {
          operandCount += 1
        }
        hasBegun = true
      } else if word == "--" {
        (hasBegun, hasEnded) = (true, true)
      } else {
        option = options.first { $0.valueName != nil && $0.names.contains(word) }
        if !CommonOptions.all.contains(where: { $0.names.contains(word) }) { hasBegun = true }
      }
    }
  }

  private var syntax: ArgumentSyntax { (command ?? EditCommand.self).syntax }
  private var options: [Option] { syntax.options + CommonOptions.all }

  /// Returns the completions of the current word, with their meanings, and the extensions of files: empty for all
  /// files, nil for none.
  func offer(for current: String) -> (words: [(word: String, meaning: String)], extensions: [String]?) {
    if let option { return offer(option.values, for: current == "=" ? "" : current) }
    if !hasEnded, current.hasPrefix("-") {
      guard let sign = current.firstIndex(of: "=") else { return (offer(options, for: current), nil) }
      let values = options.first { $0.valueName != nil && $0.names.contains(String(current[..<sign])) }?.values
      return offer(values ?? .none, for: current, behind: String(current[...sign]))
    }
    let named: [any Subcommand.Type] = hasBegun ? [] : MortiseApp.current.allCommands
    let commands = named.map { (word: $0.name, meaning: $0.summary) }.filter { $0.word.hasPrefix(current) }
    if operandCount >= syntax.operandCount.upperBound {
      return (commands + (syntax.operandCount.upperBound == 0 && !hasEnded ? offer(options, for: current) : []), nil)
    }
    let operands = offer(syntax.operandValues, for: current)
    return (commands + operands.words, operands.extensions)
  }

  private func offer(_ options: [Option], for current: String) -> [(word: String, meaning: String)] {
    options.flatMap { option in option.names.map { ($0, option.help) } }.filter { $0.0.hasPrefix(current) }
  }

  private func offer(
    _ values: PossibleValues, for current: String, behind start: String = ""
  ) -> (words: [(word: String, meaning: String)], extensions: [String]?) {
    (values.words.map { (start + $0, "") }.filter { $0.0.hasPrefix(current) }, values.extensions)
  }
}
