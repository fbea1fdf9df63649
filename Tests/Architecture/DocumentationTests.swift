import Glibc
import Testing

/// The pages name only files and identifiers that exist, and architecture.md stays short.
@Suite struct DocumentationTests {
  private static let pages =
    ["README.md", "CONTRIBUTING.md"] + ["docs", "Tests"].flatMap(PackageFiles.files).filter { $0.hasSuffix(".md") }

  /// Every path in the package, such as `Sources/…`, `Tests/…` and `docs/…`.
  private static let paths =
    ["Sources", "Tests", "Resources", "docs", "examples", "bin"].flatMap(PackageFiles.files) + [
      "README.md", "CHANGELOG.md", "CONTRIBUTING.md",
    ]

  @Test func pagesAreFound() { #expect(Self.pages.count > 5 && Self.paths.count > 500) }

  @Test(arguments: pages) func namedFilesExist(page: String) {
    let text = PackageFiles.text(of: page)
    for match in text.matches(of: /`(?<path>[\w+\-\/]+\.(?:swift|c|h|js|md))`/) {
      let path = match.output.path
      let exists = Self.paths.contains { $0 == path || $0.hasSuffix("/" + path) }
      #expect(exists, "\(page) names \(path)")
    }
    for match in text.matches(of: /\]\((?<link>[\w\/.\-]+\.(?:md|swift))(?:#[^)]*)?\)/) {
      let link = match.output.link
      let exists = Self.paths.contains(Self.path(of: link, on: page))
      #expect(exists, "\(page) links to \(link)")
    }
  }

  /// The path in the package that a link leads to from its page.
  private static func path(of link: Substring, on page: String) -> String {
    var folders = page.split(separator: "/").dropLast()
    for part in link.split(separator: "/") {
      if part != ".." { folders.append(part) } else if folders.popLast() == nil { return "outside of the package" }
    }
    return folders.joined(separator: "/")
  }

  /// Identifiers of several words, such as `WorkspaceLayoutCoordinator`, in code that pages quote.
  @Test func namedIdentifiersExist() {
    var known: Set<Substring> = []
    for path in Self.code {
      // A file's name is quoted with its ending.
      known.formUnion(Self.words(of: path[...]).dropLast(path.contains(".") ? 2 : 0))
      known.formUnion(Self.words(of: PackageFiles.text(of: path)[...]))
    }
    var quoted = 0
    for page in Self.pages {
      for word in Self.inlineCode(on: page).filter({ !$0.contains(#/\.\w+$/#) }).flatMap(Self.words)
      where word.contains(#/[a-z][A-Z]/#) {
        quoted += 1
        let isKnown = known.contains(word)
        #expect(isKnown, "\(page) names \(word)")
      }
    }
    #expect(quoted > 300)
  }

  /// Functions of one word that pages call with a closure, such as `perform("…") { … }`.
  @Test func calledFunctionsExist() {
    var declared: Set<Substring> = []
    let taking = #/func (?<name>\w+)[^{}]*?: (?:@\w+ )*\([^()]*\)[^,{}]*->/#
    for path in Self.code where path.hasPrefix("Sources/") && path.hasSuffix(".swift") {
      declared.formUnion(PackageFiles.text(of: path).matches(of: taking).map(\.output.name))
    }
    var called = 0
    for page in Self.pages where page.hasPrefix("docs/") && !page.hasSuffix("/notation.md") {
      for code in Self.inlineCode(on: page) {
        for match in code.matches(of: #/(?:^|\.)([a-z]+)(?:\([^)]*\))? \{ … \}/#) {
          called += 1
          let isKnown = declared.contains(match.output.1)
          #expect(isKnown, "\(page) calls \(code)")
        }
      }
    }
    #expect(called > 0)
  }

  private static var code: [String] {
    paths.filter { path in !["docs", "Tests/Cases", "Tests/Corpus"].contains { path.hasPrefix($0) } }
      + ["Package.swift"]
  }

  /// What stands between backticks on a page, outside of blocks of code.
  private static func inlineCode(on page: String) -> [Substring] {
    let blocks = PackageFiles.text(of: page).split(separator: "```", omittingEmptySubsequences: false)
    return blocks.indices.filter { $0 % 2 == 0 }.flatMap { index in
      let parts = blocks[index].split(separator: "`", omittingEmptySubsequences: false)
      return parts.indices.filter { $0 % 2 == 1 }.map { parts[$0] }
    }
  }

  private static func words(of text: Substring) -> [Substring] {
    text.utf8.split { isalnum(Int32($0)) == 0 && $0 != UInt8(ascii: "_") }.map { Substring($0) }
  }

  /// The pages name all sources of the example, and their excerpts occur in these files.
  @Test func theExampleIsShown() {
    var paths = Set(PackageFiles.files(below: "examples/extension/Sources"))
    for page in ["docs/develop/extending.md", "docs/use/own-blocks.md"] {
      let text = PackageFiles.text(of: page)
      for match in text.matches(of: #/`(?<path>examples/[\w/-]+\.swift)`/#) { paths.remove(String(match.output.path)) }
      let shown = text.matches(of: #/`(?<path>examples/[\w/-]+\.swift)`:\n\n```swift\n(?<code>[\s\S]*?)```\n/#)
      #expect(shown.count == text.split(separator: "```swift").count - 1, "\(page) shows code that is in no file")
      for match in shown {
        // Whole lines, with their indentation.
        let file = "\n" + PackageFiles.text(of: String(match.output.path))
        let isExcerpt = file.contains("\n\(match.output.code)")
        #expect(isExcerpt, "\(page) shows \(match.output.path) differently")
      }
    }
    #expect(paths.isEmpty, "no page names \(paths.sorted())")
  }

  @Test func theArchitecturePageStaysShort() {
    let text = PackageFiles.text(of: "docs/architecture.md")
    #expect(text.split(whereSeparator: \.isWhitespace).count <= 900)
  }
}
