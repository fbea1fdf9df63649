import FileTesting
import Testing

/// What reaches a program of the folder and the environment that Mortise is started in.
@Suite struct ProgramEnvironmentTests {
  private static let languages = ["python", "javascript", "lua"]

  /// Python by itself takes modules from the current folder, also for its own runtime.
  @Test(arguments: languages) func noModuleOfTheCurrentFolderRuns(language: String) throws {
    let code = [
      "python": "import mine", "javascript": "require('mine')", "lua": "require('mine')",
    ]
    let program = try CodeProgram(code[language] ?? "", language)
    let outcome = try program.run(
      script: """
        for name in json signal os encodings mine; do echo 'open("ran", "w")' >$name.py; done
        echo 'io.open("ran", "w")' | tee mine.lua >string.lua
        mkdir -p node_modules/mine node_modules/fs
        echo 'require("fs").writeFileSync("ran", "")' | tee node_modules/mine/index.js >node_modules/fs/index.js
        "$@"; echo $?; test -e ran && echo it ran
        rm -rf node_modules *.py *.lua
        """)
    #expect(outcome.output == "1\n", "\(outcome)")
    #expect(outcome.errors.contains("mine"), "\(outcome)")
  }

  /// An interpreter takes code and folders from these variables.
  @Test(arguments: languages) func noVariableMakesCodeRun(language: String) throws {
    let names = ["PYTHONPATH", "NODE_PATH", "NODE_OPTIONS", "LUA_PATH", "LUA_INIT", "SECRET"]
    let list = names.map { "'\($0)'" }.joined(separator: ", ")
    let code = [
      "python": "import os\nfor name in ['HOME', 'TZ', 'LC_ALL', \(list)]: print(os.getenv(name, '-'))",
      "javascript": "for (const name of ['HOME', 'TZ', 'LC_ALL', \(list)]) alert(process.env[name] ?? '-')",
      "lua": "for _, name in ipairs {'HOME', 'TZ', 'LC_ALL', \(list)} do print(os.getenv(name) or '-') end",
    ]
    let program = try CodeProgram(code[language] ?? "", language)
    let outcome = try program.run(
      script: """
        echo 'open("ran", "w")' | tee startup.py sitecustomize.py >usercustomize.py
        echo 'require("fs").writeFileSync("ran", "")' >startup.js
        env -i PATH="$PATH" HOME=/nowhere TZ=UTC LC_ALL=C.UTF-8 PYTHONPATH=. PYTHONSTARTUP=startup.py PYTHONHOME=/nowhere \\
          PYTHONINSPECT=1 NODE_PATH=. NODE_OPTIONS='--require ./startup.js' LUA_PATH='./?.lua' LUA_INIT='io.open("ran", "w")' \\
          LUA_INIT_5_4='io.open("ran", "w")' SECRET=1 "$@"
        test -e ran && echo it ran
        rm -f *.py *.js
        """)
    let expected = (["/nowhere", "UTC", "C.UTF-8"] + names.map { _ in "-" }).map { $0 + "\n" }.joined()
    #expect(outcome == .init(code: 0, output: expected, errors: ""))
  }

  @Test(arguments: languages) func modulesComeFromTheFolderThatAnOptionNames(language: String) throws {
    let code = [
      "python": "import mine, json; print(mine.value + len(json.dumps([])))",
      "javascript": "console.log(require('mine').value)", "lua": "print(require('mine').value)",
    ]
    let program = try CodeProgram(code[language] ?? "", language)
    let outcome = try program.run(
      script: """
        mkdir modules p.blocktext.tests; echo 3 >p.blocktext.tests/a.out
        echo 'value = 1' >modules/mine.py; echo 'raise ValueError' >modules/json.py
        echo 'exports.value = 3' >modules/mine.js; echo 'return {value = 3}' >modules/mine.lua
        "$@" --modules modules -- an argument
        shift 2; "$M" test "$@" --modules modules
        rm -r modules p.blocktext.tests
        """)
    #expect(outcome == .init(code: 0, output: "3\npassed: a\n1 test, all passed\n", errors: ""))
  }

  @Test(arguments: languages) func argumentsStandAfterTheLanguagesOwn(language: String) throws {
    let code = [
      "python": "import sys; print(sys.argv)", "javascript": "console.log(process.argv.slice(1))",
      "lua": "print(table.concat(arg, ' '))",
    ]
    let expected = ["python": "['program', 'a', 'b c']\n", "javascript": "[ 'a', 'b c' ]\n", "lua": "a b c\n"]
    let program = try CodeProgram(code[language] ?? "", language)
    #expect(try program.run(script: "\"$@\" -- a 'b c'").output == expected[language])
  }

  @Test func aFolderThatIsNoneIsReported() throws {
    let program = try CodeProgram("", "lua")
    #expect(
      try program.run(script: "\"$@\" --modules nowhere")
        == .init(code: 1, output: "", errors: "mortise: --modules: can't look in nowhere: No such file or directory\n"))
    #expect(
      try program.run(script: "\"$@\" --modules code.json")
        == .init(code: 1, output: "", errors: "mortise: --modules: code.json isn't a folder\n"))
    #expect(
      try program.run(script: "\"$@\" --modules 'a;b'").errors
        == "mortise: --modules: Lua looks in no folder whose path has “;” or “?”: a;b\n")
  }
}
