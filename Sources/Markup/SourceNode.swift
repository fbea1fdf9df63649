/// A part of a text, listed in the order of the text: behind what it is in, and before what is in it.
package protocol SourceNode {
  /// The index behind its last descendant.
  var end: Int { get }
}

extension Array where Element: SourceNode {
  /// The indices of the parts that are directly in one.
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
