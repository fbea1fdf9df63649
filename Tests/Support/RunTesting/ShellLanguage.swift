import CodeGeneration

/// The shell as a language of code that an app brings: a few blocks, and a runtime that stops at statements.
public enum ShellLanguage {
  public static let language = CodeLanguage(
    id: "sh", name: "Shell", fileExtension: "sh", generators: Array(generators.utf8),
    runtime: LanguageRuntime(
      interpreters: ["sh"], package: "dash", source: runtime,
      errorWords: ["exit status 127": "there is no such command"]
    ) { ["-c", $0, "program"] })

  /// Mortise's languages, and the shell.
  public static let languages = CodeLanguages(CodeLanguages.standard.all + [language])

  private static let generators = #"""
    {
      "orders": {"ATOMIC": 0, "NONE": 99},
      "reserved": ["HOME IFS PATH PWD _at _do _first _last _line _name _stops _until _watch _why"],
      "text": {"quote": "'", "escapes": [["'", "'\\''"]], "order": "ATOMIC"},
      "comments": {"prefix": "# "},
      "looseValue": [": ", "\n"],
      "emptyBody": ":",
      "numbers": {"order": "ATOMIC", "negative": "ATOMIC"},
      "run": {"names": "_b", "statement": "_b %1\n"},
      "blocks": {
        "controls_repeat_ext": {
          "loop": true, "inputs": {"TIMES": ["NONE", "0"]}, "code": ["for _ in $(seq {{TIMES}}); do", "{{DO}}", "done"]
        },
        "math_number": {"strategy": "number"},
        "text": {"code": "{{\"TEXT\"}}", "order": "ATOMIC"},
        "text_print": {"inputs": {"TEXT": ["NONE", "''"]}, "code": "echo {{TEXT}}"},
        "variables_get": {"code": "\"${{VAR}}\"", "order": "ATOMIC"},
        "variables_set": {"inputs": {"VALUE": ["NONE", "0"]}, "code": "{{VAR}}={{VALUE}}"}
      }
    }
    """#

  private static let runtime = #"""
    # The first argument is the path of modules, of which the shell has none.
    shift
    _at=0 _until=0
    breakpoints_in() {
      case $1 in *'"breakpoints":['*) _breakpoints=${1#*'"breakpoints":['} _breakpoints=,${_breakpoints%%]*}, ;; esac
    }
    member() {
      case $1 in
      *"\"$2\":"*) _line=${1#*"\"$2\":"} _line=${_line#\"} && echo "${_line%%[!a-z0-9]*}" ;;
      *) echo 0 ;;
      esac
    }
    IFS= read -r _line <&3
    breakpoints_in "$_line"
    _do=$(member "$_line" do)
    _watch=${_line#*'"watch":['} _watch=$(echo "${_watch%%]*}" | tr -d '"' | tr , ' ')
    code=$(head -c "$(member "$_line" code)" <&3)

    variables() {
      _why=
      for _name in $_watch; do
        eval "printf '%s\"%s\":\"%s\"' '$_why' '$_name' \"\$$_name\""
        _why=,
      done
    }
    # Tells where the program is, and reads the order that answers.
    report() {
      echo "{\"at\":$_at$1}" >&4
      IFS= read -r _line <&3 || exit 1
      breakpoints_in "$_line"
      case $_line in *'"do":"go"'*) return ;; esac
      _do=$(member "$_line" do) _first=$_at _last=$(member "$_line" last) _until=$(member "$_line" until)
    }
    _b() {
      _at=$1
      report
      case $_do in
      into) _why=step ;;
      over) [ "$_at" -ge "$_first" ] && [ "$_at" -le "$_last" ] && _why= || _why=step ;;
      *) [ "$_at" = "$_until" ] && _why=step || _why= ;;
      esac
      case $_breakpoints in *,$_at,*) _why=stop ;; esac
      [ -z "$_why" ] || report ",\"stop\":\"$_why\",\"variables\":{$(variables)},\"calls\":[]"
    }
    finish() {
      [ "$1" = 0 ] || echo "{\"at\":$_at,\"error\":\"exit status $1\",\"variables\":{$(variables)},\"calls\":[]}" >&4
    }
    trap 'finish $?' EXIT
    set -e
    eval "$code"
    """#
}
