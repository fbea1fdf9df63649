/// `mortise completions SHELL`: shows a script that completes Mortise's command lines.
enum CompletionsCommand: Subcommand {
  static let name = "completions"
  static var summary: String { "show the script that completes command lines, for a shell" }
  static var syntax: ArgumentSyntax {
    ArgumentSyntax(
      usage: Shell.names, operandName: "SHELL", operandCount: 1...1,
      operandValues: .words(Shell.allCases.map(\.rawValue)),
      details: """
        For one session: source <(\(app) completions bash), or \(app) completions fish | source.
        """)
  }

  private static var app: String { MortiseApp.current.name }

  static func run(_ arguments: Arguments) throws(UsageError) -> ExitCode {
    let script =
      switch Shell(rawValue: arguments.operands[0]) {
      case .bash: bash
      case .zsh: zsh
      case .fish: fish
      case nil: throw UsageError("completions takes \(Shell.names), not “\(arguments.operands[0])”")
      }
    return Console.show(script) ? .success : .problems
  }

  /// The name of the shell function.
  private static var function: String { "_" + String(app.map { $0.isLetter || $0.isNumber ? $0 : "_" }) }

  /// The script needs nothing from the package bash-completion. If it finds no file, readline completes.
  private static var bash: String {
    """
    # Completes command lines of \(app) in bash. Made by ‘\(app) completions bash’.
    \(function)() {
      local current=${COMP_WORDS[COMP_CWORD]} extension
      local -a offered
      mapfile -t offered < <(\(app) complete bash -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
      COMPREPLY=("${offered[@]:1}")
      if [[ ${offered[0]:--} == - ]]; then return; fi
      if [[ $current == = ]]; then current=''; fi
      compopt -o filenames -o default 2>/dev/null
      mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(
        if [[ ${offered[0]} == '*' ]]; then
          compgen -f -- "$current"
        else
          compgen -d -- "$current"
          for extension in ${offered[0]}; do compgen -f -X "!*.$extension" -- "$current"; done
        fi
      )
    }
    complete -F \(function) \(app)

    """
  }

  private static var zsh: String {
    """
    #compdef \(app)
    # Completes command lines of \(app) in zsh. Made by ‘\(app) completions zsh’.
    \(function)() {
      local -a offered=("${(@f)$(\(app) complete zsh -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
      local files=${offered[1]:--}
      offered=("${(@)offered[2,-1]}")
      if (( $#offered )); then _describe \(app) offered; fi
      case $files in
        (-) ;;
        (\\*) _files ;;
        (*) _files -g "*.(${files// /|})(-.)" ;;
      esac
    }
    if [[ $zsh_eval_context[-1] == loadautofunc ]]; then \(function) "$@"; else compdef \(function) \(app); fi

    """
  }

  private static var fish: String {
    """
    # Completes command lines of \(app) in fish. Made by ‘\(app) completions fish’.
    function _\(function)
        set -l words (commandline -opc)
        set -l offered (\(app) complete fish -- $words[2..] (commandline -ct) 2>/dev/null)
        string join \\n -- $offered[2..]
        if not set -q offered[1]; or test "$offered[1]" = -
            return
        end
        set -l files (complete -C "__fish_command_without_completions "(commandline -ct))
        set -l extensions (string replace -a ' ' '|' -- $offered[1])
        if test "$extensions" != '*'
            set -l fitting (string match -r '^.*(?:/|\\.(?:'$extensions'))$' -- $files)
            if set -q fitting[1]
                set files $fitting
            end
        end
        string join \\n -- $files
    end
    complete -c \(app) -f -a '(_\(function))'

    """
  }
}
