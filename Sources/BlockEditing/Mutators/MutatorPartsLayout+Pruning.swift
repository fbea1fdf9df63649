import BlockModel

extension MutatorPartsLayout {
  /// Takes the empty parts out of the draft: from both edges inwards, up to the first part that isn't empty. The parts that
  /// the block can't be without stay.
  /// - Returns: what was taken out.
  public func pruneDraft() -> [MutatorPart] {
    var cut: [MutatorPart] = []
    func take(at place: Int) -> Bool {
      let part = draft.parts[place]
      guard isEmpty(part, at: draft.index(at: place)), (try? draft.remove(at: place)) != nil else { return false }
      cut.append(part)
      return true
    }
    while !draft.parts.isEmpty, take(at: draft.parts.count - 1) {}
    while !draft.parts.isEmpty, take(at: 0) {}
    return cut
  }
}
