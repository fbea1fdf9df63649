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
      if open.lowerBound > rest.startIndex { elements.append(.text(String(rest[..<open.lowerBound]))) }
      rest = rest[open.upperBound...]
      guard let close = rest.firstRange(of: "}}") else { throw TemplateError(cause: "“{{” without “}}”") }
      elements.append(try Self.element(rest[..<close.lowerBound]))
      rest = rest[close.upperBound...]
    }
    if !rest.isEmpty { elements.append(.text(String(rest))) }
  }

  /// The inputs, fields, parts or names that the template refers to.
  var names: [String] {
    elements.compactMap { element in
      switch element {
      case .named(let name, _), .asText(let name), .quoted(let name): name
      case .list(let name, _): name + "*"
      default: nil
      }
    }
  }

  private static func element(_ place: Substring) throws(TemplateError) -> Element {
    switch place {
    case "": throw TemplateError(cause: "an empty place “{{}}”")
    case "traces": return .traces
    case "suffix": return .suffix
    default: break
    }
    if place.hasPrefix("\""), place.hasSuffix("\""), place.count > 2 {
      return .quoted(String(place.dropFirst().dropLast()))
    }
    if place.hasSuffix("()") { return .function(String(place.dropLast(2))) }
    if let star = place.firstIndex(of: "*") {
      let separator = place[place.index(after: star)...]
      return .list(String(place[..<star]), separator: separator.isEmpty ? ", " : String(separator))
    }
    guard let colon = place.lastIndex(of: ":") else { return .named(String(place), nil) }
    let name = String(place[..<colon])
    let form = String(place[place.index(after: colon)...])
    if form == "text" { return .asText(name) }
    guard let form = NumberForm(rawValue: form) else {
      throw TemplateError(cause: "unknown form “\(form)” in “{{\(place)}}”")
    }
    return .named(name, form)
  }
}

/// What is wrong with a template.
struct TemplateError: Error { var cause: String }
