/// The script that completes command lines in zsh: a function for a folder of `fpath`.
enum ZshCompletions {
  static var script: String {
    """
    #compdef mortise
    \(CompletionScript.heading("zsh"))
    _mortise_commands() {
      local -a commands=(
    \(MortiseApp.current.allCommands.map { "    \(CompletionScript.quoted("\($0.name):\($0.summary)"))\n" }.joined())  )
      _describe -t commands command commands
    }

    # Offers words, and the files that match a pattern.
    _mortise_words_and_files() { _alternative "words:word:($1)" "files:file:_files -g '$2'" }

    # Offers commands, if there may be one, and programs.
    _mortise_start() {
      if (( may_be_command )); then
        _alternative 'commands:command:_mortise_commands' \(CompletionScript.quoted("files:file:" + files(PossibleValues.program.extensions)))
      else
        \(files(PossibleValues.program.extensions))
      fi
    }

    _mortise() {
      local command='' curcontext=$curcontext
      local -i i=2 may_be_command=0
      # Mortise looks for its command behind common options.
      while (( i < CURRENT )); do
        case $words[i] in
          (\(CompletionScript.commonNames(withValue: true).joined(separator: "|"))) (( i += 2 )) ;;
          (\(CompletionScript.commonNames(withValue: false).joined(separator: "|"))) (( i += 1 )) ;;
          (\(MortiseApp.current.allCommands.map { $0.name }.joined(separator: "|")))
            command=$words[i]
            words[i]=()
            (( CURRENT -= 1 ))
            break ;;
          (*) break ;;
        esac
      done
      if [[ -z $command ]] && (( i >= CURRENT )); then may_be_command=1; fi
      case $command in
    \(CompletionScript.commands.map(arguments).joined())  esac
    }

    if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _mortise "$@"; else compdef _mortise mortise; fi

    """
  }

  private static func arguments(of command: any Subcommand.Type) -> String {
    let syntax = command.syntax
    var specifications = (syntax.options + CommonOptions.all).map(specification)
    let isEditor = command == EditCommand.self
    let action = isEditor ? " _mortise_start" : action(syntax.operandValues)
    let name = message(syntax.operandName)
    switch syntax.operandCount.upperBound {
    case .max: specifications.append(CompletionScript.quoted("*:\(name):\(action)"))
    case let count:
      specifications += (0..<count).map { CompletionScript.quoted("\($0 + 1):\(name):\(action)") }
    }
    let lines = specifications.map { " \\\n        \($0)" }.joined()
    return "    (\(CompletionScript.quoted(command.name)))\n      _arguments -S\(lines) ;;\n"
  }

  /// An option for `_arguments`. Its names exclude each other, unless it is repeatable.
  private static func specification(of option: Option) -> String {
    let value = option.valueName.map { ":\(message($0)):\(action(option.values))" } ?? ""
    let help = option.help.replacing("\\", with: "\\\\").replacing("[", with: "\\[").replacing("]", with: "\\]")
    let rest = CompletionScript.quoted("[\(help)]\(value)")
    // A value may follow --name or --name=, -n or directly.
    let names = option.names.map { $0 + (option.valueName == nil ? "" : $0.hasPrefix("--") ? "=" : "+") }
    let start = option.isRepeatable ? "\\*" : "'(\(option.names.joined(separator: " ")))'"
    return start + (names.count == 1 ? names[0] : "{\(names.joined(separator: ","))}") + rest
  }

  private static func message(_ text: String) -> String { text.replacing(":", with: "\\:") }

  /// What offers values; a leading space keeps `_arguments` from adding arguments.
  private static func action(_ values: PossibleValues) -> String {
    guard let extensions = values.extensions else {
      return values.words.isEmpty ? " " : "(\(values.words.joined(separator: " ")))"
    }
    if values.words.isEmpty { return files(extensions) }
    return " _mortise_words_and_files \"\(values.words.joined(separator: " "))\" \"\(pattern(extensions))\""
  }

  private static func files(_ extensions: [String]?) -> String {
    guard let extensions, !extensions.isEmpty else { return "_files" }
    return "_files -g \"\(pattern(extensions))\""
  }

  private static func pattern(_ extensions: [String]) -> String { "*.(\(extensions.joined(separator: "|")))(-.)" }
}
