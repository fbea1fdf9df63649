import Glibc

/// The system's random numbers, taken in batches: a new block draws twenty, each of which would be a system call.
public final class SystemNumbers: RandomNumberGenerator {
  /// A batch has 256 bytes, the maximum for one call of `getentropy`.
  private var batch: [UInt64] = Array(repeating: 0, count: 32)
  private var used = 32

  /// Creates a generator, which calls the system when the first number is needed.
  public init() {}

  public func next() -> UInt64 {
    if used == batch.count { fill() }
    defer { used += 1 }
    return batch[used]
  }

  private func fill() {
    used = 0
    let isFilled = batch.withUnsafeMutableBytes { getentropy($0.baseAddress!, $0.count) == 0 }
    if isFilled { return }
    var system = SystemRandomNumberGenerator()
    for index in batch.indices { batch[index] = system.next() }
  }
}

/// A pseudo-random number generator (xorshift) with a seed, for ids that can be reproduced.
public struct SeededNumbers: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// - Parameter seed: any number; equal seeds give equal ids.
  public init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  public mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
