import BlockFormats
import BlockModel
import Markup

/// A file format: each line is a block that plays notes, as their numbers and the tempo, such as `60 64 67 allegro`.
nonisolated struct TuneFormat: FileFormat {
  let name = "tune"
  let fileExtension = "tune"

  func read(_ file: [UInt8], _ context: ReadingContext) throws -> ReadFile {
    let lines = String(decoding: file, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    var blocks: [String] = []
    for (index, line) in lines.enumerated() where !line.isEmpty {
      var words = line.split(separator: " ")
      let tempo = words.last.flatMap { $0.allSatisfy(\.isLetter) ? $0 : nil }
      if tempo != nil { words.removeLast() }
      if let word = words.first(where: { Int($0) == nil }) {
        let column = line.distance(from: line.startIndex, to: word.startIndex) + 1
        throw MarkupError(position: SourcePosition(line: index + 1, column: column), cause: "“\(word)” isn't a note")
      }
      let notes = words.enumerated().map { number, note in
        #"<value name="NOTE\#(number)"><block type="math_number"><field name="NUM">\#(note)</field></block></value>"#
      }
      blocks.append(
        #"<block type="play_notes" y="\#(index * 64)"><mutation notes="\#(words.count)"/>"#
          + (tempo.map { "<data>\($0)</data>" } ?? "") + notes.joined() + "</block>")
    }
    let program = try ProgramReader.read(
      Array("<xml>\(blocks.joined())</xml>".utf8), factory: context.factory, randomness: context.randomness,
      inspect: context.inspect)
    return ReadFile(workspace: program.workspace, style: style(after: nil), findings: program.findings)
  }

  func write(_ workspace: Workspace, style: FileStyle, cache: ProgramCache) -> ProgramWriter.Result {
    let blocks = workspace.topBlocks.flatMap { Array($0.descendants()) }.filter { $0.mutator is MutatorNotes }
    let lines = blocks.map { block in
      let notes = block.children.compactMap { ($0.firstField(withName: "NUM") as? FieldNumber)?.text }
      return (notes + [block.data].compactMap(\.self)).joined(separator: " ") + "\n"
    }
    return ProgramWriter.Result(bytes: Array(lines.joined().utf8))
  }

  func loss(of style: FileStyle) -> String? { "only notes and tempos are kept" }
}
