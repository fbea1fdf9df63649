extension CodeTemplate {
  /// Reads a template.
  /// - Throws: `TemplateError` for a place that isn't closed or can't be understood.
  init(_ text: String) throws(TemplateError) {
    var rest = text[...]
    while var open = rest.firstRange(of: "{{") {
      // The last two of several braces open: “{{{A}}}” is a place in braces.
      while open.upperBound < rest.endIndex, rest[open.upperBound] == "{" {
        open = rest.index(after: open.lowerBound)..<rest.index(after: open.upperBound)
      }
      if open.lowerBound > rest.startIndex { elements.append(.text(Code(generator: String(rest[..<open.lowerBound])))) }
      rest = rest[open.upperBound...]
      guard let close = rest.firstRange(of: "}}") else { throw TemplateError(cause: "“{{” without “}}”") }
      elements.append(try Self.element(rest[..<close.lowerBound]))
      rest = rest[close.upperBound...]
    }
    if !rest.isEmpty { elements.append(.text(Code(generator: String(rest)))) }
  }

  /// The inputs, fields, parts or names that the template refers to.
  var names: [String] {
    elements.compactMap { element in
      switch element {
      case .named(let name, _), .asText(let name), .quoted(let name): name
      case .list(let name, _, _): name + "*"
      default: nil
      }
    }
  }

  private static func element(_ reference: Substring) throws(TemplateError) -> Element {
    switch reference {
    case "": throw TemplateError(cause: "an empty place “{{}}”")
    case "traces": return .traces
    case "suffix": return .suffix
    default: break
    }
    if reference.hasPrefix("\""), reference.hasSuffix("\""), reference.count > 2 {
      return .quoted(String(reference.dropFirst().dropLast()))
    }
    if reference.hasSuffix("()") { return .function(String(reference.dropLast(2))) }
    if let star = reference.firstIndex(of: "*") {
      let separator = reference[reference.index(after: star)...]
      let stem = reference[..<star]
      let isText = stem.hasSuffix(":text")
      return .list(
        String(isText ? stem.dropLast(5) : stem),
        separator: separator.isEmpty ? ", " : Code(generator: String(separator)), isText: isText)
    }
    guard let colon = reference.lastIndex(of: ":") else { return .named(String(reference), nil) }
    let name = String(reference[..<colon])
    let form = String(reference[reference.index(after: colon)...])
    if form == "text" { return .asText(name) }
    guard let form = NumberForm(rawValue: form) else {
      throw TemplateError(cause: "unknown form “\(form)” in “{{\(reference)}}”")
    }
    return .named(name, form)
  }
}

/// A mistake in a template.
struct TemplateError: Error { var cause: String }

extension CodeTemplate {
  /// Returns the quotation mark of the literal that contains an element; nil outside of literals of one line.
  /// - Parameters:
  ///   - position: the index of an element.
  ///   - comments: the code that begins comments.
  func quotationMark(around position: Int, comments prefix: Code) -> UInt8? {
    let comment = prefix.text.utf8.filter { $0 != UInt8(ascii: " ") }
    let before =
      bytes(elements[..<position]).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).last ?? []
    let after = bytes(elements[(position + 1)...]).prefix { $0 != UInt8(ascii: "\n") }
    let marks = Set("'\"`".utf8)
    var open: UInt8?
    var index = before.startIndex
    while index < before.endIndex {
      let byte = before[index]
      if let mark = open {
        if byte == mark { open = nil }
        if byte == UInt8(ascii: "\\") { index += 1 }
      } else if before[index...].starts(with: comment) {
        return nil
      } else if marks.contains(byte) {
        // Letters before a literal change its meaning.
        if index > before.startIndex, CodeText.isWordByte(before[index - 1]) { return nil }
        open = byte
      }
      index += 1
    }
    guard let open, open != UInt8(ascii: "`") else { return nil }
    index = after.startIndex
    while index < after.endIndex, after[index] != open { index += after[index] == UInt8(ascii: "\\") ? 2 : 1 }
    return index < after.endIndex ? open : nil
  }

  /// Returns the bytes of elements, with a letter for each one that isn't text.
  private func bytes(_ elements: ArraySlice<Element>) -> [UInt8] {
    elements.flatMap { element in
      if case .text(let code) = element { Array(code.text.utf8) } else { [UInt8(ascii: "x")] }
    }
  }

  /// Returns the message about a text outside of quotation marks.
  static func bareText(_ name: String) -> String {
    "“\(name)” is a text: write {{\"\(name)\"}}, or put it in quotation marks"
  }
}
