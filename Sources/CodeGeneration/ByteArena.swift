import Glibc

/// Text in the making, in memory of its own: generated code consists of very many short pieces, and an array would check
/// each one.
final class ByteArena {
  private(set) var base: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int = 1 << 12) {
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

  @inline(__always) private func makeRoom(_ more: Int) {
    if capacity - count < more { grow(more) }
  }

  @inline(never) private func grow(_ more: Int) {
    let larger = max(capacity * 2, count + more)
    let new = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
    new.update(from: base, count: count)
    base.deallocate()
    (base, capacity) = (new, larger)
  }

  @inline(__always) func append(_ byte: UInt8) {
    makeRoom(1)
    base[count] = byte
    count += 1
  }

  /// The bytes may lie in this arena.
  @inline(__always) func append(_ start: Int, _ length: Int, of other: ByteArena) {
    makeRoom(length)
    memcpy(base + count, other.base + start, length)
    count += length
  }

  func append(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  /// The bytes must not lie in this arena.
  func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = bytes.baseAddress else { return }
    makeRoom(bytes.count)
    memcpy(base + count, start, bytes.count)
    count += bytes.count
  }

  /// Appends the digits of an integer.
  func append(_ integer: Int64) {
    if integer < 0 { append(UInt8(ascii: "-")) }
    var rest = integer.magnitude
    let start = count
    repeat {
      append(UInt8(ascii: "0") + UInt8(rest % 10))
      rest /= 10
    } while rest > 0
    var digits = UnsafeMutableBufferPointer(start: base + start, count: count - start)
    digits.reverse()
  }

  func append(_ byte: UInt8, times: Int) {
    guard times > 0 else { return }
    makeRoom(times)
    memset(base + count, Int32(byte), times)
    count += times
  }

  /// Forgets all bytes from `length` on.
  @inline(__always) func shrink(to length: Int) { count = length }

  func string(_ start: Int, _ length: Int) -> String {
    String(decoding: UnsafeBufferPointer(start: base + start, count: length), as: UTF8.self)
  }
}
