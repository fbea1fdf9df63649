import BlockModel

extension MutatorPartsLayout {
  /// Removes empty parts from the draft: from both ends, up to the first part that isn't empty. Parts that the block
  /// requires stay.
  /// - Returns: the removed parts.
  public func pruneDraft() -> [MutatorPart] {
    var cut: [MutatorPart] = []
    func prune(at place: Int) -> Bool {
      let part = draft.parts[place]
      guard isEmpty(part, at: draft.index(at: place)), (try? draft.remove(at: place)) != nil else { return false }
      cut.append(part)
      return true
    }
    while !draft.parts.isEmpty, prune(at: draft.parts.count - 1) {}
    while !draft.parts.isEmpty, prune(at: 0) {}
    return cut
  }
}
