import BlockModel

extension ListPopup {
  /// A row of a list.
  struct Row {
    enum Kind {
      case entry
      /// A line of text that can't be chosen.
      case heading
      /// A rule between rows, which is never selected.
      case separator
    }

    var text: String
    var kind: Kind
    var colour: BlockBuilder.Colour?
    /// The letters that choose the row directly. They are shown before its text.
    var keys: [Character]
    /// Shown at the right edge; may be empty.
    var note: String
    /// Why the row can't be chosen; nil if it can.
    var refusal: String?
    /// What is said instead of the text; nil for the text.
    var spokenText: String?

    init(
      _ text: String, kind: Kind = .entry, colour: BlockBuilder.Colour? = nil, keys: [Character] = [],
      note: String = "", refusal: String? = nil, spokenText: String? = nil
    ) {
      self.text = text
      self.kind = kind
      self.colour = colour
      self.keys = keys
      self.note = note
      self.refusal = refusal
      self.spokenText = spokenText
    }

    static let separator = Row("", kind: .separator)

    var keyDescription: String { keys.map(String.init).joined(separator: "/") }
  }
}
