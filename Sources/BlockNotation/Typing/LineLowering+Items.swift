import BlockLibrary
import BlockModel

/// Loops over items.
extension LineLowering {
  /// Lowers a loop over the letters of a text. Blocks loop only over lists, so the text is split into one.
  mutating func lowerItems(_ index: Int32) {
    guard let items = parser.input("LIST", of: index) else { return }
    if parser.nodes[items].kind == .number { return refuse("a number has no items; “for i in range(10)” counts") }
    guard assumedKind(items) == .text, let split = library.knownNumber(ofType: "lists_split") else { return }
    let text = parser.add(parser.nodes[items])
    var letters = MadeBlock(
      type: split, inputs: [("INPUT", text), ("DELIM", parser.add(string: "", at: token(items)))])
    letters.fields = [FieldRecord(name: "MODE", state: .text("SPLIT"))]
    letters.mutation = library.mutation(ofType: split, letters.fields)
    replace(items, by: letters)
  }
}
