/// A member of a JSON object. A `switch` compares its key without creating a string:
/// `switch member { case "type": … }`.
public struct JSONMember {
  let storage: JSONStorage
  /// The tape index of the key.
  let index: Int

  public var key: String { storage.string(at: TapeEntry.payload(storage.tape[index])) }
  public var value: JSONValue { JSONValue(storage: storage, index: index + 1) }

  public static func ~= (name: StaticString, member: JSONMember) -> Bool {
    member.storage.isString(at: TapeEntry.payload(member.storage.tape[member.index]), name)
  }
}

/// The members of a JSON object. A key becomes a string only on request.
public struct JSONKeyedMembers: Sequence, IteratorProtocol {
  let storage: JSONStorage
  var index: Int
  let end: Int

  public mutating func next() -> JSONMember? {
    guard index < end else { return nil }
    let member = JSONMember(storage: storage, index: index)
    index = TapeEntry.end(ofValueAt: index + 1, storage.tape)
    return member
  }
}

extension JSONValue {
  /// The members of an object, for comparing keys; empty for any other kind.
  public var keyedMembers: JSONKeyedMembers {
    let members = members
    return JSONKeyedMembers(storage: storage, index: members.index, end: members.end)
  }
}

/// A cache of a document's recurring strings, such as block types, to avoid creating the same string repeatedly.
public struct JSONStringPool {
  private var strings: [String?]
  private static let size = 256

  public init() { strings = Array(repeating: nil, count: Self.size) }

  /// Returns the text of a JSON string; nil for any other kind.
  /// - Parameter isNew: set to true when the string was not in the pool. An evicted string counts as new again.
  public mutating func string(_ value: JSONValue, isNew: inout Bool) -> String? {
    guard let bytes = value.utf8 else { return nil }
    var hash: UInt = 0
    for byte in bytes { hash = (hash ^ UInt(byte)) &* 0x0000_0100_0000_01B3 }
    let slot = Int(truncatingIfNeeded: (hash ^ hash >> 16) & UInt(Self.size - 1))
    if let known = strings[slot], known.hasUTF8(bytes) { return known }
    let string = String(decoding: bytes, as: UTF8.self)
    strings[slot] = string
    isNew = true
    return string
  }
}

extension String {
  fileprivate func hasUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    utf8.count == bytes.count
      && utf8.withContiguousStorageIfAvailable { $0.elementsEqual(bytes) } ?? utf8.elementsEqual(bytes)
  }
}
