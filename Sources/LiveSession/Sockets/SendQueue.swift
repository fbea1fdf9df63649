/// The bytes that wait to be sent on a connection, in pieces that other connections may share.
nonisolated struct SendQueue {
  private var pieces: [ArraySlice<UInt8>] = []
  /// The index of the first piece that is left.
  private var start = 0
  /// The number of bytes.
  private(set) var count = 0

  /// A small piece is copied to the end of the one before it, as long as that is smaller than this.
  private static let smallSize = 1 << 16

  var isEmpty: Bool { count == 0 }

  /// The first piece that is left; nil if there is none.
  var first: ArraySlice<UInt8>? { start < pieces.count ? pieces[start] : nil }

  mutating func add(_ piece: ArraySlice<UInt8>) {
    if piece.isEmpty { return }
    count += piece.count
    if start < pieces.count, piece.count + pieces[pieces.count - 1].count <= Self.smallSize {
      pieces[pieces.count - 1] += piece
    } else {
      pieces.append(piece)
    }
  }

  /// Removes bytes from the first piece.
  mutating func remove(_ count: Int) {
    self.count -= count
    if count < pieces[start].count {
      pieces[start] = pieces[start].dropFirst(count)
      return
    }
    pieces[start] = []
    start += 1
    if start == pieces.count {
      (pieces, start) = ([], 0)
    } else if start > 64 {
      pieces.removeFirst(start)
      start = 0
    }
  }

  /// Adds the size of each piece, by its address: one that several connections share is in memory once.
  func addSizes(to sizes: inout [UnsafeRawPointer: Int]) {
    for piece in pieces[start...] {
      piece.withUnsafeBytes { if let address = $0.baseAddress { sizes[address] = max(sizes[address] ?? 0, $0.count) } }
    }
  }
}
