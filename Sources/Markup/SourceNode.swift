/// A part of a text, listed in the order of the text: after its parent, and before its children.
package protocol SourceNode {
  /// The index after its last descendant.
  var end: Int { get }
}

extension Array where Element: SourceNode {
  /// Returns the indices of a part's children.
  package func children(of index: Int) -> [Int] {
    var children: [Int] = []
    var child = index + 1
    while child < self[index].end {
      children.append(child)
      child = self[child].end
    }
    return children
  }
}
