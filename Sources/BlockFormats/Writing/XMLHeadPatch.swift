import Markup

/// Applies an edit to start tags of a file, for `XMLSourcePatch`: attributes keep their order and form.
struct XMLHeadPatch {
  let source: XMLSource
  let before: XMLSource
  let after: XMLSource
  /// Whether new parts are written as Blockly up to version 10 does.
  let isOlder: Bool

  /// Returns the start tag of an element of the file with the edit's changes.
  func head(of index: Int, _ old: Int, _ own: Int) -> ArraySlice<UInt8> {
    let text = source.bytes[source.nodes[own].head]
    if after.bytes[after.nodes[index].head] == before.bytes[before.nodes[old].head] { return text }
    func values(_ text: XMLSource, _ index: Int) -> [[UInt8]: [UInt8]] {
      Dictionary(
        text.attributes(of: index).map { (Array($0.name), Array(text.bytes[$0.value])) },
        uniquingKeysWith: { first, _ in first })
    }
    let (formerValues, values) = (values(before, old), values(after, index))
    // The file may have an attribute under an older name, and one that Mortise omits.
    let present = Dictionary(
      source.attributes(of: own).map { (Self.presentNames[Array($0.name)] ?? Array($0.name), $0) },
      uniquingKeysWith: { first, _ in first })
    let end = source.attributes(of: own).last?.range.upperBound ?? source.name(of: own).endIndex
    var edits: [(range: Range<Int>, text: [UInt8])] = []
    let names = after.attributes(of: index).map { Array($0.name) } + formerValues.keys.filter { values[$0] == nil }
    for name in names where formerValues[name] != values[name] {
      switch (present[name], values[name]) {
      case (nil, nil): break
      case (nil, let value?): edits.append((end..<end, attribute(name, value)))
      case (let own?, nil): edits.append((own.range, []))
      case (let own?, let value?):
        // Values are escaped for double quotes, but the file may use single ones.
        let fits = own.name.elementsEqual(name) && !value.contains(source.bytes[own.value.lowerBound - 1])
        edits.append(fits ? (own.value, value) : (own.range, attribute(name, value)))
      }
    }
    var bytes: [UInt8] = []
    var position = text.startIndex
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      bytes += source.bytes[position..<edit.range.lowerBound] + edit.text
      position = edit.range.upperBound
    }
    return bytes + source.bytes[position..<text.endIndex]
  }

  /// The names that Mortise writes for attributes of older versions of Blockly.
  private static let presentNames = [
    Array("disabled".utf8): Array("disabled-reasons".utf8), Array("variableType".utf8): Array("variabletype".utf8),
  ]

  private func attribute(_ name: [UInt8], _ value: [UInt8]) -> [UInt8] {
    Array(dialect(([0x20] + name + Array("=\"".utf8) + value + Array("\"".utf8))[...]))
  }

  /// Returns a start tag with the attributes of the file's version of Blockly.
  func dialect(_ head: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard isOlder, let range = head.firstRange(ofText: " disabled-reasons=\"MANUALLY_DISABLED\"") else { return head }
    return head[..<range.lowerBound] + Array(" disabled=\"true\"".utf8) + head[range.upperBound...]
  }
}
