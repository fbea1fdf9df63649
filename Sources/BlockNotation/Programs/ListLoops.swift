/// A statement of a program that makes a list from another one: `[n * 2 for n in nums if n > 3]`,
/// `nums.map(n => n * 2)`, `nums.filter(n => n > 3)`. In blocks, a loop fills the list.
struct ListLoops {
  typealias Statement = TextProgram.Statement

  /// The variable that gets the list.
  private let target: String
  /// The variable of the loop.
  private let item: String
  private let list: String
  /// The expression for an item of the new list.
  private let value: String
  private let condition: String?
  private let hasBraces: Bool

  /// Returns the lines of the loop that fills a list; nil for any other statement.
  /// - Parameter program: the program. If it uses the name of the loop's variable, the variable is renamed.
  static func loop(for statement: String, at indentation: Int, number: Int, in program: [Statement]) -> [Statement]? {
    guard let list = ListLoops(statement) else { return nil }
    let isUsed = program.contains { line in
      line.number != number && ListLoops(line.text)?.item != list.item && has(list.item, in: line.text)
    }
    return list.loop(at: indentation, number: number, item: isUsed ? "\(list.item)_\(list.target)" : list.item)
  }

  private init?(_ statement: String) {
    let text = statement.last == ";" ? String(statement.dropLast()) : statement
    if text.contains(" for "),
      let match = text.wholeMatch(of: /(\w+)\s*=\s*\[(.+?)\s+for\s+(\w+)\s+in\s+(.+?)(?:\s+if\s+(.+))?\]/)
    {
      let (_, target, value, item, list, condition) = match.output
      (self.target, self.value, self.item, self.list) = (String(target), String(value), String(item), String(list))
      (self.condition, hasBraces) = (condition.map { String($0) }, false)
    } else if text.contains("=>"),
      let match = text.wholeMatch(
        of: /(?:(?:const|let|var)\s+)?(\w+)\s*=\s*([\w.]+)\.(map|filter)\(\s*\(?\s*(\w+)\s*\)?\s*=>\s*(.+)\)/),
      match.output.5.first != "{"
    {
      let (_, target, list, method, item, body) = match.output
      (self.target, self.list, self.item) = (String(target), String(list), String(item))
      value = String(method == "map" ? body : item)
      (condition, hasBraces) = (method == "map" ? nil : String(body), true)
    } else {
      return nil
    }
    // Nested loops, and brackets that are closed elsewhere, are not supported.
    guard [value, list, condition ?? ""].allSatisfy({ !$0.contains(" for ") && LineSigns($0).depth == 0 }) else {
      return nil
    }
  }

  private static func has(_ name: String, in text: String) -> Bool {
    LineReader.names(in: text).contains { $0.name == name }
  }

  private func loop(at indentation: Int, number: Int, item: String) -> [Statement] {
    func named(_ text: String) -> String {
      item == self.item ? text : LineReader.renaming(self.item, to: item, in: text)
    }
    // A list that is made from itself is kept until the new one is complete.
    let isOfItself = [list, value, condition ?? ""].contains { Self.has(target, in: $0) }
    let new = isOfItself ? "new_\(target)" : target
    var texts = [(0, "\(new) = []")]
    texts.append((0, hasBraces ? "for (const \(item) of \(list)) {" : "for \(item) in \(list):"))
    if let condition { texts.append((1, hasBraces ? "if (\(named(condition))) {" : "if \(named(condition)):")) }
    let depth = condition == nil ? 1 : 2
    texts.append((depth, hasBraces ? "\(new).push(\(named(value)));" : "\(new).append(\(named(value)))"))
    if hasBraces { for depth in (0..<depth).reversed() { texts.append((depth, "}")) } }
    if isOfItself { texts.append((0, "\(target) = \(new)")) }
    return texts.map { Statement(indentation: indentation + $0.0, text: $0.1, number: number) }
  }
}
