import Markup

/// A colour as `#rrggbb` (`field_colour` in older Blockly versions).
public final class FieldColour: TextualField, DefinedField {
  public static var typeName: String { "field_colour" }

  public convenience init(_ definition: FieldDefinition) {
    self.init(name: definition.name, value: definition.json["colour"]?.string ?? "#ffffff")
  }

  override public var colour: String? { value }
  override public var wording: FieldWording { .text(isMultiline: false) }
  override public var editing: FieldEditing { .text(value, isMultiline: false, hint: "a colour as #rrggbb") }
  override public func copy() -> Field { FieldColour(name: name, value: value) }

  override public var problem: String? { Self.normalised(value) == nil ? "“\(value)” isn't a colour" : nil }

  override public func state(forInput text: String) throws(FieldError) -> FieldState {
    guard let colour = Self.normalised(text) else {
      throw FieldError("“\(text)” isn't a colour; write it as #rrggbb")
    }
    return .text(colour)
  }

  private static func normalised(_ text: String) -> String? {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    guard digits.allSatisfy(\.isHexDigit) else { return nil }
    switch digits.count {
    case 6: return "#" + digits.lowercased()
    case 3: return "#" + digits.lowercased().map { "\($0)\($0)" }.joined()
    default: return nil
    }
  }
}

/// A date as `YYYY-MM-DD` (`field_date` in older Blockly versions).
public final class FieldDate: TextualField, DefinedField {
  public static var typeName: String { "field_date" }

  public convenience init(_ definition: FieldDefinition) {
    self.init(name: definition.name, value: definition.json["date"]?.string ?? "")
  }

  override public var wording: FieldWording { .text(isMultiline: false) }
  override public var editing: FieldEditing { .text(value, isMultiline: false, hint: "a date as YYYY-MM-DD") }
  override public func copy() -> Field { FieldDate(name: name, value: value) }

  override public var problem: String? {
    value.isEmpty || Self.isDay(value) ? nil : "“\(value)” isn't a date; write it as YYYY-MM-DD"
  }

  override public func state(forInput text: String) throws(FieldError) -> FieldState {
    guard Self.isDay(text) else { throw FieldError("“\(text)” isn't a date; write it as YYYY-MM-DD") }
    return .text(text)
  }

  private static func isDay(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2], text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == "-") }) else {
      return false
    }
    guard let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2]) else { return false }
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let lengths = [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return (1...12).contains(month) && (1...lengths[month - 1]).contains(day)
  }
}
