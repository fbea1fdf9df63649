import FileTesting
import Glibc
import Markup
import Testing

/// The pages of docs/use/advice are made of Resources/advice.json by `RECORD=1 bin/test --filter AdvicePagesTests`.
@Suite struct AdvicePagesTests {
  private static let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
  private static let folder = root + "/docs/use/advice"

  private struct Rule {
    let id: String
    let json: JSONValue

    var level: String { json["level"]?.string ?? "" }
    var title: String { text("title") ?? "" }
    /// The paragraphs of the rule's page; none for praise.
    var page: [String] { json["page"]?.elements.compactMap(\.string) ?? [] }

    /// The text of a member in English; nil if the rule doesn't have it.
    func text(_ member: String) -> String? { json[member]?["en"]?.string }

    /// The programs on the page: one with the finding, and one without.
    var programs: [String] {
      page.filter { $0.hasPrefix("```") }.map { String($0.dropFirst("```text\n".count).dropLast("\n```".count)) }
    }
  }

  private static let rules: [Rule] = {
    guard let json = try? JSONParser.parse(Array(Tool.read(root + "/Resources/advice.json").utf8)) else { return [] }
    return json.members.map { Rule(id: $0.key, json: $0.value.detached) }
  }()

  private static func markdown(of rule: Rule) -> String {
    var parts = ["# \(rule.title)", "*`\(rule.id)`, \(rule.level)*"] + rule.page
    if let repair = rule.text("repair") {
      // Only a finding has arguments.
      parts.append("Mortise can repair this: \(repair.replacing(#/\{\d\}/#, with: "…")).")
    }
    parts.append(
      "To allow it on one block, write `mortise: allow \(rule.id)` in the block's comment. "
        + "The [settings](../settings.md) switch the rule off.")
    return parts.joined(separator: "\n\n") + "\n"
  }

  private static var index: String {
    let rows = rules.map { rule in
      "| \(rule.page.isEmpty ? "`\(rule.id)`" : "[\(rule.id)](\(rule.id).md)") | \(rule.level) | \(rule.title) |\n"
    }
    return """
      # Rules

      Errors fail, or are surely not meant; warnings are likely mistakes; hints are advice on style. Praise is for good practice.

      | rule | level | |
      |---|---|---|

      """ + rows.joined()
  }

  private static var pages: [(name: String, text: String)] {
    [("README.md", index)] + rules.filter { !$0.page.isEmpty }.map { ("\($0.id).md", markdown(of: $0)) }
  }

  @Test func thePagesAreTrue() throws {
    if Recording.isWanted {
      mkdir(Self.folder, 0o777)
      for page in Self.pages { try Tool.write(page.text, to: "\(Self.folder)/\(page.name)") }
    }
    for page in Self.pages {
      #expect(Tool.read("\(Self.folder)/\(page.name)") == page.text, "\(page.name) is out of date; record it")
    }
    #expect(Self.pages.count == 26)
  }

  /// Every page has two programs that can be read, in the words that Mortise writes.
  @Test func theProgramsAreValid() throws {
    let folder = try TemporaryFolder()
    for rule in Self.rules where !rule.page.isEmpty {
      #expect(rule.programs.count == 2, "\(rule.id)")
      for program in rule.programs {
        let path = folder.file("\(rule.id).blocktext")
        try Tool.write(program + "\n", to: path)
        let written = try Tool.run(["convert", path, "--to", "text", "--language", "en", "-o", "-"])
        #expect(written == Tool.Outcome(code: 0, output: program + "\n", errors: ""), "\(rule.id)")
      }
    }
  }

  /// All texts are in all languages, and the same arguments appear in all of them.
  @Test func theTextsAreComplete() {
    let languages = ["en", "de", "fr", "es"]
    for rule in Self.rules {
      #expect(["error", "warning", "hint", "praise"].contains(rule.level), "\(rule.id)")
      let messages = rule.json["messages"]?.members.map(\.value) ?? []
      let texts = ["title", "hint", "repair"].compactMap { rule.json[$0] } + messages
      #expect(texts.count >= 2, "\(rule.id)")
      for text in texts {
        #expect(text.members.map(\.key) == languages, "\(rule.id)")
        let arguments = text.members.map { Set(($0.value.string ?? "").matches(of: #/\{\d\}/#).map(\.output)) }
        #expect(Set(arguments).count == 1, "\(rule.id): \(text["en"]?.string ?? "")")
      }
    }
  }
}
