/// The script that completes command lines in bash.
///
/// It needs nothing from the package bash-completion. It finds the command as `Mortise` does: behind common options.
enum BashCompletions {
  static var script: String {
    let commands = CompletionScript.commands
    return """
      \(CompletionScript.heading("bash"))
      # Offers what a command lists, one a line.
      _mortise_offer() {
        local -a found
        mapfile -t found < <("$@" 2>/dev/null)
        COMPREPLY+=("${found[@]}")
      }

      # Offers folders and the files with these extensions; without extensions, all files. If there is none, readline does.
      _mortise_files() {
        local extension
        compopt -o filenames -o default 2>/dev/null
        if [ $# -eq 0 ]; then
          _mortise_offer compgen -f -- "$current"
          return
        fi
        _mortise_offer compgen -d -- "$current"
        for extension; do _mortise_offer compgen -f -X "!*.$extension" -- "$current"; done
      }

      _mortise_words() { _mortise_offer compgen -W "$*" -- "$current"; }

      _mortise_options() {
        case $command in
      \(commands.map(options).joined())  esac
      }

      _mortise() {
        local current=${COMP_WORDS[COMP_CWORD]} command='' option='' ended='' begun='' word
        local -i operands=0 i
        COMPREPLY=()
        for ((i = 1; i < COMP_CWORD; i++)); do
          word=${COMP_WORDS[i]}
          if [[ $option ]]; then
            # readline splits --option=value at the sign. Behind such an option, Mortise looks for no command.
            if [[ $word == = ]]; then begun=1; else option=''; fi
          elif [[ $ended || $word != -* || $word == - ]]; then
            case $begun$word in
            \(MortiseApp.current.allCommands.map { $0.name }.joined(separator: " | "))) command=$word ;;
            *) operands+=1 ;;
            esac
            begun=1
          elif [[ $word == -- ]]; then
            ended=1 begun=1
          else
            case "$command $word" in
            \(optionsWithValue.joined(separator: " | "))) option=$word ;;
            esac
            case $word in
            \(CommonOptions.all.flatMap(\.names).joined(separator: " | "))) ;;
            *) begun=1 ;;
            esac
          fi
        done
        if [[ $option ]]; then
          if [[ $current == = ]]; then current=''; fi
          case "$command $option" in
      \(values)    esac
        elif [[ ! $ended && $current == -* ]]; then
          _mortise_options
        else
          if [[ ! $begun ]]; then _mortise_words \(MortiseApp.current.allCommands.map { $0.name }.joined(separator: " ")); fi
          case $command in
      \(commands.map(operands).joined())    esac
        fi
      }

      complete -F _mortise mortise

      """
  }

  private static func options(of command: any Subcommand.Type) -> String {
    let names = (command.syntax.options + CommonOptions.all).flatMap(\.names).joined(separator: " ")
    return "  \(CompletionScript.quoted(command.name))) _mortise_words \(names) ;;\n"
  }

  /// The patterns of an option's names behind their command.
  private static func patterns(_ option: Option, of command: (any Subcommand.Type)?) -> [String] {
    option.names.map { name in
      command.map { CompletionScript.quoted("\($0.name) \(name)") } ?? "*" + CompletionScript.quoted(" " + name)
    }
  }

  /// All options, the common ones without a command.
  private static var allOptions: [(option: Option, command: (any Subcommand.Type)?)] {
    CommonOptions.all.map { ($0, nil) }
      + CompletionScript.commands.flatMap { command in command.syntax.options.map { ($0, command) } }
  }

  private static var optionsWithValue: [String] {
    allOptions.filter { $0.option.valueName != nil }.flatMap { patterns($0.option, of: $0.command) }
  }

  private static var values: String {
    allOptions.filter { $0.option.valueName != nil }.map { option, command in
      "    \(patterns(option, of: command).joined(separator: " | "))) \(offer(option.values)) ;;\n"
    }.joined()
  }

  private static func operands(of command: any Subcommand.Type) -> String {
    let syntax = command.syntax
    let name = CompletionScript.quoted(command.name)
    switch syntax.operandCount.upperBound {
    case 0: return "    \(name)) if [[ ! $ended ]]; then _mortise_options; fi ;;\n"
    case .max: return "    \(name)) \(offer(syntax.operandValues)) ;;\n"
    case let count: return "    \(name)) if ((operands < \(count))); then \(offer(syntax.operandValues)); fi ;;\n"
    }
  }

  private static func offer(_ values: PossibleValues) -> String {
    let words = values.words.isEmpty ? nil : "_mortise_words " + values.words.joined(separator: " ")
    let files = values.extensions.map { (["_mortise_files"] + $0).joined(separator: " ") }
    let commands = [words, files].compactMap(\.self)
    return commands.isEmpty ? ":" : commands.joined(separator: "; ")
  }
}
