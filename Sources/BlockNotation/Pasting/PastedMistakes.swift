/// What the lines of a pasted program say with their indentation that blocks would not: Python refuses it, too, or blocks
/// have nothing like it. The first such line isn't typed.
struct PastedMistakes {
  typealias Line = PastedLines.Line

  private(set) var lines: [Line]
  /// Whether semicolons and braces are the program's, so that a head without a brace has a body of one line.
  private let hasBraces: Bool
  private var levels: [Level] = []
  private var functions: Set<String> = []
  /// The names of variables, by their small letters.
  private var variables: [String: String] = [:]

  /// The lines of one body.
  private struct Level {
    var indentation: Int
    /// The last statement, if further branches may follow it.
    var statement = Statement.other
    /// The head that has this body, if it can have only one line.
    var single: String?
    var count = 0
  }

  private enum Statement {
    case condition(hasElse: Bool)
    case loop, other
  }

  init(_ lines: [Line]) {
    self.lines = lines
    hasBraces = lines.contains { [";", "{", "}"].contains($0.text.last) }
    var head: Int?
    for index in lines.indices where !Self.isComment(lines[index].text) {
      let line = lines[index]
      if levels.isEmpty { levels.append(Level(indentation: line.indentation)) }
      if let head, line.indentation <= lines[head].indentation, Self.needsBody(lines[head].text) {
        refuse(head, "“\(lines[head].text)” has no body: indent the lines that belong to it")
      }
      if let sign = Self.lastOperator(of: line.text) { refuse(index, "a value is missing behind “\(sign)”") }
      if LineSigns(line.text).endsInText { refuse(index, "a text in it has no closing quote") }
      enter(index, below: head)
      look(at: index)
      head = index
    }
  }

  /// Those of which blocks have nothing are refused for that.
  private static func needsBody(_ text: String) -> Bool {
    let word = text.prefix(while: \.isLetter).lowercased()
    return text.last == ":" && !["class", "try", "except", "finally", "with", "match", "case", "switch"].contains(word)
  }

  private static func isComment(_ text: String) -> Bool { text.first == "#" || text.hasPrefix("//") }

  /// The operator that a line ends in; nil if it ends in none.
  private static func lastOperator(of line: String) -> Character? {
    let text = (LineSigns(line).comment.map { String(line[..<$0]) } ?? line).trimmingSpaces
    let end = text.last == ";" || text.last == ":" ? String(text.dropLast()).trimmingSpaces : text
    guard let last = end.last, "+-*/%=<>".contains(last), !["++", "--", "*/"].contains(where: end.hasSuffix) else {
      return nil
    }
    return last
  }

  private mutating func refuse(_ index: Int, _ reason: String) {
    if lines[index].refusal == nil { lines[index].refusal = reason }
  }

  /// Finds the body that a line belongs to.
  private mutating func enter(_ index: Int, below head: Int?) {
    let line = lines[index]
    if line.indentation > levels[levels.count - 1].indentation {
      var level = Level(indentation: line.indentation)
      if let head, hasBraces, Self.isHeadAlone(lines[head].text) { level.single = lines[head].text }
      return levels.append(level)
    }
    var hasLeft = false
    while levels.count > 1, line.indentation < levels[levels.count - 1].indentation {
      levels.removeLast()
      hasLeft = true
    }
    if hasLeft, line.indentation > levels[levels.count - 1].indentation, !hasBraces {
      refuse(index, "its indentation is that of no line above")
    }
  }

  /// A condition in brackets with neither a brace nor a colon behind it, or `else`.
  private static func isHeadAlone(_ line: String) -> Bool {
    let word = line.drop { $0 == "}" || $0 == " " }.prefix(while: \.isLetter).lowercased()
    return word == "else" && line.last?.isLetter == true
      || ["if", "for", "while", "else"].contains(word) && line.last == ")"
  }

  private mutating func look(at index: Int) {
    let text = lines[index].text.drop { $0 == "}" || $0 == " " }
    if text.isEmpty || text == ";" { return }
    let top = levels.count - 1
    let words = text.prefix(200).lowercased().split { !$0.isLetter }
    let isElse = words.first == "else" && words.dropFirst().first != "if"
    if isElse || ["else", "elif", "elseif", "elsif"].contains(words.first) {
      switch levels[top].statement {
      case .loop:
        refuse(index, "a loop has no “\(words[0])” in blocks: put its lines below the loop")
      case .condition(hasElse: true): refuse(index, "“else” stands above it already, and must be the last branch")
      case .condition(hasElse: false): levels[top].statement = .condition(hasElse: isElse)
      case .other: break
      }
      return
    }
    levels[top].count += 1
    if levels[top].count > 1, let head = levels[top].single {
      refuse(index, "without { }, only one line belongs to “\(head)”")
    }
    levels[top].statement =
      switch words.first {
      case "if": .condition(hasElse: false)
      case "for", "while", "repeat", "forever": .loop
      default: .other
      }
    checkNames(in: String(text), at: index)
  }

  /// Functions with the same name, and variables that differ in capital letters alone, which are one in blocks.
  private mutating func checkNames(in text: String, at index: Int) {
    let words = text.split(separator: " ", maxSplits: 2)
    if let first = words.first, ["def", "function"].contains(first), words.count > 1 {
      let name = String(words[1].prefix { $0 != "(" })
      if !functions.insert(name).inserted {
        refuse(index, "a function “\(name)” is above already: rename one of them")
      }
      return
    }
    let declared = text.split { !PastedNames.isInName($0) }.first { !PastedNames.declaring.contains($0) }
    guard let declared, let first = declared.first, !first.isNumber else { return }
    let rest = text[declared.endIndex...].drop { $0 == " " }
    guard rest.first == "=", !rest.hasPrefix("==") else { return }
    let name = String(declared)
    let other = variables.updateValue(name, forKey: name.lowercased())
    if let other, other != name {
      refuse(index, "“\(other)” and “\(name)” are one variable in blocks: rename one of them")
    }
  }
}
