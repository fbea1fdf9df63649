import BlockResources
import Markup

/// The texts of the rules in a language, from Resources/advice.json. Those that a language lacks are English.
package struct AdviceTexts: Sendable {
  private struct Rule: Sendable {
    var title: String
    var messages: [String: String]
    var hint: String
    var repair: String?
  }

  private let rules: [String: Rule]

  /// - Parameter language: the code of a language: `de`.
  package init(language: String = "en") {
    var rules: [String: Rule] = [:]
    func text(_ texts: JSONValue?) -> String? { texts?[language]?.string ?? texts?["en"]?.string }
    guard let root = try? JSONParser.parse(EmbeddedFiles.advice) else {
      self.rules = [:]
      return
    }
    for (id, rule) in root.members {
      var messages: [String: String] = [:]
      if let variants = rule["messages"] {
        for (variant, texts) in variants.members { messages[variant] = text(texts) }
      }
      rules[id] = Rule(
        title: text(rule["title"]) ?? id, messages: messages, hint: text(rule["hint"]) ?? "",
        repair: text(rule["repair"]))
    }
    self.rules = rules
  }

  /// Whether a rule has texts.
  package func knows(_ rule: String) -> Bool { rules[rule] != nil }

  /// A short name of a rule; its id if it has no texts, as an app's rule may not.
  package func title(of rule: String) -> String { rules[rule]?.title ?? rule }

  /// Advice on what to do; may be empty.
  package func hint(of rule: String) -> String { rules[rule]?.hint ?? "" }

  /// Returns the sentence that describes a finding.
  /// - Parameter line: returns the line of a block, for the arguments that are lines.
  package func message(of finding: AdviceFinding, line: (_ blockID: String) -> String) -> String {
    let template = rules[finding.rule]?.messages[finding.variant]
    return fill(template ?? "{1}", finding, line)
  }

  /// Returns the effect of a finding's repair, as an infinitive; nil if it has none.
  package func repair(of finding: AdviceFinding, line: (_ blockID: String) -> String) -> String? {
    guard finding.repair != nil else { return nil }
    return fill(rules[finding.rule]?.repair ?? "", finding, line)
  }

  private func fill(_ template: String, _ finding: AdviceFinding, _ line: (String) -> String) -> String {
    let arguments = finding.arguments.map { argument in
      switch argument {
      case .text(let text): text
      case .line(let blockID): line(blockID)
      }
    }
    // In one pass, because an argument may contain braces.
    var text = ""
    for (index, part) in template.split(separator: "{", omittingEmptySubsequences: false).enumerated() {
      guard index > 0, let number = part.first.flatMap({ Int(String($0)) }), part.dropFirst().first == "}" else {
        text += (index == 0 ? "" : "{") + part
        continue
      }
      let argument = arguments.indices.contains(number - 1) ? arguments[number - 1] : ""
      // The line of a text has quotation marks of its own.
      let isQuoted = text.last { $0 != " " }.map { "“„«".contains($0) } ?? false
      let isText = argument.first == "“" && argument.last == "”" && !argument.dropFirst().dropLast().contains("“")
      text += (isQuoted && isText ? String(argument.dropFirst().dropLast()) : argument) + part.dropFirst(2)
    }
    return text
  }
}
