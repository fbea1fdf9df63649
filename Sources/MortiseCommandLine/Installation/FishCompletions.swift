/// The script that completes command lines in fish.
enum FishCompletions {
  static var script: String {
    """
    \(CompletionScript.heading("fish"))
    # Whether the command is one of the arguments: a name; “edit” for the editor, or “none” behind common options alone.
    function __mortise_is
        set -l words (commandline -opc)
        set -e words[1]
        while set -q words[1]
            switch $words[1]
                case \(CompletionScript.commonNames(withValue: true).joined(separator: " "))
                    set words $words[3..]
                case \(CompletionScript.commonNames(withValue: false).joined(separator: " "))
                    set -e words[1]
                case \(MortiseApp.current.allCommands.map { $0.name }.joined(separator: " "))
                    contains -- $words[1] $argv
                    return
                case '*'
                    contains -- edit $argv
                    return
            end
        end
        contains -- none $argv
    end

    # Offers folders and the files with these extensions, or all files if there is none.
    function __mortise_files
        set -l files (complete -C "__fish_command_without_completions "(commandline -ct))
        set -l fitting (string match -r '^.*(?:/|\\.(?:'(string join '|' $argv)'))$' -- $files)
        if set -q fitting[1]
            set files $fitting
        end
        string join \\n -- $files
    end

    complete -c mortise -f
    \(MortiseApp.current.allCommands.map { complete("none", "-a \($0.name) -d \(quoted($0.summary))") }.joined())\
    \(CommonOptions.all.map { complete(nil, option($0)) }.joined())\
    \(CompletionScript.commands.map(arguments).joined())
    """
  }

  private static func arguments(of command: any Subcommand.Type) -> String {
    let syntax = command.syntax
    let condition = command == EditCommand.self ? "none edit" : command.name
    let operands =
      syntax.operandCount.upperBound == 0 ? "" : complete(condition, offer(syntax.operandValues))
    return operands + syntax.options.map { complete(condition, option($0)) }.joined()
  }

  /// A call of fish's `complete`.
  /// - Parameter condition: the commands that it is for; nil for all.
  private static func complete(_ condition: String?, _ rest: String) -> String {
    "complete -c mortise" + (condition.map { " -n '__mortise_is \($0)'" } ?? "") + " \(rest)\n"
  }

  private static func option(_ option: Option) -> String {
    let names = option.names.map { $0.hasPrefix("--") ? "-l \($0.dropFirst(2))" : "-s \($0.dropFirst())" }
    let value = option.valueName.map { _ in " -r " + offer(option.values) } ?? ""
    return names.joined(separator: " ") + value + " -d \(quoted(option.help))"
  }

  private static func offer(_ values: PossibleValues) -> String {
    guard let extensions = values.extensions else {
      return values.words.isEmpty ? "-f" : "-f -a \(quoted(values.words.joined(separator: " ")))"
    }
    if extensions.isEmpty { return "-F" }
    let files = "(__mortise_files \(extensions.joined(separator: " ")))"
    return "-f -k -a \(quoted((values.words + [files]).joined(separator: " ")))"
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
