import BlockModel

/// The children of a block: the blocks in its inputs and below it, with the shadows that they cover.
struct ChildSlots {
  struct Slot {
    var name: String
    var kind: Input.Kind
    /// The index of the block's record; -1 if there is only a covered shadow.
    var block: Int
    /// The index of the covered shadow's record; -1 for none.
    var covered: Int
  }

  private(set) var inputs: [Slot] = []
  private(set) var next: Slot?
  private var indices: [String: Int] = [:]

  init(of index: Int, in records: [BlockSnapshot.Record]) {
    let end = index + records[index].count
    var child = index + 1
    while child < end {
      let following = child + records[child].count
      let partner = records[child].isCovered && following < end ? following : -1
      let block = partner < 0 ? child : partner
      let covered = partner < 0 ? -1 : child
      switch records[child].slot {
      case .input(let name, let kind):
        inputs.append(Slot(name: name, kind: kind ?? .value, block: block, covered: covered))
      case .next, .top: next = Slot(name: "", kind: .statement, block: block, covered: covered)
      }
      child = partner < 0 ? following : partner + records[partner].count
    }
    if inputs.count > 8 {
      indices = Dictionary(inputs.indices.map { (inputs[$0].name, $0) }, uniquingKeysWith: { first, _ in first })
    }
  }

  subscript(name: String) -> Slot? {
    if !indices.isEmpty { return indices[name].map { inputs[$0] } }
    return inputs.first { $0.name == name }
  }
}
