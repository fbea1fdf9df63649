/// Reads a runtime's log: a pickle (protocol 2, without memo, see Python's `pickletools`) of a flat list of steps,
/// values and changes. Only the part of the format that encodes these is supported. Input from a program isn't trusted.
///
/// A byte string at its start contains words of 64 bits in place of entries, which Lua makes fastest. A word of -1
/// stands for the next entry after them.
struct RunLog {
  /// The receiver of the entries.
  protocol Receiver {
    mutating func step(_ number: Int)
    mutating func value(_ value: StoredValue, key: Int)
    /// A block's value that is the current one of a variable.
    mutating func read(_ number: Int, ofVariable key: Int)
    /// An event that has several values, or one.
    mutating func event(_ code: Int, _ number: Int, _ values: [StoredValue])
    mutating func event(_ code: Int, _ number: Int, _ value: StoredValue)
    /// A change of an item.
    mutating func change(_ code: Int, list: Int, index: Int, _ value: StoredValue)
    /// Returns the number of a text.
    mutating func add(_ text: String) -> Int
  }

  private var stack: [StoredValue] = []
  /// The indices in the stack at which tuples and lists begin.
  private var marks: [Int] = []
  /// The remaining words, as indices of bytes.
  private var words = 0..<0

  /// Passes on all entries of a part of the log.
  /// - Returns: false if it isn't a valid log. The entries before the mistake have been passed on.
  mutating func read<T: Receiver>(_ bytes: ArraySlice<UInt8>, to receiver: inout T) -> Bool {
    stack.removeAll(keepingCapacity: true)
    marks.removeAll(keepingCapacity: true)
    words = 0..<0
    return bytes.withUnsafeBytes { read($0, &receiver) }
  }

  private mutating func read<T: Receiver>(_ bytes: UnsafeRawBufferPointer, _ receiver: inout T) -> Bool {
    var index = 0
    let count = bytes.count
    func has(_ size: Int) -> Bool { size >= 0 && count - index >= size }
    while index < count {
      let opcode = bytes[index]
      index += 1
      switch opcode {
      case UInt8(ascii: "K"):
        guard has(1) else { return false }
        stack.append(StoredValue(Int(bytes[index])))
        index += 1
      case UInt8(ascii: "M"):
        guard has(2) else { return false }
        stack.append(StoredValue(Int(bytes[index]) | Int(bytes[index + 1]) << 8))
        index += 2
      case UInt8(ascii: "J"):
        guard has(4) else { return false }
        stack.append(StoredValue(Int(Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: Int32.self)))))
        index += 4
      case UInt8(ascii: "G"):
        guard has(8) else { return false }
        let bits = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        stack.append(StoredValue(Double(bitPattern: bits)))
        index += 8
      case 0x86:
        guard stack.count >= 2, marks.count <= 1 else { return false }
        let value = stack.removeLast()
        let key = stack.removeLast()
        guard key.isInteger, passSteps(to: &receiver, upTo: stack.count) else { return false }
        receiver.value(value, key: key.integer)
        guard takeWords(in: bytes, &receiver) else { return false }
      case 0x87, UInt8(ascii: "t"):
        guard takeEvent(isMarked: opcode != 0x87, &receiver), takeWords(in: bytes, &receiver) else { return false }
      case UInt8(ascii: "T"):
        guard has(4), words.isEmpty else { return false }
        let length = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self)))
        index += 4
        guard has(length), length % 8 == 0 else { return false }
        words = index..<index + length
        index += length
        guard takeWords(in: bytes, &receiver) else { return false }
      case UInt8(ascii: "N"): stack.append(.nothing)
      case 0x88: stack.append(StoredValue(true))
      case 0x89: stack.append(StoredValue(false))
      case UInt8(ascii: "("): marks.append(stack.count)
      default: if !readOther(opcode, in: bytes, &index, &receiver) { return false }
      }
    }
    return words.isEmpty && passSteps(to: &receiver, upTo: stack.count)
  }

  /// Reads the rare opcodes: texts, references, large integers, and the frame around the entries.
  private mutating func readOther<T: Receiver>(
    _ opcode: UInt8, in bytes: UnsafeRawBufferPointer, _ index: inout Int, _ receiver: inout T
  ) -> Bool {
    func has(_ size: Int) -> Bool { size >= 0 && bytes.count - index >= size }
    switch opcode {
    case UInt8(ascii: "X"):
      guard has(4) else { return false }
      let length = Int(UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self)))
      index += 4
      guard has(length) else { return false }
      let text = Self.text(bytes[index..<index + length])
      stack.append(StoredValue(.text, UInt64(receiver.add(text))))
      index += length
    case 0x85:
      guard let value = stack.popLast(), let reference = Self.reference(value) else { return false }
      stack.append(reference)
    case 0x8A:
      guard has(1), has(1 + Int(bytes[index])), bytes[index] <= 8 else { return false }
      let length = Int(bytes[index])
      stack.append(integer(bytes[(index + 1)..<(index + 1 + length)], &receiver))
      index += 1 + length
    case UInt8(ascii: "]"):
      // The list of all entries isn't a value itself.
      if index > 3 { stack.append(.mark) }
    case UInt8(ascii: "e"): if marks.popLast() == nil { return false }
    case UInt8(ascii: "a"): break
    case 0x80:
      guard has(1) else { return false }
      index += 1
    case UInt8(ascii: "."): break
    default: return false
    }
    return true
  }

  /// Passes on words, up to one that stands for an entry.
  private mutating func takeWords<T: Receiver>(in bytes: UnsafeRawBufferPointer, _ receiver: inout T) -> Bool {
    var index = words.lowerBound
    defer { words = index..<max(index, words.upperBound) }
    while index < words.upperBound {
      let word = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index += 8
      // For a value: its key, and its content.
      let key = Int(word >> 32 & 0xFFF_FFFF)
      let low = UInt32(truncatingIfNeeded: word)
      switch word >> 60 {
      case 0 where key == 0: receiver.step(Int(low))
      case 0: receiver.value(StoredValue(Int(Int32(bitPattern: low))), key: key)
      case 1: receiver.value(StoredValue(low != 0), key: key)
      case 2: receiver.value(StoredValue(.reference, UInt64(low)), key: key)
      case 3: receiver.read(key, ofVariable: Int(low))
      case let kind where kind < 8:
        // A list's number, an index, and a value.
        let value = Int(word & 0xFF_FFFF)
        receiver.change(
          kind & 2 == 0 ? -4 : -5, list: Int(word >> 44 & 0xFFFF), index: Int(word >> 24 & 0xF_FFFF),
          kind & 1 == 0 ? StoredValue(value) : StoredValue(value != 0))
      case 15: return true
      default: return false
      }
    }
    return true
  }

  private static func text(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    // Lone surrogates become U+10D800 and so on, as in all texts.
    var result: [UInt8] = []
    for (index, byte) in zip(bytes.indices, bytes) {
      let isSurrogate = byte == 0xED && index + 1 < bytes.endIndex && bytes[index + 1] >= 0xA0
      result += isSurrogate ? [0xF4, 0x8D] : [byte]
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns the value of a tuple of one element: a list or a text by the program's number, or the description of
  /// something else; nil if it is none of these.
  private static func reference(_ value: StoredValue) -> StoredValue? {
    switch value.kind {
    case .integer: StoredValue(.reference, UInt64(bitPattern: Int64(value.integer)))
    case .text: StoredValue(.other, UInt64(value.payload))
    default: nil
    }
  }

  private func integer<T: Receiver>(_ bytes: Slice<UnsafeRawBufferPointer>, _ receiver: inout T) -> StoredValue {
    var bits: UInt64 = bytes.last.map { $0 & 0x80 != 0 } == true ? .max : 0
    for byte in bytes.reversed() { bits = bits << 8 | UInt64(byte) }
    let integer = Int(Int64(bitPattern: bits))
    if StoredValue.integers.contains(integer) { return StoredValue(integer) }
    return StoredValue(.other, UInt64(receiver.add(String(integer))))
  }

  /// Passes on the steps below an entry.
  @inline(__always) private mutating func passSteps<T: Receiver>(to receiver: inout T, upTo count: Int) -> Bool {
    if count == 0 { return true }
    for index in 0..<count {
      guard stack[index].isInteger else { return false }
      receiver.step(stack[index].integer)
    }
    stack.removeFirst(count)
    return true
  }

  private mutating func takeEvent<T: Receiver>(isMarked: Bool, _ receiver: inout T) -> Bool {
    var start = stack.count - 3
    var list: Int?
    if isMarked {
      guard let mark = marks.popLast() else { return false }
      start = mark
    } else if let mark = stack.lastIndex(of: .mark) {
      (start, list) = (mark - 2, mark)
    }
    let count = stack.count - start
    guard start >= 0, count >= 3, stack[start].isInteger, stack[start + 1].isInteger else { return false }
    let (code, number, value) = (stack[start].integer, stack[start + 1].integer, stack[stack.count - 1])
    if let list {
      let values = Array(stack[(list + 1)...])
      stack.removeLast(count)
      guard passSteps(to: &receiver, upTo: stack.count) else { return false }
      receiver.event(code, number, values)
      return true
    }
    let index = stack[start + 2]
    stack.removeLast(count)
    guard passSteps(to: &receiver, upTo: stack.count) else { return false }
    if count == 3 {
      receiver.event(code, number, value)
    } else {
      guard count == 4, index.isInteger else { return false }
      receiver.change(code, list: number, index: index.integer, value)
    }
    return true
  }
}
