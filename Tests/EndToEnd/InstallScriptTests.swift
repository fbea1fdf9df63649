import FileTesting
import Testing

/// `bin/install`, with the program that the tests use in place of a release build.
@Suite struct InstallScriptTests {
  private static let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

  /// Runs a script in a copy of the project that is built already. `$prefix` is a new folder, with a space in its name.
  private func run(_ script: String) throws -> Tool.Outcome {
    let folder = try TemporaryFolder()
    return try Tool.run(
      [
        "-c",
        """
        set -uo pipefail
        root="$0/project" prefix="$0/a prefix"
        trap 'rm -rf "$root" "$prefix"' EXIT
        mkdir -p "$root"/{Sources,Resources,Tests/Tools,Tests/Support,.build/optimized/release}
        cp -r "$1"/{bin,docs,LICENSE,README.md,CHANGELOG.md,CONTRIBUTING.md,Package.swift} "$root"
        cp "$1/Resources/iobroker-code.js" "$root/Resources"
        ln -s "$2" "$root/.build/optimized/release/mortise"
        touch "$root/.build/mortise.built"
        cd "$root" || exit
        \(script)
        """,
        folder.path, Self.root, Tool.binary,
      ], program: "/bin/bash")
  }

  @Test func whatIsInstalledCanBeRemovedAgain() throws {
    let outcome = try run(
      #"""
      bin/install --prefix "$prefix" || exit
      # Without the lists that the system makes of the desktop's files.
      (cd "$prefix" && find . -type f -printf '%m %P\n' | grep -v ' share/mime/[^p]\|cache$\|/docs/' | LC_ALL=C sort -k 2)
      "$prefix/bin/mortise" --version
      gzip -dc "$prefix/share/man/man1/mortise.1.gz" | grep -c '^\.TH MORTISE 1'
      bash -n "$prefix/share/bash-completion/completions/mortise" && echo completions
      touch "$prefix/share/applications/other.desktop"
      bin/install --uninstall --prefix "$prefix" || exit
      (cd "$prefix" && find . -type f -name '*mortise*' -o -name '*.desktop')
      bin/install --uninstall --prefix "$prefix"
      """#)
    let version = try Tool.run(["--version"]).output.split(separator: "\n").map(String.init)
    #expect(
      outcome.output.split(separator: "\n").map(String.init) == [
        "755 bin/mortise", "644 share/applications/mortise.desktop",
        "644 share/bash-completion/completions/mortise", "644 share/doc/mortise/CHANGELOG.md",
        "644 share/doc/mortise/CONTRIBUTING.md", "644 share/doc/mortise/LICENSE", "644 share/doc/mortise/README.md",
        "644 share/doc/mortise/made-folders",
        "644 share/fish/vendor_completions.d/mortise.fish", "644 share/man/man1/mortise.1.gz",
        "644 share/mime/packages/mortise.xml", "644 share/mortise/iobroker-code.js",
        "644 share/zsh/site-functions/_mortise",
      ] + version + ["1", "completions", "./share/applications/other.desktop"])
    #expect(outcome.code == 1 && outcome.errors.hasSuffix("Mortise is not installed in \(prefix(in: outcome))\n"))
  }

  @Test func nothingIsLeftOfAnInstallation() throws {
    let outcome = try run(
      #"""
      new=$prefix/in/it
      bin/install --prefix "$new" && bin/install --prefix "$new" && bin/install --uninstall --prefix "$new" || exit
      [ ! -e "$prefix" ] || find "$prefix"
      mkdir -p "$prefix"/{bin,share/man,share/mime/packages}
      touch "$prefix/share/mime/packages/other.xml"
      bin/install --prefix "$prefix" && bin/install --uninstall --prefix "$prefix" || exit
      cd "$prefix" && find . -not -path './share/mime/*' | LC_ALL=C sort; ls share/mime/packages
      """#)
    #expect(outcome.code == 0)
    #expect(
      outcome.output.split(separator: "\n") == [".", "./bin", "./share", "./share/man", "./share/mime", "other.xml"])
  }

  /// What is installed refers only to files that are.
  @Test func documentsThatAreNamedAreInstalled() throws {
    let outcome = try run(
      #"""
      bin/install --prefix "$prefix" || exit
      cd "$prefix/share/doc/mortise" || exit
      # Links, and pages that the manual names.
      {
        for file in *.md docs/*.md docs/*/*.md; do
          grep -oE '\]\([a-z-]*/?[A-Za-z/.-]+\)' "$file" | sed "s|](\(.*\))|$(dirname "$file")/\1|"
        done
        gzip -dc ../../man/man1/mortise.1.gz | grep -oE 'docs/[a-z/-]+\.md'
      } | xargs realpath --canonicalize-missing --relative-to=. | grep -v '^\.\.\|^examples\|^Tests\|^Sources\|^bin' | sort -u | while read -r name; do echo "$([ -e "$name" ] && echo there || echo "missing: $name")"; done |
        sort | uniq -c
      """#)
    #expect(outcome.code == 0)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.count == 1 && lines.first?.hasSuffix(" there") == true, "\(outcome.output)")
    #expect(lines.first.flatMap { Int($0.drop { $0 == " " }.prefix { $0 != " " }) } ?? 0 > 20)
  }

  /// The prefix, as the first message names it.
  private func prefix(in outcome: Tool.Outcome) -> String {
    let first = outcome.errors.split(separator: "\n").first { $0.contains("installed Mortise in ") } ?? ""
    return String(first.dropFirst("install: installed Mortise in ".count))
  }

  @Test func packagesAreStagedInAnotherRoot() throws {
    let outcome = try run(
      #"DESTDIR="$prefix" bin/install --prefix /usr || exit; cd "$prefix" && find . -name mortise -type f"#)
    #expect(outcome.output.contains("./usr/bin/mortise\n"), "\(outcome.errors)")
  }

  @Test(arguments: [("--prefx /usr", "--prefx"), ("--prefix", "--prefix needs a folder")])
  func mistakesAreTold(arguments: String, message: String) throws {
    let outcome = try run("bin/install \(arguments)")
    #expect(outcome.code == 1 && outcome.output.isEmpty)
    #expect(outcome.errors.contains(message) && outcome.errors.contains("usage: bin/install [--uninstall]"))
  }
}
