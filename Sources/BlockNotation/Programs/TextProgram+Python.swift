/// Programs in Python files.
extension TextProgram {
  /// The maximum number of logical lines of a file.
  package static let mostInFile = 2000

  /// - Parameter code: the indices of the logical lines without blocks. Each becomes code, with the whole statement
  ///   that it belongs to.
  package init(_ python: PythonLines, code: Set<Int> = []) {
    let kept = code.map(python.statement(around:)).sorted { $0.count > $1.count }
    let lines = python.lines
    var rest = python.comments[...]
    var index = 0
    /// The number of the last line so far.
    var last = 0
    func begin(_ number: Int, at indentation: Int, through end: Int) {
      if last > 0, number - last > 2, indentation == 0 { stackStarts.insert(number) }
      last = end
    }
    while index < lines.count {
      let line = lines[index]
      while let comment = rest.first, comment.index < line.range.lowerBound {
        begin(comment.index + 1, at: line.indentation, through: comment.index + 1)
        statements.append(Statement(indentation: line.indentation, text: comment.text, number: comment.index + 1))
        rest = rest.dropFirst()
      }
      let number = line.range.lowerBound + 1
      begin(number, at: line.indentation, through: line.range.upperBound)
      if let range = kept.first(where: { $0.contains(index) }) {
        statements.append(
          Statement(indentation: line.indentation, text: python.code(of: range), number: number, isCode: true))
        index = range.upperBound
        let end = lines[index - 1].range.upperBound
        last = end
        rest = rest.drop { $0.index < end }
        continue
      }
      let isInFunction = index > 0 && lines[index - 1].text.hasPrefix("def ") && lines[index - 1].opensBody
      for text in line.comments {
        statements.append(Statement(indentation: line.indentation, text: "# \(text)", number: number))
      }
      if line.isText {
        addDocumentation(of: line, isInFunction: isInFunction)
      } else {
        statements.append(Statement(indentation: line.indentation, text: line.text, number: number))
      }
      index += 1
    }
    for comment in rest {
      statements.append(Statement(indentation: 0, text: comment.text, number: comment.index + 1))
    }
    for (name, new) in python.renames(hasCode: !code.isEmpty) {
      for index in statements.indices
      where statements[index].text.contains(name) && !statements[index].text.hasPrefix("#") {
        let lines = statements[index].text.split(separator: "\n", omittingEmptySubsequences: false)
        statements[index].text = lines.map { LineReader.renaming(name, to: new, in: String($0)) }.joined(
          separator: "\n")
      }
    }
    count = python.source.count
    alignComments()
    separate()
  }

  /// Adds a text that is a statement: the documentation of a function, else a comment.
  private mutating func addDocumentation(of line: PythonLines.Line, isInFunction: Bool) {
    let text = line.text.drop { $0.isLetter }.dropFirst().dropLast().replacing("\\\"", with: "\"")
    let parts = text.replacing("\\n", with: "\n").split(separator: "\n").map { String($0).trimmingSpaces }
      .filter { !$0.isEmpty }
    for (index, part) in parts.enumerated() {
      let isEnd = index == parts.count - 1
      let text = isInFunction ? "\(index == 0 ? "\"\"\"" : "")\(part)\(isEnd ? "\"\"\"" : "")" : "# \(part)"
      statements.append(
        Statement(indentation: line.indentation, text: text, number: line.range.lowerBound + 1))
    }
  }
}
