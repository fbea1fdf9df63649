import CodeGeneration

/// Programs that play notes as shell scripts, which can be run: they print the notes.
nonisolated enum ShellLanguage {
  static let language = CodeLanguage(
    id: "sh", name: "Shell", fileExtension: "sh", generators: Array(generators.utf8),
    runtime: LanguageRuntime(
      interpreters: ["sh"], package: "dash", source: runtime, errorWords: ["exit status 2": "there is no such note"]
    ) { ["-c", $0, "program"] })

  private static let generators = #"""
    {
      "orders": {"ATOMIC": 0, "NONE": 99},
      "text": {"quote": "'", "escapes": [["'", "'\\''"]], "order": "ATOMIC"},
      "comments": {"prefix": "# "},
      "looseValue": [": ", "\n"],
      "emptyBody": ":",
      "run": {"names": "_b", "statement": "_b %1\n"},
      "helpers": {
        "play": [
          "{{play()}}() {",
          "  for note; do [ \"$note\" -ge 0 ] && [ \"$note\" -le 127 ] || exit 2; done",
          "  echo \"♪ $*\"",
          "}"
        ]
      },
      "blocks": {
        "rate": {"code": "echo {{STARS}} of 5 stars"},
        "play_notes": {"inputs": {"NOTE*": ["NONE", "60"]}, "code": "{{play()}} {{NOTE* }}"},
        "math_number": {"strategy": "number"},
        "controls_repeat_ext": {
          "loop": true, "inputs": {"TIMES": ["NONE", "0"]}, "code": ["for _ in $(seq {{TIMES}}); do", "{{DO}}", "done"]
        }
      }
    }
    """#

  /// Reports the current block before each statement, and at the end the error, if there is one.
  private static let runtime = #"""
    # The first argument is the path of modules, of which the shell has none.
    shift
    # Reads a number or a word from the last line.
    member() {
      case $line in
      *"\"$1\":"*) rest=${line#*"\"$1\":"} rest=${rest#\"} && echo "${rest%%[!a-z0-9]*}" ;;
      *) echo 0 ;;
      esac
    }
    # Reads a line: the first one, or the answer to a report.
    listen() {
      IFS= read -r line <&3 || exit 1
      case $line in *'"breakpoints":['*) breakpoints=${line#*'"breakpoints":['} breakpoints=,${breakpoints%%]*}, ;; esac
      case $line in *'"do":"go"'*) return ;; esac
      order=$(member do) first=$at last=$(member last) until=$(member until)
    }
    report() {
      echo "{\"at\":$at,\"values\":{}$1}" >&4
      listen
    }
    _b() {
      at=$1
      report
      case $order in
      into) why=step ;;
      over) [ "$at" -ge "$first" ] && [ "$at" -le "$last" ] && why= || why=step ;;
      *) [ "$at" = "$until" ] && why=step || why= ;;
      esac
      case $breakpoints in *,$at,*) why=stop ;; esac
      [ -z "$why" ] || report ",\"stop\":\"$why\",\"variables\":{},\"calls\":[]"
    }
    at=0
    listen
    code=$(head -c "$(member code)" <&3)
    trap 'status=$?; [ $status = 0 ] || echo "{\"at\":$at,\"error\":\"exit status $status\"}" >&4' EXIT
    set -e
    eval "$code"
    """#
}
