/// The beginnings of wordings, for messages.
extension NotationLibrary {
  /// Returns the beginnings of the wordings below a node of the trie, each up to its first hole or branch: “count with
  /// …”.
  func beginnings(at root: Int32) -> [(word: String, text: String)] {
    trie.nodes[root].edges.compactMap { edge in
      let word = words[edge.word.word]
      guard word.utf8.first.map({ $0.isLetter || $0 >= 0x80 }) == true else { return nil }
      var text = word
      var node = trie.nodes[edge.target]
      while node.edges.count == 1, node.hole < 0, node.body < 0, node.acceptances.isEmpty {
        let next = node.edges[0]
        text += (next.word.isGlued ? "" : " ") + words[next.word.word]
        node = trie.nodes[next.target]
      }
      let isWhole = node.edges.isEmpty && node.hole < 0 && node.body < 0
      return (word.lowercased(), isWhole ? text : text + " …")
    }
  }
}
