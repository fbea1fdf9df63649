import BlockLibrary
import BlockModel
import BlockNotation

// Choices from the toolbox and the snippets.
extension LineChoices {
  /// The blocks of the toolbox that contain the typed words: the found ones that the words name, and all others.
  func toolboxChoices() -> (named: [LineChoice], others: [LineChoice]) {
    let words = text.lowercased().split(separator: " ")
    // All blocks that don't fit would be a long list.
    let blocks = toolboxBlocks().filter { block in
      words.isEmpty ? block.refusal == nil : words.allSatisfy { block.entry.has($0) }
    }
    let isNamed = blocks.map { block in
      !words.isEmpty && block.entry.topic != nil && block.refusal == nil
        && Self.rank(of: words, in: block.entry.searchText) == .words
    }
    let named = zip(blocks, isNamed).filter(\.1).map(\.0)
    return (choices(named, words), choices(zip(blocks, isNamed).filter { !$0.1 }.map(\.0), words))
  }

  private func choices(_ blocks: [LineToolboxBlock], _ words: [Substring]) -> [LineChoice] {
    (blocks.filter { $0.refusal == nil } + blocks.filter { $0.refusal != nil }).prefix(Self.most).map { block in
      var entry = LineEntry(target: target, snapshot: withIDs(block.entry.snapshot))
      entry.holes = holes(of: block.entry.snapshot)
      entry.wrapsSelection = wrapsSelection
      return LineChoice(
        label: block.entry.label, completion: text, note: block.entry.topic ?? "",
        refusal: block.refusal ?? (wrapsSelection ? refusal(of: entry) : nil), colour: block.entry.colour,
        rank: Self.rank(of: words, in: block.entry.searchText), entry: entry)
    }
  }

  /// The values that begin with the typed words, none of which is allowed in place of a statement.
  func valueChoices() -> [LineChoice] {
    guard kind == .statement, editedID == nil else { return [] }
    let readings = reader.readings(of: text, as: .value).filter {
      ($0.rank == .beginning || $0.rank == .words) && $0.newFunctions.isEmpty
    }
    return readings.prefix(Self.mostValues).map { reading in
      var choice = choice(reading)
      choice.refusal = LineToolboxBlock.valueRefusal
      return choice
    }
  }

  private static let mostValues = 3

  /// The snippets whose names contain the typed words.
  func snippetChoices() -> [LineChoice] {
    let words = text.lowercased().split(separator: " ")
    return controller.snippets.compactMap { snippet in
      let name = snippet.name.lowercased()
      guard words.allSatisfy({ name.hasPart($0) }),
        let clipboard = try? Clipboard(snippet, library: controller.notation), let stack = clipboard.stacks.first
      else { return nil }
      var entry = LineEntry(target: target, snapshot: withIDs(stack))
      entry.wrapsSelection = wrapsSelection
      entry.snippet = clipboard
      return LineChoice(
        label: snippet.name, completion: text, note: "snippet", refusal: refusal(of: entry),
        colour: colour(of: stack), rank: Self.rank(of: words, in: name), entry: entry)
    }
  }

  /// How likely typed words are to mean a block whose text contains them.
  static func rank(of typed: [Substring], in text: String) -> LineReading.Rank {
    let words = text.split(separator: " ")
    return typed.allSatisfy { word in words.contains { $0.hasPrefix(word) } } ? .words : .letters
  }

  /// The inputs of a toolbox block.
}
