import BlockLibrary
import BlockModel

/// A line of a program's code, with the values in it.
package struct CodeLine {
  /// A value whose code is a part of the line.
  package struct Value {
    package var blockID: String
    /// The bytes of its code.
    package var range: Range<Int>
  }

  /// The name of its language on the command line.
  package var languageID: String
  /// The text without its indentation.
  package var text: String
  /// The statement that it comes from, or the value that is connected to nothing.
  package var block: Block
  /// Whether it has all of the statement's own code, or begins the only body of the statement.
  package var isWhole: Bool
  /// Whether it is a comment.
  package var isComment: Bool
  /// The values that are in it once, outer ones first.
  package var values: [Value]
  /// The names of variables and functions, by their names in the code, where these differ.
  package var names: [String: String]
  /// The names of the helper functions in the program's code.
  package var helpers: Set<String>
}

extension LiveCode {
  /// Returns a line, counted from 0; nil if it comes from no block. The program is generated once more.
  package func line(_ index: Int) -> CodeLine? {
    guard index < code.lineCount, let block = code.block(ofLine: index) else { return nil }
    let generator = CodeGenerator(workspace, in: language, options: options, isLenient: true)
    generator.markedIDs = []
    let marked = try? generator.generate()
    let indentation = code.bytes(ofLine: index).prefix { $0 == UInt8(ascii: " ") }.count
    return CodeLine(
      languageID: language.origin.id, text: text(ofLine: index), block: block, isWhole: isWhole(index, of: block),
      isComment: isComment(index),
      values: marked.map { values(ofLine: index, in: $0, generator.markedIDs ?? [], indentation) } ?? [],
      names: names(in: generator), helpers: Set(generator.helperNames.values.map(generator.text)))
  }

  private func values(
    ofLine index: Int, in marked: GeneratedCode, _ ids: [String], _ indentation: Int
  ) -> [CodeLine.Value] {
    guard marked.lineCount == code.lineCount, let read = CodeMark.read(marked.bytes(ofLine: index)),
      read.bytes.elementsEqual(code.bytes(ofLine: index))
    else { return [] }
    var counts: [Int: Int] = [:]
    for value in read.values { counts[value.number, default: 0] += 1 }
    return read.values.filter { counts[$0.number] == 1 && ids.indices.contains($0.number) }.map {
      CodeLine.Value(
        blockID: ids[$0.number], range: $0.range.lowerBound - indentation..<$0.range.upperBound - indentation)
    }
  }

  private func text(ofLine index: Int) -> String {
    String(decoding: code.bytes(ofLine: index).drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
  }

  /// Whether the other lines of a line's block are only comments and the ends of its body.
  private func isWhole(_ index: Int, of block: Block) -> Bool {
    if block.mutator is MutatorProcedureDefinition || block.inputs.count(where: { $0.kind == .statement }) > 1 {
      return false
    }
    let own = code.lines(of: block).filter { !isComment($0) }
    let ends = Set(["}", "end", language.emptyBody.text, language.continueLabel.text])
    return own.first == index && own.dropFirst().allSatisfy { ends.contains(text(ofLine: $0)) }
  }

  private func isComment(_ index: Int) -> Bool {
    let sign = language.comments.prefix.text.prefix { $0 != " " }
    return !sign.isEmpty && text(ofLine: index).hasPrefix(sign)
  }

  private func names(in generator: CodeGenerator) -> [String: String] {
    var names = generator.variables
    for definition in ProcedureBlocks.definitions(in: workspace) {
      guard let name = ProcedureBlocks.name(definedBy: definition) else { continue }
      names[generator.procedureName(name).text] = name
    }
    return names.filter { $0.key != $0.value }
  }
}
