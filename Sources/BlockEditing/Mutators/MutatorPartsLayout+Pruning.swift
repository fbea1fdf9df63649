import BlockModel

extension MutatorPartsLayout {
  /// Removes empty parts from the draft: from both ends, up to the first part that isn't empty. Parts that the block
  /// requires stay.
  /// - Returns: the removed parts.
  public func pruneDraft() -> [MutatorPart] {
    var cut: [MutatorPart] = []
    func prune(at position: Int) -> Bool {
      let part = draft.parts[position]
      guard isEmpty(part, at: draft.index(at: position)), (try? draft.remove(at: position)) != nil else { return false }
      cut.append(part)
      return true
    }
    while !draft.parts.isEmpty, prune(at: draft.parts.count - 1) {}
    while !draft.parts.isEmpty, prune(at: 0) {}
    return cut
  }
}
