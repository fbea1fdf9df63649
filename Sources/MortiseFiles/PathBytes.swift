/// Strings hold paths, although a file name on Linux may be any bytes. A byte that is not part of UTF-8 text is
/// represented by a carrier, U+10DC80 to U+10DCFF: the surrogate U+DC80 to U+DCFF that other programs write for it,
/// plus 0x100000, as in `Markup`. JSON thus contains that surrogate.
extension String {
  /// A path, from the bytes that the system uses.
  package nonisolated init(pathBytes bytes: [UInt8]) {
    if let text = String(validating: bytes, as: UTF8.self), !text.unicodeScalars.contains(where: \.isPathByte) {
      self = text
      return
    }
    var scalars = String.UnicodeScalarView()
    var parser = Unicode.UTF8.ForwardParser()
    var iterator = bytes.makeIterator()
    var offset = 0
    parsing: while true {
      let length: Int
      switch parser.parseScalar(from: &iterator) {
      case .emptyInput: break parsing
      case .error(let size): length = size
      case .valid(let units):
        length = units.count
        let scalar = Unicode.UTF8.decode(units)
        if !scalar.isPathByte {
          scalars.append(scalar)
          offset += length
          continue parsing
        }
      }
      scalars.append(contentsOf: bytes[offset..<offset + length].compactMap { Unicode.Scalar(0x10DC00 + UInt32($0)) })
      offset += length
    }
    self = String(scalars)
  }

  /// The bytes that the system uses for a path.
  package nonisolated var pathBytes: [UInt8] {
    // The code points that represent bytes begin with this byte. Hardly any path has one.
    if !utf8.contains(0xF4) { return Array(utf8) }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    for scalar in unicodeScalars {
      if scalar.isPathByte { bytes.append(UInt8(scalar.value & 0xFF)) } else { bytes += UTF8.encode(scalar) ?? .init() }
    }
    return bytes
  }
}

extension Unicode.Scalar {
  /// Whether this represents a byte of a path that is not part of UTF-8 text. Messages show U+FFFD for it.
  package nonisolated var isPathByte: Bool { (0x10DC80...0x10DCFF).contains(value) }
}
