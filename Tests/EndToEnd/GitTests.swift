import FileTesting
import Glibc
import Testing

/// `mortise git` with a real git, in a home of the test's.
@Suite(.enabled(if: Tool.has("git"), "git is not installed")) struct GitTests {
  private let scene: GitFolder

  init() throws { scene = try GitFolder(binary: Tool.binary) }

  /// The names and contents of all files that git's settings could be in.
  private var state: String {
    scene.sh(
      "find home work other -type f -not -path '*/objects/*' -exec sha256sum {} + 2>/dev/null | sort -k2; find home -type d | sort; find work -type l -printf '%p %l\\n'",
      in: ""
    ).output
  }

  @discardableResult
  private func mortise(_ arguments: String, in folder: String = "work") -> String {
    let outcome = scene.sh("mortise \(arguments)", in: folder)
    return "\(outcome.code) \(outcome.output)".replacing(scene.path, with: "ROOT")
  }

  // MARK: - Enabling and disabling

  /// What a repository's files may hold before.
  static let beginnings = [
    "true", "printf '[user]\\n\\tname = A' >> .git/config", "printf '[user]\\r\\n\\tname = A\\r\\n' >> .git/config",
    "printf '*.png binary' > .git/info/attributes", "printf '*.png binary\\r\\n\\r\\n*.x y' > .git/info/attributes",
    ": > .git/info/attributes", "rm -r .git/info",
    "ln -s ../../../other/attributes .git/info/attributes; mkdir ../other",
    "mv .git/config ../other-config; ln -s ../../other-config .git/config",
    "git config diff.mortise.xfuncname x; git config merge.mortise.name mine",
  ]

  @Test(arguments: beginnings) func disablingLeavesAllAsItWas(beginning: String) {
    scene.sh("git init -q && \(beginning)")
    let before = state
    #expect(mortise("git --enable") == "0 ROOT/work/.git/config: written\nROOT/work/.git/info/attributes: written\n")
    #expect(mortise("git --check").hasPrefix("0 git calls mortise for *.bky *.blk"))
    #expect(
      mortise("git --enable")
        == "0 ROOT/work/.git/config: nothing to do\nROOT/work/.git/info/attributes: nothing to do\n")
    #expect(mortise("git --enable 'my levels/*.json' '#1'").hasPrefix("0 "))
    #expect(
      scene.sh("git check-attr -z merge 'my levels/a.json' 'a.json' 'x/#1' a.blk | tr '\\0' ' '").output
        == "my levels/a.json merge mortise a.json merge unspecified x/#1 merge mortise a.blk merge mortise ")
    let textconv = scene.sh("git config diff.mortise.textconv").output
    #expect(textconv.hasPrefix("MORTISE_VERSION=") && textconv.hasSuffix(" mortise show --\n"))
    #expect(scene.sh("git config diff.mortise.cachetextconv").output == "true\n")
    #expect(
      scene.sh("git config mergetool.mortise.cmd").output
        == "mortise mergetool -o \"$MERGED\" -- \"$BASE\" \"$LOCAL\" \"$REMOTE\"\n")
    #expect(mortise("git --disable '#1'").hasPrefix("0 "))
    #expect(scene.sh("git check-attr merge a.blk '#1'").output == "a.blk: merge: mortise\n#1: merge: unspecified\n")
    #expect(mortise("git --disable").hasPrefix("0 "))
    #expect(state == before)
    #expect(mortise("git --disable").hasPrefix("0 ROOT/work/.git/info/attributes: nothing to do"))
  }

  @Test(arguments: [
    "true", "git config --global core.attributesFile '~/my attributes'",
    "mkdir -p home/config/git; printf x > home/config/git/config",
    "export GIT_CONFIG_GLOBAL=$PWD/home/mine",
  ]) func theUsersOwnFilesAreThoseThatGitReads(beginning: String) {
    let script = "cd ..; \(beginning); cd work"
    scene.sh("git init -q; \(script)")
    let before = state
    let own = beginning.hasPrefix("export") ? script + "; " : ""
    #expect(scene.sh("\(own)mortise git --enable --global").code == 0)
    #expect(
      scene.sh("\(own)git config --global merge.mortise.driver && git check-attr merge a.blk").output.contains(
        "a.blk: merge: mortise\n"))
    #expect(scene.sh("\(own)mortise git --check --global").code == 0)
    #expect(scene.sh("\(own)mortise git --check").code == 0)
    #expect(scene.sh("\(own)mortise git --disable --global").code == 0)
    #expect(state == before)
  }

  @Test func whatWasChangedByHandStays() {
    scene.sh(
      "git init -q; mortise git --enable; sed -i 's/Blockly programs/My programs/' .git/config; echo '*.mine' >> .git/info/attributes"
    )
    let before = state
    #expect(
      mortise("git --disable '*.nothing'")
        == "1 mortise: “*.nothing” is not in ROOT/work/.git/info/attributes\nROOT/work/.git/info/attributes: nothing to do\nmortise: ROOT/work/.git/config:6: these lines were changed by hand, so they stay\n"
    )
    #expect(state == before)
    #expect(mortise("git --check").contains("config:6: these lines were changed by hand"))
    #expect(mortise("git --disable").hasPrefix("1 ROOT/work/.git/info/attributes: as it was before\n"))
    #expect(scene.sh("cat .git/info/attributes").output.hasSuffix("*.mine\n"))
    #expect(scene.sh("grep -c mortise .git/info/attributes").output == "0\n")
  }

  @Test func aLockOfGitsIsRespected() {
    scene.sh("git init -q; : > .git/config.lock")
    #expect(
      mortise("git --enable")
        == "1 mortise: can't save ROOT/work/.git/config.lock: another program has created a file with this name\n")
    #expect(scene.sh("cat .git/config.lock; git config merge.mortise.driver").output == "")
  }

  /// The second file can't be written: the folder that its link leads to is missing.
  @Test func nothingIsLeftHalfDone() {
    scene.sh("git init -q; ln -sf ../../../nowhere/attributes .git/info/attributes")
    let before = state
    #expect(
      mortise("git --enable")
        == "1 mortise: can't save ROOT/work/.git/info/attributes: its folder doesn't exist; create the folder first\n")
    #expect(state == before)
    scene.sh("mkdir ../nowhere")
    mortise("git --enable")
    let enabled = state
    scene.sh(": > .git/config.lock")
    #expect(mortise("git --disable").hasPrefix("1 mortise: can't save ROOT/work/.git/config.lock"))
    scene.sh("rm .git/config.lock")
    #expect(state == enabled)
  }

  @Test func worktreesAndSubmodulesHaveTheirFiles() {
    scene.sh("git init -q; git commit -qm x --allow-empty; git worktree add -q ../other")
    #expect(mortise("git --enable", in: "other").hasPrefix("0 ROOT/work/.git/config: written"))
    for folder in ["work", "other"] {
      #expect(
        scene.sh("git check-attr merge a.blk; git config merge.mortise.name", in: folder).output
          == "a.blk: merge: mortise\nBlockly programs as blocks\n")
      #expect(mortise("git --check", in: folder).hasPrefix("0 "))
    }
    scene.sh("git init -q; git commit -qm x --allow-empty", in: "library")
    scene.sh("git -c protocol.file.allow=always submodule -q add ../library sub")
    #expect(mortise("git --check", in: "work/sub") == "1 git doesn't call mortise here: mortise git --enable\n")
    #expect(mortise("git --enable", in: "work/sub").hasPrefix("0 ROOT/work/.git/modules/sub/config: written"))
    #expect(mortise("git --check", in: "work/sub").hasPrefix("0 "))
  }

  // MARK: - Checking

  @Test func whatIsMissingIsSaid() {
    #expect(mortise("git --check") == "1 mortise: ROOT/work isn't in a git repository\n")
    scene.sh("git init -q")
    #expect(mortise("git --check") == "1 git doesn't call mortise here: mortise git --enable\n")
    // A team's lines without anything else.
    scene.sh("echo '*.blk merge=mortise' > .gitattributes")
    #expect(
      mortise("git --check")
        == "1 ROOT/work/.gitattributes gives *.blk to a driver that isn't configured, so git merges them line by line: mortise git --enable\ndiff.mortise.textconv is not set: mortise git --enable\n"
    )
    #expect(
      mortise("git --enable") == "0 ROOT/work/.git/config: written\nROOT/work/.git/info/attributes: nothing to do\n")
    #expect(mortise("git --check") == "0 git calls mortise for *.blk\n")
    #expect(mortise("git --check '*.json'") == "1 “*.json” is not enabled: mortise git --enable '*.json'\n")
    scene.sh("rm .gitattributes")
    #expect(mortise("git --check") == "1 no files have the attribute merge=mortise: mortise git --enable\n")
    scene.sh("mortise git --enable; git config --global diff.mortise.textconv 'MORTISE_VERSION=0.0.9 mortise show --'")
    #expect(mortise("git --check").hasPrefix("0 "), "the repository's value counts")
    scene.sh(
      "git config --global --unset diff.mortise.textconv; sed -i 's/MORTISE_VERSION=[0-9.]*/MORTISE_VERSION=0.0.9/' .git/config"
    )
    #expect(mortise("git --check").contains("git's configuration is that of version 0.0.9, not "))
    scene.sh("git init -q ../other; cp ../other/.git/config .git/config")
    // The repository may name another file for the user's attributes.
    scene.sh("mortise git --disable; mortise git --enable; mortise git --disable; mortise git --enable --global")
    #expect(mortise("git --check").hasPrefix("0 "))
    scene.sh("git config core.attributesFile /none")
    #expect(mortise("git --check") == "1 no files have the attribute merge=mortise: mortise git --enable\n")
    scene.sh("mv ../bin/mortise ../bin/other")
    #expect(scene.sh("../bin/other git --check").output.contains("mortise is not on the PATH, so git can't call it\n"))
    #expect(
      scene.sh("PATH=$PWD; ../bin/other git --check").output == "mortise: git is not installed, or not on the PATH\n")
  }

  @Test(arguments: [2, 3, 4]) func programsInConflictAreNamed(version: Int) {
    scene.sh(
      """
      git init -q -b main; git update-index --index-version \(version)
      for f in a.blk other.txt sub/b.blk; do mkdir -p sub; echo 1 > $f; done; git add .; git commit -qm 1
      git checkout -qb side; for f in a.blk other.txt sub/b.blk; do echo 2 > $f; done; git commit -qam 2
      git checkout -q main; for f in a.blk other.txt sub/b.blk; do echo 3 > $f; done; git commit -qam 3
      git update-index --index-version \(version)
      mortise git --enable
      git -c merge.mortise.driver=false merge side
      echo merged > sub/b.blk
      """)
    #expect(
      mortise("git --check")
        == "1 a.blk is in conflict, and holds only our side\nsub/b.blk is in conflict; ‘mortise check’ says where\n")
    scene.sh("git add -A; git commit -qm merged")
    #expect(mortise("git --check").hasPrefix("0 "))
  }

  @Test func aVariableOfGitsMayNameAnotherRepository() {
    scene.sh("git init -q; git init -q ../other")
    let message = "mortise: GIT_DIR names another repository than this folder's; unset it, or go to ../other/.git\n"
    for action in ["--enable", "--check", "--disable"] {
      let outcome = scene.sh("GIT_DIR=../other/.git mortise git \(action)")
      #expect(outcome.code == 1 && outcome.output == message)
    }
    #expect(scene.sh("GIT_DIR=.git mortise git --enable").code == 0)
  }

  @Test func aRepositoryMayBeElsewhere() {
    let outcome = scene.sh(
      """
      git init -q ../other; mv ../other/.git ../store; mkdir -p sub
      export GIT_DIR=../store GIT_WORK_TREE=.
      printf 'print "a"\n' > a.blocktext; git add .; git commit -qm first
      mortise git --enable '*.blocktext' && mortise git --check && mortise log a.blocktext | grep -o first
      export GIT_DIR=$PWD/../store GIT_WORK_TREE=$PWD; cd sub; mortise log ../a.blocktext | grep -o first
      cd /; mortise log a.blocktext
      """)
    #expect(outcome.output.split(separator: "\n").filter { $0 == "first" }.count == 2, "\(outcome.output)")
    #expect(outcome.code == 1)
    #expect(scene.sh("cat ../store/info/attributes").output.contains("*.blocktext"))
  }

  @Test func oneActionIsNeeded() {
    for arguments in ["git", "git --enable --disable"] {
      #expect(mortise(arguments).hasPrefix("2 mortise: git takes one of --enable, --disable and --check; see"))
    }
    #expect(mortise("git --enable '!x'").hasPrefix("2 mortise: “!x” begins with “!”, which git forbids here"))
  }

  // MARK: - Other people's repositories

  /// A repository that names programs for everything.
  @Test func nothingOfARepositoryRuns() {
    scene.sh(
      """
      git init -q; echo 1 > a.blk; git add .; git commit -qm 1; echo 2 > a.blk; git commit -qam 2
      printf '#!/bin/sh\\ntouch \(scene.path)/was-run\\n' > ../evil; chmod +x ../evil
      for key in core.fsmonitor core.sshCommand core.editor core.pager pager.log pager.rev-list diff.external diff.mortise.textconv \
        filter.x.smudge filter.x.clean gpg.program alias.rev-list alias.config core.askPass; do git config $key ../evil; done
      git config core.hooksPath "$PWD/.."; git config log.showSignature true; git config diff.mortise.cachetextconv true
      echo '*.blk diff=mortise filter=x' > .gitattributes
      for hook in post-checkout post-index-change reference-transaction; do cp ../evil ../$hook; done
      """)
    let before = state
    #expect(mortise("log a.blk").hasPrefix("0 "))
    #expect(mortise("git --check").hasPrefix("1 "))
    #expect(!scene.sh("ls", in: "").output.contains("was-run"))
    #expect(state == before)
    scene.sh("git status; git show")
    #expect(scene.sh("ls", in: "").output.contains("was-run"), "git itself runs them")
  }

  /// Git gets few commands, and an environment that switches the rest off.
  @Test func onlyHarmlessCommandsAreUsed() {
    scene.sh(
      """
      git init -q; for i in 1 2; do echo $i > a.blk; git add .; git commit -qm $i; done; git mv a.blk b.blk; git commit -qm 3
      printf '#!/bin/sh\necho "$@" >> \(scene.path)/calls; env > \(scene.path)/environment; exec '$(which git)' "$@"\n' > ../bin/git
      chmod +x ../bin/git
      """)
    let outcome = scene.sh(
      "export GIT_SSH=x GIT_EXTERNAL_DIFF=x GIT_CONFIG_COUNT=0 GIT_PROXY_COMMAND=x; mortise git --enable; mortise git --check; mortise log b.blk; mortise git --disable"
    )
    #expect(outcome.output.contains("written\ngit calls mortise for"), "\(outcome.output)")
    let calls = scene.sh("sed 's/.*hooksPath=.dev.null \\(--git-dir=.dev.null \\)*//; s/ .*//' calls | sort -u", in: "")
      .output
    #expect(calls == "cat-file\nconfig\nrev-list\nrev-parse\n")
    let lines = scene.sh("grep -v 'core.fsmonitor=false -c core.hooksPath=/dev/null' calls | wc -l", in: "").output
    #expect(lines == "0\n")
    let environment = scene.sh("grep -E '^(GIT_|LC_)' environment | sort", in: "").output
    #expect(
      environment == """
        GIT_ALLOW_PROTOCOL=none
        GIT_ASKPASS=false
        GIT_CONFIG_NOSYSTEM=1
        GIT_NO_LAZY_FETCH=1
        GIT_OPTIONAL_LOCKS=0
        GIT_PAGER=cat
        GIT_SSH_COMMAND=false
        GIT_TERMINAL_PROMPT=0
        LC_ALL=C

        """)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files to others")) func aDubiousOwnerIsRespected() {
    scene.sh("git init -q; echo 1 > a.blk; git add .; git commit -qm 1; chown -R 65534:65534 .")
    let before = state
    let message =
      "1 mortise: git calls the owner of ROOT/work dubious, so it isn't read; if you trust it: git config --global --add safe.directory ROOT/work\n"
    for arguments in ["log a.blk", "git --check", "git --enable", "git --disable"] {
      #expect(mortise(arguments) == message)
    }
    #expect(state == before)
    scene.sh("git config --global --add safe.directory \(scene.path)/work")
    #expect(mortise("log a.blk").hasPrefix("0 "))
  }
}
