/// Orders the functions of a program. A block can call only a function that exists, so called functions come
/// first.
struct FunctionOrder {
  typealias Statement = TextProgram.Statement

  private(set) var lines: [Statement]

  /// A function: its lines, with the comment above it.
  struct Function {
    var name: String
    var range: Range<Int>
    var header: Int
    /// The names of its inputs.
    var inputs: Set<String>
    /// The functions that it calls, itself included.
    var calls: Set<String> = []
  }

  private var functions: [Function] = []
  /// A remark on a difference from the program's language; nil for none.
  private(set) var remark: String?
  /// The numbers of the functions whose variables change while they call themselves.
  private(set) var recursive: Set<Int> = []

  init(_ lines: [Statement]) {
    self.lines = lines
    functions = Self.functions(in: lines)
    if functions.isEmpty { return }
    refuseSecond()
    let names = Set(functions.map(\.name))
    for index in functions.indices {
      functions[index].calls = Self.calls(in: body(of: functions[index])).intersection(names)
    }
    let locals = LocalVariables(self.lines, functions)
    (self.lines, remark, recursive) = (locals.lines, locals.remark, locals.recursive)
    let needless = Set(functions.compactMap { needlessReturn(in: $0) }.map { lines[$0].number })
    order()
    self.lines.removeAll { needless.contains($0.number) && Self.isReturn($0.text) }
  }

  private func body(of function: Function) -> ArraySlice<Statement> {
    lines[(function.header + 1)..<function.range.upperBound]
  }

  private static let words = ["def ", "function ", "async function "]

  private static func functions(in lines: [Statement]) -> [Function] {
    let outer = lines.map(\.indentation).min() ?? 0
    var found: [Function] = []
    for (index, line) in lines.enumerated() where line.indentation == outer {
      guard let word = words.first(where: line.text.hasPrefix) else { continue }
      let rest = line.text.dropFirst(word.count).drop { $0 == " " }
      let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
      guard !name.isEmpty else { continue }
      var end = index + 1
      while end < lines.count, lines[end].indentation > outer { end += 1 }
      if end < lines.count, lines[end].text.first == "}" { end += 1 }
      var start = index
      while start > (found.last?.range.upperBound ?? 0), isComment(lines[start - 1]) { start -= 1 }
      let inputs = rest.dropFirst(name.count).prefix { $0 != ")" }.split { !($0.isLetter || $0.isNumber || $0 == "_") }
      found.append(
        Function(name: String(name), range: start..<end, header: index, inputs: Set(inputs.map(String.init))))
    }
    return found
  }

  private static func isComment(_ line: Statement) -> Bool { line.text.hasPrefix("#") || line.text.hasPrefix("//") }

  /// Returns the names that parentheses follow.
  private static func calls(in lines: ArraySlice<Statement>) -> Set<String> {
    Set(lines.flatMap { LineReader.names(in: $0.text) }.filter(\.isCalled).map(\.name))
  }

  private mutating func refuseSecond() {
    var names: Set<String> = []
    for function in functions where !names.insert(function.name).inserted {
      lines[function.header].refusal = "there is already a function “\(function.name)” above"
    }
  }

  private static func isReturn(_ text: String) -> Bool { ["return", "return;"].contains(text) }

  /// Returns the index of a needless `return` at the end of a function; nil if there is none.
  private func needlessReturn(in function: Function) -> Int? {
    var last = function.range.upperBound - 1
    if lines[last].text.first == "}" { last -= 1 }
    guard last > function.header, Self.isReturn(lines[last].text),
      lines[last].indentation == body(of: function).first?.indentation
    else { return nil }
    return last
  }

  /// Returns a function without its body, with an empty `return` if it returns a value.
  private func declaration(of function: Function) -> [Statement] {
    let body = body(of: function)
    var lines = Array(self.lines[function.range.lowerBound...function.header])
    if let first = body.first, body.contains(where: { $0.text.contains(/\breturn\b\s*[^;\s]/) }) {
      lines.append(
        Statement(indentation: first.indentation, text: "return", number: self.lines[function.header].number))
    }
    return lines
  }

  // MARK: - Order

  /// Moves functions before their calls, if one is called before it is defined.
  private mutating func order() {
    let isCalledEarly = lines.enumerated().contains { index, line in
      LineReader.names(in: line.text).contains { name, isCalled in
        isCalled && functions.first { $0.name == name }.map { $0.header > index } ?? false
      }
    }
    if !isCalledEarly { return }
    var rest = functions
    var placed: Set<String> = []
    var ordered: [Statement] = []
    while !rest.isEmpty {
      let next = rest.firstIndex { $0.calls.subtracting([$0.name]).isSubset(of: placed) } ?? 0
      let function = rest.remove(at: next)
      // Of functions that call each other, the called one comes first without its body.
      for called in rest where function.calls.contains(called.name) && placed.insert(called.name).inserted {
        ordered += declaration(of: called)
      }
      if placed.insert(function.name).inserted {
        ordered += lines[function.range]
      } else {
        var header = lines[function.header]
        header.resumedFunction = function.name
        ordered += [header] + body(of: function)
      }
    }
    let inside = Set(functions.flatMap(\.range))
    lines = ordered + lines.indices.filter { !inside.contains($0) }.map { lines[$0] }
  }
}
